import type { Answer, Condition, Groups } from '../../rules/conditions/clause.ts';
import { parseEntries } from '../../rules/conditions/condition.ts';
import type { Facts } from '../../rules/facts.ts';
import { choosePart, conditionEntries, type Part } from '../../rules/markup/parts.ts';
import type { MarkupReader } from '../../rules/markup/reader.ts';
import { evaluateValueElement, readValueElement } from '../../rules/markup/value-element.ts';
import type { ShownPrice } from '../../rules/money/price.ts';
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

/** What a `<geo-text>` or `<geo-currency>` shows in place of its children. */
export function valueOfElement(element: Element, facts: Facts, locale: string, note?: Note): ShownPrice | undefined {
  return evaluateValueElement(readValueElement(domReader, element, note), facts, locale);
}
