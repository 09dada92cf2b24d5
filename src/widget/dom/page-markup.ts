import type { Answer, Condition, Groups } from '../../rules/conditions/clause.ts';
import { parseEntries } from '../../rules/conditions/condition.ts';
import { choosePart, conditionEntries, type Part } from '../../rules/markup/parts.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';
import type { Note } from '../../rules/mistake.ts';
import { domReader } from './dom-reader.ts';

/** The rules of markup, asked for elements of the page. */

/** The condition in an element's attributes. */
export function conditionOf(element: Element, groups: Groups, note?: Note): Condition {
  return parseEntries(conditionEntries(domReader, element) ?? [], groups, note);
}

/** What lazy files get from `geolet.js`. */
interface PageTools {
  readonly rules: { readonly reader: MarkupReader<Element> };
  isComplete(node: Node): boolean;
}

/** Like the rule, but a template that the parser may still be inside leaves the page as written. */
export function partOf(host: Element, answer: Answer, { rules, isComplete }: PageTools): Part<Element> {
  const part = choosePart(rules.reader, host, answer);
  return part.kind === 'template' && !isComplete(part.template) ? { kind: 'written' } : part;
}
