/**
 * How long an id, a class or the value of an attribute lasts:
 *
 * - `lasting`: somebody gave it.
 * - `of-element`: a builder made it up for this one element, and keeps it. A copy of the element has another.
 * - `changing`: made anew when the site is built or the page is shown, or it says what an element is like just now.
 */
export type Lifetime = 'lasting' | 'of-element' | 'changing';

/** Names that builders document, or that all their pages have. They stay with the element. */
const ofElement = [
  // Elementor, Bricks, Wix, Squarespace, Webflow, Shopify, in this order.
  /^elementor-element-[0-9a-f]{6,8}$/,
  /^brxe-[a-z]{6}$/,
  /^comp-[0-9a-z]{6,}(?:_[0-9a-z_-]+)?$/,
  /^(?:block|collection|item|page)-[0-9a-f]{16,32}$/,
  /^w-node-[\w-]+$/,
  /^shopify-(?:section|block)-[\w-]+$/,
  // Divi counts its modules from the top of the page.
  /^et_pb_[a-z_]+_\d+(?:_tb_\w+)?$/,
  // The number of a product, a post or a variant.
  /^[a-z]+(?:[_-][a-z]+){0,3}[_-]?\d{6,20}$/i,
  /^\d{4,20}$/,
];

/** Frameworks and libraries that count or draw lots. */
const changing = [
  // React's `useId`: `:r1:`, `«r1»`, `_r_1_`.
  /^[:«_]r_?[0-9a-z]+_?[:»_]?/,
  /^(?:radix|headlessui|react-aria|mantine|mui|rc|ember|yui|ext-gen|gen|uid|cdk|mat|p-id|el-id|downshift|tippy|floating-ui)[-_:]?\S*\d/i,
  /yui_\d/,
  // What makes class names from style sheets.
  /^(?:css|sc|jsx|svelte|astro|emotion|jss|makeStyles|glamor|stitches|tss)-(?=\S*[\dA-Z])\S+$/,
  /^(?:css|sc)-[a-z0-9]{5,}/i,
  /^jss\d+$/,
  /^data-(?:v|s|astro-cid|styled|emotion)-\S+$/,
  /^_ng(?:content|host)-/,
];

/** What scripts put on an element for a moment, and take away. */
const momentary =
  /^(?:is|has|js|no|aos|wow|swiper|slick|animate|animated|fade|lazy)-?(?:active|current|open|opened|closed|visible|hidden|show|shown|loaded|loading|lazyload(?:ed|ing)?|init(?:ialized)?|ready|in|out|up|down|animate|sticky|stuck|scrolled|focus|focused|hover|selected|disabled|js)$|^(?:animated|fade|in|wow|aos-init|active|current|open|opened|closed|visible|hidden|show|shown|hide|loaded|loading|lazyload(?:ed|ing)?|ready|animate|sticky|stuck|scrolled|focus|focused|hover|selected|disabled|collapsed|collapsing|w--current|w--open|w--redirected-checked)$/;

/** @param name an id, one class, or the value of an attribute. */
export function lifetimeOf(name: string): Lifetime {
  if (name.length > 100 || momentary.test(name) || name.startsWith('geo-')) return 'changing';
  if (changing.some((pattern) => pattern.test(name))) return 'changing';
  if (ofElement.some((pattern) => pattern.test(name))) return 'of-element';
  return name.split(/[^0-9a-z]+/i).some(isDrawn) ? 'changing' : 'lasting';
}

/** Whether a word looks like letters and digits that a program drew: `1x2y3z`, `7a8b9c`, `bdVaJa`, `d41d8cd98f`. */
function isDrawn(word: string): boolean {
  if (word.length < 5) return false;
  const hasDigit = /\d/.test(word);
  const runs = word.match(/\d+|[a-z]+/gi) ?? [];
  // `column12`, `2columns` and `h1` have two runs. `1x2y3z` has six, and no word in it.
  if (hasDigit && runs.length >= 3 && !/[a-z]{5}/i.test(word)) return true;
  if (/^(?=\D*\d)[0-9a-f]{7,}$/i.test(word)) return true;
  if (hasDigit) return false;
  // Words in camel case have humps of more than two letters.
  const humps = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return humps.length >= 3 && word.length / humps.length <= 2.4;
}
