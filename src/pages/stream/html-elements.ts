/** An open element, as far as these rules ask. */
interface Open {
  readonly tagName: string;
  readonly namespace: string;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Elements without content. https://html.spec.whatwg.org/#void-elements, and those that were. */
export const voidTags = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose content is text, wherever their start tag counts. Where scripts run, `noscript` is one of them. */
export const textTags = words('textarea title plaintext script style iframe xmp noembed noframes noscript');

/** Elements that may end without an end tag. https://html.spec.whatwg.org/#optional-tags */
const optionalEnds = words(
  'p li dt dd option optgroup rb rt rtc rp tr td th tbody thead tfoot colgroup caption head body html',
);

/** Their end tags do not end what is in them: a browser opens it again behind the tag. */
const formatting = words('a b big code em font i nobr s small strike strong tt u');

/** Start tags that end SVG and MathML around them. https://html.spec.whatwg.org/#parsing-main-inforeign */
export const endsForeignContent = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

/** Start tags that end a paragraph around them. https://html.spec.whatwg.org/#parsing-main-inbody */
export const endsParagraph = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
);

const paragraph = words('p');

/** A paragraph outside of these is not ended. https://html.spec.whatwg.org/#has-an-element-in-button-scope */
const scopes = words('applet button caption html marquee object table td template th');

/** Their end tags end nothing outside of `barriers`. https://html.spec.whatwg.org/#parsing-main-inbody */
const blocks = words(
  'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup li listing main marquee menu nav object ol pre search section summary ul',
);

/**
 * https://html.spec.whatwg.org/#has-an-element-in-scope, without the parts of a table: outside of one, a browser passes
 * over them.
 */
const barriers = words('applet html marquee object table template');
const foreignBarriers = words('annotation-xml desc foreignobject mi mn mo ms mtext title');

/** An item outside of these is not ended. https://html.spec.whatwg.org/#special */
const special = words(
  'applet article aside blockquote body button caption center dd details dir dl dt fieldset figcaption figure footer ' +
    'form frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe li listing main marquee menu nav noembed noframes ' +
    'noscript object ol plaintext pre section select summary table tbody td template textarea tfoot th thead tr ul xmp',
);

const items: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('li'),
  dd: words('dd dt'),
  dt: words('dd dt'),
};

/** What a part of a table ends, and what around it stays open. */
const cells = { ends: words('td th caption colgroup'), stays: words('tr table template') };
const rows = { ends: words('tr td th caption colgroup'), stays: words('tbody thead tfoot table template') };
const bodies = { ends: words('tbody thead tfoot tr td th caption colgroup'), stays: words('table template') };
const tableParts: Readonly<Record<string, typeof cells>> = {
  td: cells,
  th: cells,
  tr: rows,
  tbody: bodies,
  thead: bodies,
  tfoot: bodies,
  caption: bodies,
  colgroup: bodies,
};

export function isTablePart(tagName: string): boolean {
  return Object.hasOwn(tableParts, tagName);
}

const inRuby = words('dd dt li optgroup option p rb rp rt rtc');
const inHead = words('base basefont bgsound link meta noframes noscript script style template title');

/** A page that is nested deeper is read as if nothing ended without a tag: to look further would cost too much. */
const mostLevels = 512;

/**
 * Whether an element has ended as HTML says, though another tag ended it, or the page.
 *
 * @param endName of that end tag; empty for a start tag and the end of the page.
 */
export function mayEndWithoutTag(tagName: string, endName: string): boolean {
  return optionalEnds.has(tagName) && !formatting.has(endName);
}

/**
 * Whether a browser passes over an end tag: one of an element without rules of its own, such as `</span>` or `</x-a>`,
 * while another kind of element is open in it, or `</div>` in a table that has begun in the `<div>`.
 * https://html.spec.whatwg.org/#parsing-main-inbody
 */
export function isPassedOver(open: readonly Open[], tagName: string): boolean {
  const isBlock = blocks.has(tagName);
  if (formatting.has(tagName) || (isSpecial(tagName) && !isBlock)) return false;
  for (let index = open.length - 1; index >= Math.max(0, open.length - mostLevels); index--) {
    const { tagName: name = '', namespace = '' } = open[index] ?? {};
    if (name === tagName) return false;
    if (isBlock ? isBarrier(name, namespace, tagName) : namespace === 'html' && isSpecial(name)) return true;
  }
  return false;
}

function isBarrier(name: string, namespace: string, tagName: string): boolean {
  if (namespace !== 'html') return foreignBarriers.has(name);
  return barriers.has(name) || (tagName === 'li' && /^[ou]l$/.test(name));
}

function isSpecial(tagName: string): boolean {
  return special.has(tagName) || /^(address|div|p)$/.test(tagName);
}

/**
 * @param isOpen whether an element of this name is among them.
 * @returns how many of the open elements stay open when a start tag comes. The others end without a tag.
 */
export function openBefore(open: readonly Open[], tagName: string, isOpen: (tagName: string) => boolean): number {
  const inner = open.at(-1)?.tagName ?? '';
  if (inner === 'head' && !inHead.has(tagName)) return open.length - 1;
  const part = tableParts[tagName];
  if (part) return outermost(open, part.ends, part.stays);
  if (tagName === 'option' || tagName === 'optgroup') return beforeOption(open, tagName);
  if (/^r(b|p|t|tc)$/.test(tagName)) return beforeRuby(open);
  const item = items[tagName];
  const stays = item ? nearest(open, open.length, item, special) : open.length;
  return endsParagraph.has(tagName) && isOpen('p') ? nearest(open, stays, paragraph, scopes) : stays;
}

/**
 * The place of the nearest element of these, looking outwards up to an element of those.
 *
 * @param inner how many elements to look at. It is returned where there is none.
 */
function nearest(
  open: readonly Open[],
  inner: number,
  wanted: ReadonlySet<string>,
  border: ReadonlySet<string>,
): number {
  for (let index = inner - 1; index >= Math.max(0, inner - mostLevels); index--) {
    const { tagName = '', namespace = '' } = open[index] ?? {};
    if (namespace !== 'html') break;
    if (wanted.has(tagName)) return index;
    if (border.has(tagName)) break;
  }
  return inner;
}

/** The same for the outermost one. */
function outermost(open: readonly Open[], wanted: ReadonlySet<string>, border: ReadonlySet<string>): number {
  let found = open.length;
  for (let index = open.length - 1; index >= Math.max(0, open.length - mostLevels); index--) {
    const { tagName = '', namespace = '' } = open[index] ?? {};
    if (namespace !== 'html' || border.has(tagName)) break;
    if (wanted.has(tagName)) found = index;
  }
  return found;
}

function beforeOption(open: readonly Open[], tagName: string): number {
  let stays = open.length;
  if (open[stays - 1]?.tagName === 'option') stays--;
  if (tagName === 'optgroup' && open[stays - 1]?.tagName === 'optgroup') stays--;
  return stays;
}

function beforeRuby(open: readonly Open[]): number {
  let stays = open.length;
  while (inRuby.has(open[stays - 1]?.tagName ?? '')) stays--;
  return open[stays - 1]?.tagName === 'ruby' ? stays : open.length;
}
