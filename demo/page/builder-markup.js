// @ts-check

/**
 * What is shown and what is copied are made from one tree, so the two cannot disagree.
 *
 * @typedef {{ tag: string, attributes: [name: string, value: string][], children: (Tree | string)[] }} Tree
 *
 * @typedef {object} Wanted What the form asks for.
 * @property {string} kind The name of the condition.
 * @property {readonly string[]} values
 * @property {boolean} isNot
 * @property {string} yes What those see who match.
 * @property {string} no What everybody else sees; empty for nothing.
 * @property {boolean} isHidden Whether neither shows until it is certain.
 */

const commaKinds = ['city', 'path', 'query'];

/** @param {Wanted} wanted */
export function valuesInText({ kind, values }) {
  return values.join(commaKinds.includes(kind) ? ', ' : ' ');
}

/** As text: `country: DE AT`. @param {Wanted} wanted */
export function conditionInText(wanted) {
  const values = valuesInText(wanted);
  return values ? `${nameOf(wanted)}: ${values}` : nameOf(wanted);
}

/** @param {Wanted} wanted */
function nameOf({ kind, isNot }) {
  return isNot ? `not-${kind}` : kind;
}

/** @type {Record<string, (wanted: Wanted) => Tree[]>} */
export const forms = {
  element(wanted) {
    const { yes, no, isHidden } = wanted;
    return [
      tree(
        'geo-if',
        [[nameOf(wanted), valuesInText(wanted)], ...hidden(isHidden)],
        [yes, ...(no ? [tree('span', [['slot', 'else'], ...hidden(true)], [no])] : [])],
      ),
    ];
  },
  attribute(wanted) {
    const { yes, no, isHidden } = wanted;
    return [
      tree('p', [['data-geo-show', conditionInText(wanted)], ...hidden(isHidden)], [yes]),
      ...(no ? [tree('p', [['data-geo-hide', conditionInText(wanted)], ...hidden(true)], [no])] : []),
    ];
  },
  class({ kind, values, isNot, yes, no, isHidden }) {
    const names = kind === 'eu' ? ['eu'] : values.map((value) => value.toLowerCase());
    /** @param {string} verb @param {boolean} startsHidden */
    const classes = (verb, startsHidden) =>
      [...names.map((name) => `geo-${verb}-${name}`), ...(startsHidden ? ['geo-hidden'] : [])].join(' ');
    return [
      tree('p', [['class', classes(isNot ? 'hide' : 'show', isHidden)]], [yes]),
      ...(no ? [tree('p', [['class', classes(isNot ? 'show' : 'hide', true)]], [no])] : []),
    ];
  },
};

/**
 * @param {string} tag
 * @param {Tree['attributes']} attributes
 * @param {Tree['children']} children
 * @returns {Tree}
 */
function tree(tag, attributes, children) {
  return { tag, attributes, children };
}

/** @param {boolean} isHidden @returns {Tree['attributes']} */
function hidden(isHidden) {
  return isHidden ? [['hidden', '']] : [];
}

/** @param {readonly Tree[]} trees What a page needs besides, its style sheet may have already. */
export function markupOf(trees) {
  const markup = trees.map((each) => write(each)).join('\n');
  return markup.includes('geo-hidden') ? `${markup}\n<style>.geo-hidden { display: none }</style>` : markup;
}

/**
 * @param {Tree} tree
 * @returns {string}
 */
function write({ tag, attributes, children }, indent = '') {
  const names = attributes
    .map(([name, value]) => (value ? ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"` : ` ${name}`))
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child, `${indent}  `)));
  const isLong = children.length > 1 || tag === 'geo-if';
  return isLong
    ? `<${tag}${names}>\n${inner.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}</${tag}>`
    : `<${tag}${names}>${inner.join('')}</${tag}>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @param {Tree} tree @returns {HTMLElement} */
export function make({ tag, attributes, children }) {
  const made = document.createElement(tag);
  for (const [name, value] of attributes) made.setAttribute(name, value);
  made.append(...children.map((child) => (typeof child === 'string' ? child : make(child))));
  return made;
}
