import type { PageRule } from '../../rules/page-rules/page-rules.ts';
import { shorten } from '../../owner/advice/source.ts';
import { type Finding, good, skipped, warning } from '../finding.ts';
import type { RuleOnPage, RulesOnPage } from './rules-on-page.ts';

/** More would hide the first. */
const mostFindings = 20;
const mostNamed = 3;

/** A rule on the pages that it is for. */
interface RuleOnPages {
  readonly rule: PageRule;
  readonly pages: Array<RuleOnPage & { readonly path: string }>;
}

/** What is said of a rule, and what to do. */
interface Remark {
  readonly text: string;
  readonly fix: string;
}

/** Says for each rule on which pages it finds nothing, more than it means, or something else. */
export function compareRules(pages: readonly RulesOnPage[]): Finding[] {
  const rules = gather(pages);
  const unknown = [...new Set(pages.flatMap((page) => page.unknown))].map((why) => skipped('rules', sentence(why)));
  if (rules.length === 0 && unknown.length === 0)
    return [skipped('rules', 'These pages have no page rules (rules of the settings block).')];
  const said = rules.map(describe);
  const isWarning = ({ result }: Finding) => result === 'warning';
  const sorted = [...said.filter(isWarning), ...said.filter((finding) => !isWarning(finding))];
  const rest = sorted.length - mostFindings;
  return [
    ...sorted.slice(0, mostFindings),
    ...(rest > 0 ? [skipped('rules', `${rest} more rules are not named here.`)] : []),
    ...unknown,
  ];
}

/** The same block stands on many pages. What differs in it is another rule. */
function gather(pages: readonly RulesOnPage[]): readonly RuleOnPages[] {
  const byText = new Map<string, RuleOnPages>();
  const of = (rule: PageRule): RuleOnPages => {
    const key = JSON.stringify([rule.index, rule.parts]);
    const known = byText.get(key) ?? { rule, pages: [] };
    byText.set(key, known);
    return known;
  };
  for (const { path, rules, elsewhere } of pages) {
    for (const one of rules) of(one.rule).pages.push({ ...one, path });
    for (const rule of elsewhere) of(rule);
  }
  return [...byText.values()].toSorted((one, other) => one.rule.index - other.rule.index);
}

function describe(one: RuleOnPages): Finding {
  const { rule, pages } = one;
  const name = `rules[${rule.index}] (${shorten(rule.select, 60)})`;
  if (pages.length === 0)
    return skipped('rules', `${name} is for other pages than those that were read (${shorten(whenOf(rule))}).`);
  const remarks = [
    findsNothing(one),
    findsMore(one),
    findsOtherPrice(one),
    findsOtherWords(one),
    findsNoWords(one),
  ].filter((remark) => remark !== undefined);
  if (remarks.length > 0)
    return warning(
      'rules',
      `${name} ${remarks.map(({ text }) => text).join('; it ')}.`,
      remarks.map(({ fix }) => fix).join(' '),
    );
  return good('rules', `${name} finds ${whatIsFound(one)}.`);
}

function findsNothing({ rule, pages }: RuleOnPages): Remark | undefined {
  const without = pages.filter(({ count }) => count === 0);
  const isNowhere = without.length === pages.length;
  // Elsewhere it is meant for the pages that have such an element.
  if (without.length === 0 || (!isNowhere && !hasPath(rule))) return undefined;
  const where =
    isNowhere && pages.length > 1 ? `on any of the ${pages.length} pages that it is for` : `on ${named(without)}`;
  return {
    text: `finds nothing ${where}`,
    fix: isNowhere
      ? 'Correct its selector, or take it out. What scripts add to a page is not seen from here.'
      : 'Choose what these pages have, too, or write the path of the others into "when". What scripts add to a page is not seen from here.',
  };
}

/** A list of prices counts only where the text says its first price, so it may find as many as there are. */
function findsMore({ rule, pages }: RuleOnPages): Remark | undefined {
  if (rule.parts.every(({ written }) => written['currency'] !== undefined)) return undefined;
  const several = pages.filter(({ written }) => written > 1);
  const meansOne = isById(rule) || pages.some(({ count }) => count === 1);
  if (several.length === 0 || !meansOne) return undefined;
  return {
    text: `finds ${list(several, ({ path, written }) => `${written} elements on ${path}`)}`,
    fix: isById(rule)
      ? 'Give each element an id of its own.'
      : 'It writes into all of them. Choose one by an id or by what stands around it, or write the path of the pages where it is right into "when".',
  };
}

function findsOtherPrice({ pages }: RuleOnPages): Remark | undefined {
  const others = pages.flatMap(({ path, otherPrice }) => (otherPrice ? { path, ...otherPrice } : []));
  const [one] = others;
  if (!one) return undefined;
  const { currency, amount, fractionDigits } = one.first;
  return {
    text: `finds another price than ${currency} ${amount.toFixed(fractionDigits)}, the first of its list: ${list(others, ({ path, text }) => `"${shorten(text, 30)}" on ${path}`)}`,
    fix: 'There the text stays as written for everybody. Give these pages a list of their own, in a rule before this one with their path in "when".',
  };
}

function findsOtherWords({ pages }: RuleOnPages): Remark | undefined {
  const over = pages.flatMap(({ path, words }) => (words ? { path, words } : []));
  if (new Set(over.map(({ words }) => words)).size < 2) return undefined;
  return {
    text: `writes the same text over different ones: ${list(over, ({ path, words }) => `"${shorten(words, 30)}" on ${path}`)}`,
    fix: 'If these pages need other words, write one rule for each, with its path in "when".',
  };
}

/** Pages that say something else are meant to stay as they are, but one must say it. */
function findsNoWords({ pages }: RuleOnPages): Remark | undefined {
  const others = pages.filter(({ otherWords, count }) => otherWords !== undefined || count === 0);
  const [words] = others.flatMap(({ otherWords }) => otherWords ?? []);
  if (words === undefined || others.length < pages.length) return undefined;
  return {
    text: `finds the words that it replaces on none of these pages: "${shorten(words, 30)}"`,
    fix: 'Write the words that these pages have now into "replaces", or take it out.',
  };
}

function whatIsFound({ pages }: RuleOnPages): string {
  const finding = pages.filter(({ count }) => count > 0);
  const without = pages.length - finding.length;
  const counts = new Set(finding.map(({ count }) => count));
  const most = Math.max(...counts);
  const found = most === 1 ? 'one element' : `${counts.size > 1 ? 'up to ' : ''}${most} elements`;
  const where = finding.length === 1 ? `on ${finding[0]?.path}` : `on each of ${finding.length} pages`;
  return `${found} ${where}${without > 0 ? `, and nothing on ${without === 1 ? 'the other one' : `${without} others`}` : ''}`;
}

function hasPath({ condition = [] }: PageRule): boolean {
  return condition.some(({ name }) => name === 'path');
}

function whenOf({ parts }: PageRule): string {
  return parts.find(({ written }) => written['when'] !== undefined)?.written['when'] ?? '';
}

function isById({ selectors }: PageRule): boolean {
  return selectors.every((compounds) => compounds.at(-1)?.simples.some(({ kind, isNot }) => kind === 'id' && !isNot));
}

function named(pages: ReadonlyArray<{ readonly path: string }>): string {
  return list(pages, ({ path }) => path);
}

function list<One>(all: readonly One[], words: (one: One) => string): string {
  const first = all.slice(0, mostNamed).map(words);
  const rest = all.length - first.length;
  return rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ');
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
