import type { Answer, Condition, Groups } from '../clause.ts';
import { parseEntries } from '../condition.ts';
import { conditionAttributes } from '../condition-table.ts';
import type { Entry } from '../entries.ts';
import type { Parsed } from '../mistake.ts';
import type { MarkupReader } from './reader.ts';

/**
 * Which part of a `<geo-if>` or `<geo-case>` shows:
 *
 * - `written`: everything as the owner wrote it, with its `hidden`.
 * - `content`: the children without a slot, with `hidden` taken off.
 * - `template`: what a template holds, alone.
 * - `children`: these children alone, with `hidden` taken off. Without any, the element shows nothing.
 */
export type Part<Node> =
  | { readonly kind: 'written' }
  | { readonly kind: 'content' }
  | { readonly kind: 'template'; readonly template: Node }
  | { readonly kind: 'children'; readonly children: readonly Node[] };

/** The entries of the condition in an element's attributes; undefined where only a browser can read one of them. */
export function conditionEntries<Node>(reader: MarkupReader<Node>, node: Node): readonly Entry<string>[] | undefined {
  const names = reader.attributeNames(node);
  const entries: Entry<string>[] = [];
  for (const name of conditionAttributes) {
    const value = names.includes(name) ? reader.attribute(node, name) : null;
    if (value === undefined) return undefined;
    if (value !== null) entries.push([name, value]);
  }
  return entries;
}

/** Reads the condition in an element's attributes; undefined where only a browser can read one of them. */
export function readCondition<Node>(
  reader: MarkupReader<Node>,
  node: Node,
  groups?: Groups,
): Parsed<Condition> | undefined {
  const entries = conditionEntries(reader, node);
  return entries && parseEntries(entries, groups);
}

/** Chooses the part of a `<geo-if>` that shows. https://html.spec.whatwg.org/#the-template-element holds what is lazy. */
export function choosePart<Node>(reader: MarkupReader<Node>, host: Node, answer: Answer): Part<Node> {
  if (answer === undefined) return { kind: 'written' };
  const template = templateIn(reader, host, answer ? '' : 'else');
  if (template) return { kind: 'template', template };
  if (answer) return { kind: 'content' };
  const children = childrenIn(reader, host, 'else');
  if (!children.length && hasContentBesideTemplate(reader, host)) return { kind: 'content' };
  return { kind: 'children', children };
}

/** Direct children that the owner put into a slot. The default slot has an empty name. */
export function childrenIn<Node>(reader: MarkupReader<Node>, host: Node, slot: string): readonly Node[] {
  return reader.children(host).filter((child) => (reader.attribute(child, 'slot') ?? '') === slot);
}

/** The template whose content shows when its slot does. Other libraries render from their own: Alpine's `x-if`, Vue's `v-for`. */
export function templateIn<Node>(reader: MarkupReader<Node>, host: Node, slot: string): Node | undefined {
  return childrenIn(reader, host, slot).find(
    (child) => reader.tag(child) === 'template' && !reader.attributeNames(child).some((name) => /^[xv]-/.test(name)),
  );
}

/** With a template for *yes*, what stands beside it is for every other answer. */
function hasContentBesideTemplate<Node>(reader: MarkupReader<Node>, host: Node): boolean {
  return (
    templateIn(reader, host, '') !== undefined && (childrenIn(reader, host, '').length > 1 || reader.hasText(host))
  );
}
