import type { AttributeReader } from '../markup/reader.ts';
import type { ComplexSelector, SimpleSelector } from './selector.ts';

/** HTML compares their values without case. https://html.spec.whatwg.org/#case-sensitivity-of-selectors */
const caselessAttributes = new Set(
  'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'.split(
    ' ',
  ),
);

/**
 * Whether a selector finds an element, as a browser would say. It takes as many steps as the selector has parts times
 * the elements around.
 *
 * @param path the element, then those around it.
 * @returns false too where only a browser can read what is asked for.
 */
export function finds<Node>(reader: AttributeReader<Node>, selector: ComplexSelector, path: readonly Node[]): boolean {
  // Where the last part that was looked at may stand.
  let places: ReadonlySet<number> = new Set([-1]);
  let joint: string = 'self';
  for (const { combinator, simples } of selector.toReversed()) {
    const [nearest = -1] = places;
    const next = new Set<number>();
    for (const [index, node] of path.entries()) {
      const isBelow = joint === '>' ? places.has(index - 1) : index > nearest;
      const isThere = joint === 'self' ? index === 0 : isBelow;
      if (isThere && simples.every((simple) => answerSimple(reader, node, simple) === true)) next.add(index);
    }
    if (next.size === 0) return false;
    places = next;
    joint = combinator;
  }
  return true;
}

/** @returns undefined where only a browser can read what is asked for. */
export function answerSimple<Node>(
  reader: AttributeReader<Node>,
  node: Node,
  simple: SimpleSelector,
): boolean | undefined {
  const answer = ask(reader, node, simple);
  return simple.isNot && answer !== undefined ? !answer : answer;
}

function ask<Node>(reader: AttributeReader<Node>, node: Node, { kind, name, operator, value = '' }: SimpleSelector) {
  if (kind === 'any') return true;
  if (kind === 'tag') return reader.tag(node) === name;
  const text = reader.attribute(node, kind === 'attribute' ? name : kind);
  if (typeof text !== 'string') return text === null ? false : undefined;
  if (kind === 'id') return text === name;
  if (kind === 'class') return wordsOf(text).includes(name);
  const [has, wanted] = caselessAttributes.has(name) ? [text.toLowerCase(), value.toLowerCase()] : [text, value];
  return compare(operator, has, wanted);
}

/** HTML's own blanks: a class may have another one in it. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\t\n\f\r ]+/).filter(Boolean);
}

function compare(operator: string | undefined, text: string, value: string): boolean {
  if (operator === undefined) return true;
  if (operator === '=') return text === value;
  if (operator === '|=') return text === value || text.startsWith(`${value}-`);
  if (operator === '~=') return wordsOf(text).includes(value);
  // Nothing begins or ends with nothing, or has it inside. https://www.w3.org/TR/selectors-4/#attribute-substrings
  if (value === '') return false;
  if (operator === '^=') return text.startsWith(value);
  return operator === '$=' ? text.endsWith(value) : text.includes(value);
}
