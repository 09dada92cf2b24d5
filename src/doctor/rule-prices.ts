import type { Condition, Groups } from '../rules/conditions/clause.ts';
import { boundByItself } from '../rules/page-rules/page-rules.ts';
import { findRules, rulesOn } from './found-rules.ts';
import { type PageElement, treeReader } from './page-tree.ts';

/** A price list that a rule beside the page gives an element. */
export interface RulePrice {
  readonly list: string;
  readonly when: Condition | undefined;
}

export interface RulePrices {
  readonly priceOf: ReadonlyMap<PageElement, RulePrice>;
  /** Why there may be more. */
  readonly unknown: readonly string[];
}

/**
 * Finds the elements whose text a rule binds to a price list, as servers that write pages do.
 *
 * @param elements of the page, those around others before them.
 * @param rules of the settings block.
 */
export function readRulePrices(
  elements: readonly PageElement[],
  rules: unknown,
  groups: Groups | undefined,
): RulePrices {
  const parsed = rulesOn(elements, rules, groups);
  const unknown = new Set<string>();
  if (typeof rules === 'string') unknown.add(`the rules at ${rules} may write prices, and are not read`);
  const priceOf = new Map<PageElement, RulePrice>();
  // Most pages have no such rule, and their elements need not be followed.
  if (!parsed.some(({ parts }) => parts.some(({ written }) => written.currency !== undefined)))
    return { priceOf, unknown: [...unknown] };
  const { foundAt, isSpent } = findRules(elements, parsed);
  for (const [element, found] of foundAt) {
    if (boundByItself(treeReader, element).includes('text')) continue;
    const writing = found.flatMap(({ rule, isSure }) =>
      rule.parts.flatMap(({ target, written }) => (target === 'text' ? { rule, isSure, list: written.currency } : [])),
    );
    const [first] = writing;
    if (!first || writing.every(({ list }) => list === undefined)) continue;
    // Of several rules the first holds whose condition is yes, which is another one for each visitor.
    const isOne = writing.length === 1 || !first.rule.condition;
    if (!isOne || !first.isSure)
      unknown.add(`several rules write the price of ${first.rule.select}, or only a browser can tell which does`);
    else if (first.list !== undefined) priceOf.set(element, { list: first.list, when: first.rule.condition });
  }
  if (isSpent) unknown.add('the page has too many elements for its rules to be tried on all of them');
  return { priceOf, unknown: [...unknown] };
}
