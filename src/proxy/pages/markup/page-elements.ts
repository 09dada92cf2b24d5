import { answer, parseEntries } from '../../../rules/condition.ts';
import { conditionNames } from '../../../rules/condition-table.ts';
import { parsePrices, showPrice } from '../../../rules/money.ts';
import { fillTemplate, parseTemplate } from '../../../rules/template.ts';
import { attributeOf, type ElementNode, encode, isElement, type MarkupNode, type TextNode } from './nodes.ts';
import type { PageVisit } from './page-visit.ts';

/**
 * What the widget's elements would have come to, in the same marks, so that they take the page over as they find it.
 * Shadow trees come as declarative ones. https://html.spec.whatwg.org/#attr-template-shadowrootmode
 */

/** Elements whose children decide what shows. */
export function isConditional({ tag }: ElementNode): boolean {
  return tag === 'geo-if' || tag === 'geo-switch';
}

export function isValueElement({ tag }: ElementNode): boolean {
  return tag === 'geo-text' || tag === 'geo-currency';
}

/** The shadow tree of a value, or undefined for "as written". The children stay where they are. */
export function valueTree(element: ElementNode, visit: PageVisit, locale: string): TextNode | undefined {
  const read = (name: string) => attributeOf(element, name);
  const value = visit.ask((facts): { readonly text: string; readonly was?: string | undefined } | undefined => {
    if (element.tag === 'geo-text') {
      const template = parseTemplate(read('template') ?? '');
      const text = template && fillTemplate(template, facts, 'text', locale);
      return text === undefined ? text : { text };
    }
    const [prices, was] = ['prices', 'was'].map((name) =>
      typeof read(name) === 'string' ? parsePrices(read(name) ?? '') : [],
    );
    return prices && was && showPrice({ prices, was, charm: read('charm') ?? null }, facts, locale);
  });
  if (!value) return undefined;
  const was = value.was === undefined ? '' : `<s part="was">${encode(value.was)}</s> `;
  return shadowTree(`${was}<bdi part="value">${encode(value.text)}</bdi>`);
}

/**
 * Shows the parts of a `geo-if` or `geo-switch` that its conditions ask for.
 *
 * @param style the tag that begins a style sheet here, or undefined where the page's policy allows none.
 * @param added told of each copy of a template, to be followed like the rest of the page.
 */
export function applyConditional(
  element: ElementNode,
  visit: PageVisit,
  style: string | undefined,
  added: (copy: ElementNode) => void,
): void {
  if (element.tag === 'geo-if') applyIf(element, visit, style, added);
  else applySwitch(element, visit, style, added);
}

function applyIf(
  element: ElementNode,
  visit: PageVisit,
  style: string | undefined,
  added: (copy: ElementNode) => void,
): void {
  const yes = answerOf(element, visit);
  if (yes === undefined) return;
  const template = templateIn(element, yes ? '' : 'else');
  const otherwise = childrenIn(element, 'else');
  const beside =
    !otherwise.length && templateIn(element, '') && (childrenIn(element, '').length > 1 || hasText(element));
  const part = template ? copyOf(element, template, added) : yes || beside ? undefined : otherwise;
  show(element, part, style);
}

function applySwitch(
  element: ElementNode,
  visit: PageVisit,
  style: string | undefined,
  added: (copy: ElementNode) => void,
): void {
  for (const child of element.children.filter(isElement).filter(({ tag }) => tag === 'geo-case')) {
    const decided = decide(child, visit);
    // A case that only the browser can answer comes before all that follow.
    if (decided === 'left') return;
    if (!decided) continue;
    const template = templateIn(child, '');
    show(child, template && copyOf(child, template, added), style);
    show(element, [child], style);
    return;
  }
}

function answerOf(element: ElementNode, visit: PageVisit): boolean | undefined {
  const decided = decide(element, visit);
  return decided === 'left' ? undefined : decided;
}

/** @returns `left` where it is the browser's to say; undefined is unknown. */
function decide(element: ElementNode, visit: PageVisit): boolean | undefined | 'left' {
  const written = conditionNames
    .flatMap((name) => [name, `not-${name}`])
    .filter((name) => element.attributes.has(name));
  const entries = written.map((name) => [name, attributeOf(element, name)] as const);
  if (entries.some(([, value]) => value === undefined)) return 'left';
  const decided = visit.ask((facts) => ({ yes: answer(parseEntries(entries, visit.groups).value, facts) }));
  return decided ? decided.yes : 'left';
}

/** As `ConditionalElement.show()` in the widget leaves it. */
function show(host: ElementNode, part: readonly ElementNode[] | undefined, style: string | undefined): void {
  const off = part?.length === 0;
  if (!off) borrow(host, 'hidden', null);
  for (const child of host.children.filter(isElement)) {
    if (isCopy(child)) continue;
    const alone = !!part?.includes(child);
    if (alone) borrow(child, 'slot', 'geo-part');
    if ((alone || (!part && slotOf(child) === '')) && !isConditionalItself(child)) borrow(child, 'hidden', null);
  }
  if (!part) return;
  const rules = [off && ':host{display:none!important}', '::slotted(geo-t){display:contents!important}']
    .filter(Boolean)
    .join('');
  const sheet = style === undefined ? '' : `${style}${rules}</style>`;
  host.children.unshift(
    shadowTree(`${sheet}<slot hidden></slot><slot name="else" hidden></slot><slot name="geo-part"></slot>`),
  );
}

/** Children that show and hide by a condition of their own: their `hidden` is theirs alone. */
function isConditionalItself({ tag, attributes }: ElementNode): boolean {
  return /^geo-(if|switch|case)$/.test(tag) || attributes.has('data-geo-show') || attributes.has('data-geo-hide');
}

function borrow({ attributes }: ElementNode, name: 'hidden' | 'slot', value: string | null): void {
  const written = attributes.get(name);
  if (written === undefined ? value === null : written === value) return;
  attributes.set(`data-geolet-${name}`, written ?? '');
  if (value === null) attributes.delete(name);
  else attributes.set(name, value);
}

function slotOf({ attributes }: ElementNode): string {
  return attributes.get('data-geolet-slot') ?? attributes.get('slot') ?? '';
}

function isCopy({ attributes }: ElementNode): boolean {
  return attributes.get('slot') === 'geo-part' && !attributes.has('data-geolet-slot');
}

function childrenIn(host: ElementNode, slot: string): ElementNode[] {
  return host.children.filter(isElement).filter((child) => !isCopy(child) && slotOf(child) === slot);
}

function templateIn(host: ElementNode, slot: string): ElementNode | undefined {
  return childrenIn(host, slot).find(({ tag }) => tag === 'template');
}

function hasText({ children }: ElementNode): boolean {
  return children.some(({ kind, ...node }) => kind === 'text' && 'source' in node && node.source.trim() !== '');
}

/** What stands behind a template in its place. Text cannot be slotted by name, so it gets an element without a box. */
function copyOf(host: ElementNode, template: ElementNode, added: (copy: ElementNode) => void): ElementNode[] {
  const copies = template.children.flatMap((node): ElementNode[] => {
    if (node.kind === 'comment') return [];
    const copy = isElement(node) ? cloned(node) : wrapped(node);
    copy.attributes.set('slot', 'geo-part');
    return [copy];
  });
  host.children.splice(host.children.indexOf(template) + 1, 0, ...copies);
  copies.forEach(added);
  return copies;
}

function wrapped(text: MarkupNode): ElementNode {
  return { kind: 'element', tag: 'geo-t', isHtml: true, attributes: new Map(), children: [text], hasEndTag: true };
}

function cloned(element: ElementNode): ElementNode {
  return {
    ...element,
    attributes: new Map(element.attributes),
    children: element.children.map((child) => (isElement(child) ? cloned(child) : child)),
  };
}

function shadowTree(content: string): TextNode {
  return { kind: 'markup', source: `<template shadowrootmode="open">${content}</template>` };
}
