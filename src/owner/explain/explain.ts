import { describeMistake, spellAsText } from '../advice/mistake-words.ts';
import { placeSentence } from '../advice/price-mistakes.ts';
import { reportedMistakesOf } from '../advice/reported-mistakes.ts';
import type { MistakeCode } from '../../rules/mistake.ts';
import type { Price } from '../../rules/money/price.ts';
import { unusableIn } from '../../rules/money/by-place.ts';
import { readVisibility } from '../../rules/markup/visibility.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';
import type { Geolet } from '../../widget/api/api.ts';
import type { Core } from '../../widget/api/core.ts';
import { explainBindings, isHidden } from './binding-words.ts';
import { anyBoundSelector, notIgnored } from '../../widget/bindings/selector.ts';
import type { Finding } from '../../widget/api/owner-tools.ts';
import { findMistakes } from './findings.ts';
import { reportedFindings } from './mistakes.ts';
import { elementTags, tagsThat } from '../../widget/elements/element-table.ts';
import { explainElement } from './element-words.ts';
import { explainOffer, offersOnPage } from './offer-words.ts';
import { pageAround } from './page-to-read.ts';
import { errorWords } from './error-words.built.ts';
import { createInspection } from './inspect.ts';
import { elementsOfRules, explainRules, hasVisibilityRule } from './rule-words.ts';
import { describeRecord, type Snapshot } from './snapshot.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { redirectLine } from './redirect-words.ts';
import { errorsPage } from '../../widget/boot/errors-page.built.ts';
import { type Part, sourceOf } from './source.ts';
import { printSummary, summaryText } from './summary.ts';
import { native } from '../../widget/dom/native.ts';

/** A file of its own: fetched when an owner asks why, and with the setting `debug`. */
export default function startExplain(core: Core) {
  const { geolet } = core;
  return {
    explain: (subject: unknown) => explain(core, geolet, subject),
    inspect: () => createInspection(core, geolet),
    summarize: () => summarize(core, geolet),
    reasons: () => reasonsOnPage(core, geolet),
    redirect: () => redirectLine(core, geolet),
    /** What is wrong on the page, for those who show it beside the page. */
    find: () => [...reportedFindings(core), ...findMistakes(core)],
    describe: (code: MistakeCode, text: string, written: string) =>
      describeMistake(code, text, { groups: ownGroups(core), spell: spellAsText, attribute: () => written }),
    mistakesIn: (element: Element, block: Readonly<Record<string, unknown>>) =>
      reportedMistakesOf({ ...pageAround(core), ...block }, element).map(({ words }) => words),
    describeList: (prices: readonly Price[] | undefined) => listMistake(prices, core),
  };
}

function ownGroups(core: Core): readonly string[] {
  return Object.keys(Object(core.block('groups')) as object);
}

function listMistake(prices: readonly Price[] | undefined, core: Core): string | undefined {
  const unusable = prices && unusableIn({ prices }, core.visitor.facts?.groups);
  return unusable && placeSentence(unusable, ownGroups(core));
}

function explain(core: Core, geolet: Geolet, subject?: unknown): string {
  if (subject === undefined) return summaryText(core, geolet);
  if (typeof subject === 'string') return explainCode(subject);
  const node = subject instanceof Node ? subject : undefined;
  const element = node instanceof Element ? node : node?.parentElement;
  if (!element)
    return 'geolet.explain() takes an element of the page, a code of geo-error, or nothing: then it explains the whole page.';
  return explainNode(ours(element), core, geolet);
}

/** Bindings that wait for the load, and files of elements on a slow line, are about to follow. */
const stepMs = 500;
const patienceMs = 5000;

/** What `debug` prints: once, when there is an answer and the page has loaded. By itself, only what is wrong. */
async function summarize(core: Core, geolet: Geolet): Promise<void> {
  await geolet.ready;
  if (native(document).readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  const isWaiting = () => native(document).querySelector(elementTags.map((name) => `${name}:not(:defined)`).join());
  await pause(stepMs);
  for (let waitedMs = 0; waitedMs < patienceMs && isWaiting(); waitedMs += stepMs) await pause(stepMs);
  printSummary(core, geolet);
}

function explainCode(code: string): string {
  const words = Object.hasOwn(errorWords, code) ? errorWords[code] : undefined;
  if (!words) return `There is no code "${code}". There are: ${Object.keys(errorWords).join(', ')}.`;
  return [
    code,
    `Cause. ${words.cause}`,
    `The visitor sees ${words.sees}`,
    `Fix. ${words.fix}`,
    ...(errorsPage ? [`More: ${errorsPage}#${code}`] : []),
  ].join('\n');
}

/** A longer list is read by nobody. */
const mostReasons = 200;

/** One line for each element and binding of the page: what it shows, and why. */
function reasonsOnPage(core: Core, geolet: Geolet): readonly Finding[] {
  const snapshot = takeSnapshot(core, geolet);
  const selector = `${elementTags.filter((tag) => tag !== 'geo-preview').join()},${notIgnored(anyBoundSelector)}`;
  const elements = new Set([
    ...offersOnPage(core),
    ...native(document).querySelectorAll(selector),
    ...elementsOfRules(core),
  ]);
  return [...elements].slice(0, mostReasons).flatMap((element) =>
    partsOf(element, snapshot, core).map(({ head, lines }) => ({
      words: [head, ...lines].join('; '),
      // There is nothing to see of a block.
      element: native(element).localName === 'script' ? undefined : element,
    })),
  );
}

/** What each part of ours on an element does, and why. */
function partsOf(element: Element, snapshot: Snapshot, core: Core): Part[] {
  const parts = [
    explainElement(element, snapshot, core),
    explainOffer(element, snapshot, core),
    ...explainBindings(element, snapshot, core),
    ...explainRules(element, snapshot, core),
  ];
  return parts.filter((part) => part !== undefined);
}

function explainNode(element: Element, core: Core, geolet: Geolet): string {
  const snapshot = takeSnapshot(core, geolet);
  const own = partsOf(element, snapshot, core);
  const { decides, hides } = around(element, core);
  const sections = own.map(paragraph);
  if (!own.length) {
    const end = decides ? '.' : ', or around it.';
    sections.push(`Geolet does nothing on ${sourceOf(element)}${end}`);
  }
  if (decides) {
    // The case's own part already explains what its switch would: don't repeat it.
    const isCaseOfIt = element.parentElement === decides && element.localName === 'geo-case';
    const parts = partsOf(decides, snapshot, core).map((part) => (isCaseOfIt ? { head: part.head, lines: [] } : part));
    const head = hides ? 'It does not show, because of what is around it:' : 'Around it:';
    const paragraphs = parts.map(paragraph);
    if (!paragraphs.length)
      paragraphs.push(`${sourceOf(decides)} ${hides ? 'is hidden, as written' : 'turns everything off below'}`);
    sections.push([head, ...paragraphs].join('\n'));
  } else if (
    !isHidden(element) &&
    !own.length &&
    native(element).isConnected &&
    !native(element).getClientRects().length
  )
    sections.push("It still does not show: the page's own CSS or markup hides it.");
  if (own.length || decides) sections.push(describeRecord(snapshot));
  return sections.join('\n');
}

function paragraph({ head, lines }: Part): string {
  return [head, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** For a node in the shadow tree of one of our elements: the element. */
function ours(element: Element): Element {
  const root = native(element).getRootNode();
  return root instanceof ShadowRoot && root.host.localName.startsWith('geo-') ? root.host : element;
}

/** The elements that show something else than what is written in them. */
const deciding = tagsThat(({ shows }) => shows !== 'controls').join();

/** Which ancestor hides an element, else the nearest that has a say in whether it shows. */
function around(element: Element, core: Core): { readonly decides: Element | undefined; readonly hides: boolean } {
  let nearest: Element | undefined;
  let at = element;
  for (let next = parentOf(at); next; next = parentOf(at)) {
    const isOurs = native(next).matches(deciding);
    const isBound = readVisibility(domReader, next).length > 0 || hasVisibilityRule(next, core);
    const { assignedSlot } = native(at);
    if (isOurs && native(next).shadowRoot && (!assignedSlot || assignedSlot.hidden))
      return { decides: next, hides: true };
    if (isHidden(next)) return { decides: next, hides: true };
    if (isOurs || isBound) nearest ??= next;
    at = next;
  }
  return { decides: nearest, hides: false };
}

function parentOf(element: Element): Element | null {
  const root = native(element).getRootNode();
  return native(element).parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
