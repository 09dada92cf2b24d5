import type { AttributeReader } from '../markup/reader.ts';
import { writableAttributes } from '../markup/sink.ts';
import { tokensOf } from '../text/normalize.ts';
import { parseSelector, type SimpleSelector } from './selector.ts';
import { isCounted, lifetimeOf } from './stable-name.ts';
import { isLook, isOfBuilder, isUtility } from './utility-class.ts';

/** Why a selector may find something else, or nothing, one day. */
export type SelectorWarning =
  /** It has a name that a builder made up for this one element. */
  | 'of-element'
  /** It has three parts or more: what moves one of them breaks it. */
  | 'long'
  /** It says only the kind and the look of the element: another one like it in the same place would be found, too. */
  | 'tag-only';

export interface LastingSelector {
  readonly select: string;
  /** How many elements it finds. More than one: nothing that lasts tells them apart. */
  readonly count: number;
  readonly warnings: readonly SelectorWarning[];
}

/** A part of a selector that finds the node, and how much it asks for: the less, the longer it lasts. */
interface Part {
  readonly text: string;
  readonly cost: number;
}

/** Each one is a query of the page. */
const mostTries = 600;
const mostAncestors = 12;
/** There is one on a page. */
const landmarks = ['h1', 'main', 'body', 'header', 'footer'];
const kindAttributes: readonly string[] = ['type', 'role'];
/** `page` is added for what is around all of it: then an id comes after a class that somebody gave. */
const costs = { id: 1, attribute: 2, class: 3, ofBuilder: 4, ofElement: 5, tag: 12, utility: 20, page: 2.5 } as const;

/**
 * Finds a selector of the closed list that will find this element, and no other, for as long as possible: an id, an
 * attribute or a class that somebody gave, then one that a builder made up for the element, then names of elements.
 * What changes with the next build is never used, nor what a binding may write.
 *
 * @param path the element, then those around it, up to `<html>`.
 * @param count how many elements of the page a selector finds.
 * @returns undefined where it cannot be named at all. With a `count` above one it finds others, too: as few as possible.
 */
export function lastingSelector<Node>(
  reader: AttributeReader<Node>,
  path: readonly Node[],
  count: (select: string) => number,
): LastingSelector | undefined {
  const [element, ...around] = path;
  if (element === undefined) return undefined;
  const counts = new Map<string, number>();
  const countOnce = (text: string): number => {
    const found = counts.get(text) ?? (counts.size < mostTries ? count(text) : 0);
    counts.set(text, found);
    return found;
  };
  const own = compoundsOf(reader, element);
  const main = around.findIndex((node) => isMain(reader, node));
  const ancestors = around
    .filter((node) => !/^(?:html|body)$/.test(reader.tag(node)))
    .slice(0, mostAncestors)
    .map((node, index) =>
      compoundsOf(reader, node)
        // What many elements have tells few apart: `wixui-rich-text`, `elementor-element`.
        .map(({ text, cost }) => ({ text, cost: cost + 2 * Math.log2(Math.max(1, countOnce(text))) }))
        // What is around all of a page tells nothing of an element in it: `#content p` is each paragraph of another page.
        .map(({ text, cost }) => ({ text, cost: main >= 0 && index >= main ? cost + costs.page : cost }))
        .toSorted(byCost),
    )
    .map((parts) => {
      // Four that a few elements share must not keep out the one that tells them apart.
      const sole = parts.find(({ text }) => countOnce(text) === 1);
      return sole ? [...new Set([sole, ...parts.slice(0, 3)])] : parts.slice(0, 4);
    });
  let fewest: LastingSelector | undefined;
  for (const select of candidates(own, ancestors)) {
    if (!parseSelector(select.text)) continue;
    const found = countOnce(select.text);
    // Nothing: the page has another mode, or has changed meanwhile.
    if (found < 1 || (fewest && found >= fewest.count)) continue;
    fewest = { select: select.text, count: found, warnings: warningsOf(select.text) };
    if (found === 1) break;
  }
  return fewest;
}

function isMain<Node>(reader: AttributeReader<Node>, node: Node): boolean {
  return reader.tag(node) === 'main' || reader.attribute(node, 'role') === 'main';
}

/** The cheapest first. */
function candidates(own: readonly Part[], ancestors: readonly (readonly Part[])[]): readonly Part[] {
  // A kind of element alone is the last thing to try.
  const list = own.map(({ text, cost }) => ({ text, cost: cost === costs.tag ? cost * 2 : cost }));
  for (const [index, parts] of ancestors.entries()) {
    for (const part of parts) {
      for (const one of own) {
        // The nearer the better: less stands between them that may change.
        const cost = part.cost + one.cost + 1 + index / 10;
        list.push({ text: `${part.text} ${one.text}`, cost });
        if (index === 0) list.push({ text: `${part.text} > ${one.text}`, cost: cost + 0.5 });
      }
    }
  }
  return [...list.toSorted(byCost), ...longer(own, ancestors).toSorted(byCost)];
}

/** Three parts: with something far above, and the parent. */
function longer(own: readonly Part[], ancestors: readonly (readonly Part[])[]): readonly Part[] {
  const [parents = [], ...above] = ancestors;
  return above.flatMap((parts, index) =>
    parts.slice(0, 2).flatMap((part) =>
      parents.slice(0, 2).flatMap((parent) =>
        own.slice(0, 2).map((one) => ({
          text: `${part.text} ${parent.text} > ${one.text}`,
          cost: part.cost + parent.cost + one.cost + index / 10,
        })),
      ),
    ),
  );
}

function byCost(one: Part, other: Part): number {
  return one.cost - other.cost;
}

/** What finds a node by itself. */
function compoundsOf<Node>(reader: AttributeReader<Node>, node: Node): readonly Part[] {
  const tag = reader.tag(node);
  const singles = partsOf(reader, node);
  const classes = singles.filter(({ text }) => text.startsWith('.'));
  const pairs = classes.flatMap((one, index) =>
    classes.slice(index + 1, index + 4).map((other) => ({ text: one.text + other.text, cost: one.cost + other.cost })),
  );
  const canBeNamed = parseSelector(tag) !== undefined;
  const named = canBeNamed
    ? [
        ...singles
          // An id needs no more, and a look tells no more by it.
          .filter(({ text, cost }) => !text.startsWith('#') && !(text.startsWith('.') && cost === costs.tag))
          .map(({ text, cost }) => ({ text: tag + text, cost: cost + 0.5 })),
        { text: tag, cost: landmarks.includes(tag) ? costs.attribute : costs.tag },
      ]
    : [];
  return [...singles, ...pairs, ...named].toSorted(byCost).slice(0, 16);
}

function partsOf<Node>(reader: AttributeReader<Node>, node: Node): readonly Part[] {
  const id = reader.attribute(node, 'id');
  const ids = typeof id === 'string' ? rated(id, costs.id).map((cost) => ({ text: spellId(id), cost })) : [];
  const attributes = reader
    .attributeNames(node)
    .filter(mayName)
    .flatMap((name) => {
      const value = reader.attribute(node, name);
      if (typeof value !== 'string' || value.length > 60 || /["\\\n]/.test(value)) return [];
      const text = value === '' ? `[${name}]` : `[${name}="${value}"]`;
      return rated(value, costOfAttribute(name)).map((cost) => ({ text, cost }));
    });
  const classes = tokensOf(reader.attribute(node, 'class')).flatMap((name) =>
    rated(name, costOfClass(name)).map((cost) => ({ text: `.${name}`, cost })),
  );
  return [...ids, ...attributes, ...classes]
    .filter(({ text }) => parseSelector(text) !== undefined)
    .toSorted(byCost)
    .slice(0, 10);
}

/** `[type="button"]` says no more than the name of the element. */
function costOfAttribute(name: string): number {
  if (kindAttributes.includes(name)) return costs.tag;
  return costs.attribute + (name.startsWith('data-') ? 0 : 0.3);
}

function costOfClass(name: string): number {
  if (isUtility(name)) return costs.utility;
  // Other pages have other elements that look so: no more telling than a kind of element.
  if (isLook(name)) return costs.tag;
  return isOfBuilder(name) ? costs.ofBuilder : costs.class;
}

function rated(name: string, cost: number): readonly number[] {
  const lifetime = lifetimeOf(name);
  if (lifetime === 'changing') return [];
  return [lifetime === 'lasting' ? cost : costs.ofElement + cost / 10];
}

/** Not all ids can be written behind `#`. */
function spellId(id: string): string {
  return parseSelector(`#${id}`)?.length === 1 && /^[^\s.[>,:]+$/.test(id) ? `#${id}` : `[id="${id}"]`;
}

/** Frameworks and libraries count with these, or keep there what an element is like just now. */
const dataOfScripts = /^data-(?:geo-|react|v-|astro|aos|src|lazy|state|index|load|init|animat|w-id|brx|type$)/;
/** An owner changes what these say, as they change a text. */
const dataWithContent = new Set(
  (
    'price amount text title tooltip caption label content href url link bg image style value count quantity stock ' +
    'date time theme lang country currency visible open active selected'
  ).split(' '),
);

/** Names that say what an element is, and that no binding and no script writes. */
function mayName(name: string): boolean {
  if (name.startsWith('data-')) return !dataOfScripts.test(name) && !dataWithContent.has(firstWord(name));
  return (
    ['name', 'itemprop', 'rel', 'for', 'type', 'role', 'property'].includes(name) && !writableAttributes.includes(name)
  );
}

/** `title` of `data-title-text` and of `data-original-title`. */
function firstWord(name: string): string {
  return /^data-(?:original-)?([^-]*)/.exec(name)?.[1] ?? '';
}

/** Whether a selector names a kind of element, such as `h1` and `.price`. Then other pages of the site have some, too. */
export function isOfKind(select: string): boolean {
  return !simplesOf(select).some(
    ({ kind, name }) => kind === 'id' || name === 'id' || (lifetimeOf(name) === 'of-element' && !isCounted(name)),
  );
}

/** Whether a selector has a name by counting in it. Then it finds another thing on other pages. */
export function isOfCount(select: string): boolean {
  return simplesOf(select).some(({ name }) => isCounted(name));
}

function simplesOf(select: string): readonly SimpleSelector[] {
  return parseSelector(select)?.flatMap((compounds) => compounds.flatMap(({ simples }) => simples)) ?? [];
}

function warningsOf(select: string): readonly SelectorWarning[] {
  const [compounds = []] = parseSelector(select) ?? [];
  const simples = compounds.flatMap((compound) => compound.simples);
  const names = simples.flatMap((simple) => (simple.kind === 'attribute' ? (simple.value ?? '') : simple.name));
  const isTagOnly = compounds.at(-1)?.simples.every(saysOnlyItsKind);
  return [
    ...(names.some((name) => lifetimeOf(name) === 'of-element') ? (['of-element'] as const) : []),
    ...(compounds.length > 2 ? (['long'] as const) : []),
    ...(isTagOnly ? (['tag-only'] as const) : []),
  ];
}

function saysOnlyItsKind({ kind, name }: SimpleSelector): boolean {
  if (kind === 'tag') return !landmarks.includes(name);
  return kind === 'attribute' ? kindAttributes.includes(name) : kind === 'class' && (isUtility(name) || isLook(name));
}
