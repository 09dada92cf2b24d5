import type { Answer, Condition, Groups } from '../conditions/clause.ts';
import { parseEntries } from '../conditions/condition.ts';
import { conditionAttributes } from '../conditions/conditions.ts';
import type { Entry } from '../conditions/entries.ts';
import type { Note } from '../mistake.ts';
import type { MarkupReader } from './reader.ts';
import { writtenSlot } from './written.ts';

/**
 * Which part of a conditional element shows:
 *
 * - `written`: everything as the owner wrote it, with its `hidden`.
 * - `content`: all children as written. The given ones, those of the default slot, lose their `hidden`.
 * - `template`: what the template holds, alone.
 * - `children`: the given children alone, without their `hidden`. If there are none, nothing shows.
 *
 * A child with a condition of its own, or one that a rule has hidden, never loses its `hidden` to its parent: see
 * `keepsHidden`.
 */
export type Part<Node> =
  | { readonly kind: 'written' }
  | { readonly kind: 'content' | 'children'; readonly children: readonly Node[] }
  | { readonly kind: 'template'; readonly template: Node };

/** The slot of a `<geo-optout>` for the words that the signal is honoured. */
export const honoredSlot = 'honored';

/** Shows in place of an element that is hidden as a whole. */
export const nothing: Part<never> = { kind: 'children', children: [] };

/** The condition in an element's attributes, as text. Undefined if only a browser can read one of them. */
export function conditionEntries<Node>(reader: MarkupReader<Node>, node: Node): readonly Entry<string>[] | undefined {
  return attributeEntries(reader, node, conditionAttributes);
}

/** What stands in these attributes. Elements get their names from the loader, which has the table of conditions. */
export function attributeEntries<Node>(
  reader: MarkupReader<Node>,
  node: Node,
  names: readonly string[],
): readonly Entry<string>[] | undefined {
  const entries: Entry<string>[] = [];
  for (const name of names) {
    const value = reader.attribute(node, name);
    if (value === undefined) return undefined;
    if (value !== null) entries.push([name, value]);
  }
  return entries;
}

/** Reads the condition in an element's attributes. Undefined if only a browser can read one of them. */
export function readCondition<Node>(
  reader: MarkupReader<Node>,
  node: Node,
  groups?: Groups,
  note?: Note,
): Condition | undefined {
  const entries = conditionEntries(reader, node);
  return entries && parseEntries(entries, groups, note);
}

/** Chooses the part of a `<geo-if>` that shows, and that of a `<geo-case>`: yes if it is chosen, else unknown. */
export function choosePart<Node>(reader: MarkupReader<Node>, host: Node, answer: Answer): Part<Node> {
  if (answer === undefined) return { kind: 'written' };
  const template = templateIn(reader, host, answer ? '' : 'else');
  if (template !== undefined) return { kind: 'template', template };
  const children = childrenIn(reader, host, '');
  const otherwise = childrenIn(reader, host, 'else');
  // With a template for yes, the content beside it is for every other answer, if there is more than the template
  // itself.
  const hasContentForNo =
    !otherwise.length && templateIn(reader, host, '') !== undefined && (children.length > 1 || reader.hasText(host));
  return answer || hasContentForNo ? { kind: 'content', children } : { kind: 'children', children: otherwise };
}

/**
 * Chooses the part of a `<geo-optout>` that shows with the visitor's signal: what the owner put into the slot `honored`,
 * alone. As written if nothing is there.
 */
export function chooseHonored<Node>(reader: MarkupReader<Node>, host: Node): Part<Node> {
  const template = templateIn(reader, host, honoredSlot);
  if (template !== undefined) return { kind: 'template', template };
  const children = childrenIn(reader, host, honoredSlot);
  return children.length ? { kind: 'children', children } : { kind: 'written' };
}

/** Chooses the part of a `<geo-switch>` that shows: the case that was chosen, alone. */
export function chooseCase<Node>(chosen: Node | undefined): Part<Node> {
  return chosen === undefined ? { kind: 'written' } : { kind: 'children', children: [chosen] };
}

/** The cases of a `<geo-switch>`. Only direct children count. */
export function casesIn<Node>(reader: MarkupReader<Node>, host: Node): readonly Node[] {
  return reader.children(host).filter((child) => reader.tag(child) === 'geo-case');
}

/**
 * Direct children that the owner put into a slot. The default slot has an empty name. Copies of templates don't
 * count.
 */
export function childrenIn<Node>(reader: MarkupReader<Node>, host: Node, slot: string): readonly Node[] {
  return reader.children(host).filter((child) => writtenSlot(reader, child) === slot);
}

/**
 * The template for a slot. Templates of other libraries don't count: `<template x-if>` of Alpine, `<template v-for>`
 * of Vue.
 */
function templateIn<Node>(reader: MarkupReader<Node>, host: Node, slot: string): Node | undefined {
  return childrenIn(reader, host, slot).find(
    (child) => reader.tag(child) === 'template' && !reader.attributeNames(child).some((name) => /^[xv]-/.test(name)),
  );
}
