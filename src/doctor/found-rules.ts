import { attempt } from '../rules/attempt.ts';
import type { Groups } from '../rules/conditions/clause.ts';
import { parseCondition } from '../rules/conditions/condition.ts';
import { type PageRule, parsePageRules } from '../rules/page-rules/page-rules.ts';
import { type FoundRule, nowhere, RuleFinder, type RulePlace } from '../rules/page-rules/rule-finder.ts';
import { type PageElement, treeReader } from './page-tree.ts';
import { scriptText } from './settings-block.ts';

/** What Geolet itself may write in the browser, so that no rule is sure to find it. */
const unread = new Set(['hidden', 'slot']);

/**
 * The rules of a page in their order: those of its server, then those of the settings block.
 *
 * @param rules of the settings block. Those at an address are not read.
 */
export function rulesOn(
  elements: readonly PageElement[],
  rules: unknown,
  groups: Groups | undefined,
): readonly PageRule[] {
  const served = elements.find(({ tagName, attributes }) => tagName === 'script' && attributes.has('data-geo-rules'));
  const lists = [served && attempt<unknown>(() => JSON.parse(scriptText(served))), rules];
  return parsePageRules(
    lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])),
    (text) => parseCondition(text, groups),
  );
}

/** The elements that rules find, as servers that write pages do. */
export interface FoundOnPage {
  readonly foundAt: ReadonlyMap<PageElement, readonly FoundRule[]>;
  /** Whether the page has too many elements for its rules. */
  readonly isSpent: boolean;
}

/** @param elements of the page, those around others before them. */
export function findRules(elements: readonly PageElement[], rules: readonly PageRule[]): FoundOnPage {
  const finder = new RuleFinder(treeReader, rules);
  const places = new Map<PageElement, RulePlace>();
  const foundAt = new Map<PageElement, readonly FoundRule[]>();
  for (const element of elements) {
    const around = (element.parent && places.get(element.parent)) ?? nowhere;
    const { place, found } = finder.find(element, around, unread);
    places.set(element, place);
    if (found.length > 0) foundAt.set(element, found);
  }
  return { foundAt, isSpent: finder.isSpent };
}
