import { findingsOn } from '../owner/advice/findings.ts';
import type { Advice, PageToRead } from '../owner/advice/page-reader.ts';
import { offerMistakesOn } from '../owner/advice/offer-mistakes.ts';
import { reportedMistakesOf } from '../owner/advice/reported-mistakes.ts';
import {
  blockMistakes,
  brokenBlock,
  settingSentence,
  tagMistakes,
  tagValueMistakes,
} from '../owner/advice/setting-mistakes.ts';
import { type RuleMistake, ruleMistakes } from '../owner/advice/rule-mistakes.ts';
import { sourceOf } from '../owner/advice/source.ts';
import { parseGroups } from '../rules/conditions/own-groups.ts';
import { mayHaveBindings } from '../rules/markup/bindings.ts';
import { attempt } from '../rules/attempt.ts';
import type { Note } from '../rules/mistake.ts';
import { parseMaxAgeDays } from '../rules/money/conversion.ts';
import { parsePriceBook } from '../rules/money/price-book.ts';
import { parseRedirectRules } from '../rules/redirect.ts';
import { checkClocks, zonesOn } from './check-clocks.ts';
import { knownElements } from './element-attributes.ts';
import { type Finding, good } from './finding.ts';
import { isReadAsSettings, scriptText, settingsBlock, settingsIn } from './settings-block.ts';
import { type PageElement, readElements, readWithScripts, treeReader } from './page-tree.ts';

/** More would hide the first. */
const mostFindings = 20;
/** With those that are said already. To find what was meant takes time, in which the proxy answers nobody. */
const mostMistakes = 200;

/**
 * The mistakes that a page's HTML shows without a browser, in the words of `explain()`. What the page reports as
 * `geo-error` is wrong; the rest works, and should be looked at.
 *
 * @param url of the page: its redirects may lead to its own origin.
 */
export function checkMarkup(html: string, url: string): Finding[] {
  const all = readElements(html);
  const settings = settingsIn(all);
  return [...checkElements(html, url, all, settings), ...checkClocks(zonesOn(all, settings))];
}

function checkElements(
  html: string,
  url: string,
  all: readonly PageElement[],
  settings: Readonly<Record<string, unknown>>,
): Finding[] {
  const withScripts = readWithScripts(all);
  const elements = withScripts.filter(mayAsk);
  const page = {
    reader: treeReader,
    elements,
    groups: attempt(() => parseGroups(settings.groups)),
    priceBook: parsePriceBook(settings.prices),
    offer: settings.offer,
    delivery: settings.delivery,
    closures: settings.closures,
    known: knownElements,
  };
  const lineOf = countLines(html);
  const found = new Map<string, Finding>();
  let count = 0;
  for (const { words, element, code } of mistakesOn(page, { all, withScripts }, url)) {
    const isKnown = found.has(words);
    if (count === mostMistakes || (!isKnown && found.size === mostFindings)) {
      const rest = `There are more mistakes: these are the first ${count}${count > found.size ? ', and equal ones are said once' : ''}.`;
      return [...found.values(), { check: 'markup', result: 'warning', text: rest }];
    }
    count++;
    if (isKnown) continue;
    const text = `Line ${lineOf(element.start)}: ${words}${/[.?!]$/.test(words) ? '' : '.'}`;
    found.set(words, { check: 'markup', result: code === undefined ? 'warning' : 'bad', text });
  }
  if (found.size > 0) return [...found.values()];
  return isUsed(elements) ||
    settings.rules !== undefined ||
    withScripts.some(({ attributes }) => attributes.has('data-geo-offer'))
    ? [good('markup', 'The HTML of the page shows no mistake.')]
    : [];
}

/** Most elements of a page have neither an attribute nor a name that could mean something to Geolet. */
function mayAsk({ tagName, attributes }: PageElement): boolean {
  return tagName !== 'script' && (attributes.size > 0 || tagName.startsWith('geo'));
}

/** One after the other, so that those behind the first few are not looked for. */
function* mistakesOn(
  page: PageToRead<PageElement>,
  { all, withScripts }: Readonly<Record<'all' | 'withScripts', readonly PageElement[]>>,
  url: string,
): Generator<Advice<PageElement>> {
  yield* inBlock(all, url);
  for (const element of all.filter(isLoader)) {
    for (const words of tagValueMistakes(element.attributes)) yield { words, element, code: 'bad-settings' };
    for (const words of tagMistakes(element.attributes)) yield { words, element };
  }
  for (const element of page.elements)
    for (const { words, ...where } of reportedMistakesOf(page, element))
      yield { words: `${sourceOf(treeReader, element)}: ${words}`, ...where };
  for (const { words, ...where } of offerMistakesOn({ ...page, elements: withScripts }))
    yield { words: `${sourceOf(treeReader, where.element)}: ${words}`, ...where };
  yield* findingsOn(page);
}

function isLoader({ tagName, attributes }: PageElement): boolean {
  return (
    tagName === 'script' &&
    /(?:^|\/)geolet(?:-bindings)?(?:\.[\w-]{6,})?\.js(?:[?#]|$)/.test(attributes.get('src') ?? '')
  );
}

/** What a page reports of its settings block, and what it does not. */
function inBlock(elements: readonly PageElement[], url: string): Advice<PageElement>[] {
  const element = settingsBlock(elements);
  if (!element) return [];
  const [type, text] = [element.attributes.get('type') ?? null, scriptText(element)];
  const isRead = isReadAsSettings(element);
  const broken = isRead ? brokenBlock(text) : undefined;
  if (broken !== undefined) return [{ words: broken, element, code: 'bad-settings' }];
  const reported = attempt(() => (isRead ? reportedOfBlock(text, url) : []));
  if (!reported)
    return [{ words: 'the settings block has values that are nested too deeply', element, code: 'bad-settings' }];
  return [
    ...reported.map((words) => ({ words, element, code: 'bad-settings' })),
    ...blockMistakes(type, text).map((words) => ({ words, element })),
    ...(type === 'application/json' ? inRules(text) : []).map((mistake) => ({ ...mistake, element })),
  ];
}

function inRules(text: string): readonly RuleMistake[] {
  const { rules, groups } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  return ruleMistakes(
    rules,
    attempt(() => parseGroups(groups)),
  );
}

/** What the widget reports where it reads each setting of the block. */
function reportedOfBlock(text: string, url: string): string[] {
  const { groups, redirect, origins, ratesMaxAgeDays } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  const details: string[] = [];
  const note: Note = (code, detail) => {
    if (code === 'bad-settings') details.push(detail);
  };
  parseGroups(groups, note);
  const view = { here: url, referrer: '', origins: Array.isArray(origins) ? origins.map(String) : [] };
  if (redirect) parseRedirectRules(redirect, view, note);
  if (parseMaxAgeDays(ratesMaxAgeDays ?? 0) === undefined)
    details.push(`ratesMaxAgeDays: ${JSON.stringify(ratesMaxAgeDays)}`);
  return details.flatMap((detail) => settingSentence(detail, text) ?? []);
}

/** Whether there is anything of ours to read. */
function isUsed(elements: readonly PageElement[]): boolean {
  return elements.some(
    (element) => knownElements.tags.includes(element.tagName) || mayHaveBindings(treeReader, element),
  );
}

/** @returns the line of a place. Places come in any order, so the ends of lines are found once. */
function countLines(html: string): (at: number) => number {
  const ends: number[] = [];
  for (let end = html.indexOf('\n'); end >= 0; end = html.indexOf('\n', end + 1)) ends.push(end);
  return (at) => {
    let [least, most] = [0, ends.length];
    while (least < most) {
      const middle = (least + most) >> 1;
      if ((ends[middle] ?? 0) < at) least = middle + 1;
      else most = middle;
    }
    return least + 1;
  };
}
