/**
 * How long an id, a class or the value of an attribute lasts:
 *
 * - `lasting`: somebody gave it.
 * - `of-element`: a builder made it up for this one element, and keeps it. A copy of the element has another.
 * - `changing`: made anew when the site is built or the page is shown, or it says what an element is like just now.
 */
export type Lifetime = 'lasting' | 'of-element' | 'changing';

/** Divi counts its modules from the top of each page. */
const counted = /^et_pb_[a-z_]+_\d+(?:_tb_\w+)?$/;

/** Names that builders document, or that all their pages have. They stay with the element. */
const ofElement = [
  // Elementor, Bricks, Wix, Squarespace, Webflow, Shopify, in this order.
  /^elementor-element-[0-9a-f]{6,8}$/,
  /^brxe-[a-z]{6}$/,
  /^comp-[0-9a-z]{6,}(?:_[0-9a-z_-]+)?$/,
  /^(?:block|collection|item|page)-[0-9a-f]{16,32}$/,
  /^w-node-[\w-]+$/,
  /^shopify-(?:section|block)-[\w-]+$/,
  counted,
  // The number of one of Shopify's templates: `price-template--1842__main`.
  /(?:^|-)template--\d+__/,
  // The number of a product, a post or a variant.
  /^[a-z]+(?:[_-][a-z]+){0,3}[_-]?\d{6,20}$/i,
  /^\d{4,20}$/,
];

/** Frameworks and libraries that count or draw lots. */
const changing = [
  // React's `useId`: `:r1:`, `«r1»`, `_r_1_`, `_R_2ab_`.
  /[:«][0-9a-z]+[:»]|^_r_[0-9a-z]+_/i,
  /^(?:radix|headlessui|react-aria|mantine|mui|rc|ember|yui|ext-gen|gen|uid|cdk|mat|p-id|el-id|downshift|tippy|floating-ui)[-_:]?\S*\d/i,
  /yui_\d/,
  // What makes class names from style sheets.
  /^(?:jsx|emotion|jss|makeStyles|glamor|stitches|tss)-(?=\S*[\dA-Z])\S+$/,
  /^(?:css|sc|svelte|astro)-[a-z0-9]{5,}/i,
  /^jss\d+$/,
  // styled-components and Stitches: `Hero__Title-sc-1a2b3c4-0`, `c-bdVaJa`, `c-bdVaJa-iJkLmN-size-2`.
  /-sc-[0-9a-z]{5,}-\d+$/i,
  /^c-(?=[a-z]*[A-Z])[A-Za-z]{5,6}(?:-|$)/,
  // CSS modules of Next.js, Gatsby and Vite: `Hero_title__x7Yz2`, `hero-module--title--x7Yz2`, `_title_x7yz2_12`.
  /^[A-Za-z0-9-]*_[A-Za-z][\w-]*__[\w-]{5}$/,
  /-module--\w/,
  /^_[A-Za-z][\w-]*_[a-z0-9]{5}_\d{1,4}$/,
  // vanilla-extract.
  /^_\d[a-z0-9]{6,8}$/,
  /^__(?:className|variable)_/,
  // All of Framer's but those that all its pages have.
  /^framer-(?!text$|image$)(?:v-|styles-preset-)?[a-z0-9]{5,7}$/,
  /^data-(?:v|s|astro-cid|styled|emotion)-\S+$/,
  // What a script counts, or switches on and off.
  /^(?:true|false|\d{1,3})$/,
  /^_ng(?:content|host)-/,
];

/** What scripts put on an element for a moment, and take away. */
const momentary =
  /^(?:is|has|js|no|aos|wow|swiper|slick|animate|animated|fade|lazy)-?(?:active|current|open|opened|closed|visible|hidden|show|shown|loaded|loading|lazyload(?:ed|ing)?|init(?:ialized)?|ready|in|out|up|down|animate|sticky|stuck|scrolled|focus|focused|hover|selected|disabled|js)$|^(?:animated|fade|in|wow|aos-init|active|current|open|opened|closed|visible|hidden|show|shown|hide|loaded|loading|lazyload(?:ed|ing)?|ready|animate|sticky|stuck|scrolled|focus|focused|hover|selected|disabled|collapsed|collapsing|preFade|preScale|preSlide|fadeIn|scaleIn|slideIn|w--current|w--open|w--redirected-checked)$/;

const shortWords = new Set(
  (
    'an as at by de do en eu fr go id in is it my no of ok on or to tv ui uk up us ux we bg lg md sm xl xs ' +
    'btn cms css cta grp hdr html img nxt pdf prv rss sms src svg txt url'
  ).split(' '),
);

/** Whether a builder made a name up by counting. Then other pages have it, too, on another thing. */
export function isCounted(name: string): boolean {
  return counted.test(name);
}

/** @param name an id, one class, or the value of an attribute. */
export function lifetimeOf(name: string): Lifetime {
  if (name.length > 100 || momentary.test(name) || name.startsWith('geo-')) return 'changing';
  if (changing.some((pattern) => pattern.test(name))) return 'changing';
  if (ofElement.some((pattern) => pattern.test(name))) return 'of-element';
  const words = name.split(/[^0-9a-z]+/i);
  // `l7_2fn`.
  const mixed = words.filter((word) => /\d/.test(word) && /[a-z]/i.test(word));
  const isShortDraw = mixed.length > 1 && mixed.length === words.length && mixed.some((word) => /^\d/.test(word));
  return isShortDraw || words.some(isDrawn) ? 'changing' : 'lasting';
}

/** Whether a word looks like letters and digits that a program drew: `1x2y3z`, `7a8b9c`, `bdVaJa`, `d41d8cd98f`. */
function isDrawn(word: string): boolean {
  const runs = word.match(/\d+|[a-z]+/gi) ?? [];
  const oddHumps = runs.filter(isMixed).flatMap((run) => humpsOf(run).filter(isOdd)).length;
  if (word.length < 5) return oddHumps > 1;
  if (oddHumps > 0) return true;
  const hasDigit = /\d/.test(word);
  // `column12`, `2columns` and `h1` have two runs. `1x2y3z` has six, and no word in it.
  if (hasDigit && runs.length >= 3 && !/[a-z]{5}/i.test(word)) return true;
  if (/^(?=\D*\d)[0-9a-f]{7,}$/i.test(word)) return true;
  return runs.some((run) => run.length >= (hasDigit ? 4 : 5) && /^[b-df-hj-np-tv-xz]+$/i.test(run));
}

function isMixed(run: string): boolean {
  // `iPhone`, `eCommerce`.
  return /[a-z]/.test(run) && /.[A-Z]/.test(run) && !/^[a-z][A-Z][a-z]{3,}$/.test(run);
}

/** The words of a name in camel case. */
function humpsOf(run: string): readonly string[] {
  return run.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
}

/** No word: people write words, and a few short ones and shortened ones. */
function isOdd(hump: string): boolean {
  return !shortWords.has(hump.toLowerCase()) && (hump.length < 3 || !/[aeiouy]/i.test(hump));
}
