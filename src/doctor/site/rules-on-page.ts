import { attempt } from '../../rules/attempt.ts';
import { answer } from '../../rules/conditions/condition.ts';
import { parseGroups } from '../../rules/conditions/own-groups.ts';
import type { Facts } from '../../rules/facts.ts';
import { parsePriceTag } from '../../rules/money/money.ts';
import { parsePriceBook, withList } from '../../rules/money/price-book.ts';
import type { Price, PriceBook } from '../../rules/money/price.ts';
import { aroundPrice } from '../../rules/money/written-price.ts';
import { boundByItself, type PageRule } from '../../rules/page-rules/page-rules.ts';
import type { RulePart } from '../../rules/page-rules/rule-part.ts';
import { hasSameWords } from '../../rules/text/normalize.ts';
import { findRules, rulesOn } from '../found-rules.ts';
import { surroundingsOf } from '../page-prices.ts';
import { type PageElement, readElements, readOnPage, treeReader } from '../page-tree.ts';
import { settingsIn } from '../settings-block.ts';

/** What a rule finds on a page that it is for. */
export interface RuleOnPage {
  readonly rule: PageRule;
  readonly count: number;
  /** How many of them it writes: no attribute and no rule before it always does. */
  readonly written: number;
  /** What it writes a text over, where that is one element. */
  readonly words: string | undefined;
  /** The words that it replaces, where it finds none of them on this page. */
  readonly otherWords: string | undefined;
  /** The first price of its list, where the elements on this page say something else. */
  readonly otherPrice: { readonly first: Price; readonly text: string } | undefined;
}

export interface RulesOnPage {
  /** As the condition `path` has it. */
  readonly path: string;
  /** Those that are for this page. */
  readonly rules: readonly RuleOnPage[];
  /** The others. */
  readonly elsewhere: readonly PageRule[];
  /** Why there may be more. */
  readonly unknown: readonly string[];
}

/** @param path of the page, as `pathOf` writes it. */
export function readRulesOnPage(html: string, path: string): RulesOnPage {
  const elements = readElements(html);
  const settings = settingsIn(elements);
  const groups = attempt(() => parseGroups(settings['groups']));
  const all = rulesOn(elements, settings['rules'], groups);
  const here = all.filter((rule) => isFor(rule, path));
  const { foundAt, isSpent } = findRules(elements, here);
  const seen = new Set(readOnPage(elements));
  const found = new Map<PageRule, PageElement[]>();
  const writes = new Map<PageRule, PageElement[]>();
  for (const [element, those] of foundAt) {
    if (!seen.has(element)) continue;
    const decided = new Set(boundByItself(treeReader, element));
    for (const { rule, isSure } of those) {
      push(found, rule, element);
      const writing = rule.parts.filter((part) => !decided.has(part.target) && saysWhatItReplaces(part, element));
      if (isSure && writing.length > 0) push(writes, rule, element);
      if (isSure && isAlways(rule)) for (const { target } of writing) decided.add(target);
    }
  }
  const book = parsePriceBook(settings['prices']);
  return {
    path,
    rules: here.map((rule) => {
      const written = writes.get(rule) ?? [];
      const [only] = written;
      const hasWords = rule.parts.some((part) => part.written['text'] !== undefined);
      return {
        rule,
        count: found.get(rule)?.length ?? 0,
        written: written.length,
        words: hasWords && only && written.length === 1 ? wordsOf(only) : undefined,
        otherWords: written.length === 0 && found.has(rule) ? replacedBy(rule) : undefined,
        otherPrice: otherPriceOf(rule, written, book),
      };
    }),
    elsewhere: all.filter((rule) => !here.includes(rule)),
    unknown: [
      ...(typeof settings['rules'] === 'string' ? [`the rules at ${settings['rules']} are not read`] : []),
      ...(isSpent ? [`${path} has too many elements for its rules to be tried on all of them`] : []),
    ],
  };
}

function push(map: Map<PageRule, PageElement[]>, rule: PageRule, element: PageElement): void {
  const those = map.get(rule);
  if (those) those.push(element);
  else map.set(rule, [element]);
}

/** Whether there are visitors for whom a rule may hold on a page. */
function isFor({ condition = [] }: PageRule, path: string): boolean {
  const ofPath = condition.filter(({ name }) => name === 'path');
  return ofPath.length === 0 || answer(ofPath, { record: {}, page: { path } }) === true;
}

function replacedBy({ parts }: PageRule): string | undefined {
  return parts.find(({ written }) => written.replaces !== undefined)?.written.replaces;
}

/** Whether a rule holds for every visitor of the pages that it is for. */
function isAlways({ condition = [] }: PageRule): boolean {
  return condition.every(({ name }) => name === 'path');
}

function saysWhatItReplaces({ written, target }: RulePart, element: PageElement): boolean {
  const { replaces } = written;
  const there = target === 'text' ? treeReader.wholeText(element) : element.attributes.get(target);
  return replaces === undefined || hasSameWords(replaces, there);
}

function wordsOf(element: PageElement): string | undefined {
  return treeReader.wholeText(element)?.replace(/\s+/g, ' ').trim();
}

const noFacts: Facts = { record: undefined, page: {} };

function otherPriceOf(
  { parts }: PageRule,
  elements: readonly PageElement[],
  book: PriceBook | undefined,
): RuleOnPage['otherPrice'] {
  const list = parts.find(({ written }) => written['currency'] !== undefined)?.written['currency'];
  const tag = list === undefined ? undefined : parsePriceTag(list);
  const [first] = (tag && withList(tag, book)?.prices) ?? [];
  if (!first || tag?.minus) return undefined;
  const texts = elements.map((element) => [treeReader.wholeText(element), surroundingsOf(element).language] as const);
  // Of several prices one may be the list's, as on a page with many products.
  if (texts.some(([text, locale]) => text === undefined || aroundPrice(text, first, locale, noFacts))) return undefined;
  const [one] = texts;
  return one && { first, text: one[0] ?? '' };
}
