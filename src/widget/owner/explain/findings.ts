import { attempt } from '../../../rules/attempt.ts';
import type { Entry } from '../../../rules/conditions/entries.ts';
import { conditionEntries } from '../../../rules/markup/parts.ts';
import { whenEntries, readBindings } from '../../../rules/markup/bindings.ts';
import { readValueElement } from '../../../rules/markup/value-element.ts';
import type { Price } from '../../../rules/money/price.ts';
import { boundSelector } from '../../bindings/selector.ts';
import type { Geolet } from '../../api/api.ts';
import type { Core } from '../../api/core.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { visibilityRules } from './binding-words.ts';
import { bindingsOn } from './bindings-on.ts';
import { closest } from '../../../record/closest.ts';
import { explainCondition } from './condition-words.ts';
import { elementTags, tagsThat } from '../../elements/element-table.ts';
import { takeSnapshot, lastFailure } from './take-snapshot.ts';
import { whyNeverMet } from './never-met.ts';
import { findInTags } from './script-tags.ts';
import { conditional, didYouMean, typosOn } from './typos.ts';
import { shorten, sourceOf } from './source.ts';
import { mostReported } from '../../report.ts';
import { lastTiming, startTimes } from './timings.ts';
import { native } from '../../dom/native.ts';

interface Asked {
  readonly source: string;
  readonly entries: readonly Entry<string>[];
}

/** Every condition on the page, each text once. */
function conditionsOn(): Asked[] {
  const elements = [...native(document).querySelectorAll(conditional)].map((element) => ({
    source: sourceOf(element),
    entries: conditionEntries(domReader, element) ?? [],
  }));
  const bound = [...native(document).querySelectorAll(boundSelector)].flatMap((element) => [
    ...visibilityRules(element).map(({ source, entries }) => ({
      source: `<${native(element).localName}> ${source}`,
      entries,
    })),
    ...[whenEntries(domReader, element)]
      .filter((entries) => entries !== undefined)
      .map((entries) => ({
        source: `<${native(element).localName}> data-geo-when="${native(element).getAttribute('data-geo-when')}"`,
        entries,
      })),
  ]);
  return [...new Map([...elements, ...bound].map((asked) => [asked.source, asked])).values()];
}

/** Conditions whose answer is unknown for this visitor, with the reason. */
export function unknownConditions(core: Core, geolet: Geolet): string[] {
  const snapshot = takeSnapshot(core, geolet);
  if (!snapshot.facts?.record) return [];
  return conditionsOn().flatMap(({ source, entries }) => {
    const { answer, lines } = explainCondition(entries, snapshot);
    if (answer !== undefined) return [];
    const reasons = lines.filter((line) => line.includes('→ unknown')).join('; ');
    return [`${source}: ${reasons || 'it has no condition'}`];
  });
}

/** Mistakes not printed on the console that an owner would like to know. Each once, with how often. */
export function findMistakes(core: Core): string[] {
  const found = [
    ...neverMet(),
    ...typos(),
    ...switches(),
    ...openElse(),
    ...swallowing(),
    ...withoutFallback(core),
    ...pricesBesideTheText(core),
    ...currenciesThatAreNone(),
    ...late(core),
    ...findInTags(core),
    ...elsewhere(core),
    ...keptByWorker(core),
    ...leftOut(core),
  ];
  const counts = new Map<string, number>();
  for (const finding of found) counts.set(finding, (counts.get(finding) ?? 0) + 1);
  return [...counts].map(([finding, count]) => (count > 1 ? `${finding} (${count} times)` : finding));
}

function leftOut({ reported }: Core): string[] {
  return reported.size < mostReported
    ? []
    : [`the page has made ${mostReported} different mistakes: those after them were left out`];
}

function neverMet(): string[] {
  return conditionsOn().flatMap(({ source, entries }) => {
    const reason = whyNeverMet(entries);
    return reason ? [`${source} is never yes: ${reason}`] : [];
  });
}

function typos(): string[] {
  return [...native(document).querySelectorAll('*')].flatMap((element) => typosOn(element, elementTags));
}

function switches(): string[] {
  return [...native(document).querySelectorAll('geo-switch')].flatMap((element) => {
    const open = [...element.children].filter((child) => child.localName === 'geo-case' && isOpen(child));
    if (open.length < 2) return [];
    const sources = open.map(sourceOf).join(', ');
    return [
      `a <geo-switch> has ${open.length} cases without hidden, which all show when the answer is unknown: ${sources}`,
    ];
  });
}

/** Whether an element was written without `hidden`, whatever shows now. */
function isOpen(element: Element): boolean {
  return !native(element).hasAttribute('hidden') && !native(element).hasAttribute('data-geolet-hidden');
}

/** Before the answer, and with scripts off, an `else` without `hidden` shows beside the content that it replaces. */
function openElse(): string[] {
  return [...native(document).querySelectorAll('geo-if > [slot=else]:not(template)')]
    .filter(isOpen)
    .map(
      (element) => `${sourceOf(element)} with slot="else" has no hidden: with scripts off both parts show. Add hidden`,
    );
}

const blocks =
  'address,article,aside,blockquote,div,dl,fieldset,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,main,nav,ol,p,pre,section,table,ul';

/** HTML reads `<geo-flag />` as a start tag, so that the rest of the page becomes its content. */
function swallowing(): string[] {
  const values = 'geo-text,geo-currency,geo-time,geo-flag';
  return [...native(document).querySelectorAll(values)]
    .filter((element) => native(element).querySelector(blocks) && !native(element).parentElement?.closest(values))
    .map((element) => {
      const tag = native(element).localName;
      return `${sourceOf(element)} contains <${native(element).querySelector(blocks)?.localName}>, which its value replaces: is the closing tag missing? Write <${tag} …></${tag}>, not <${tag} … />`;
    });
}

/** Browsers format any three letters as a currency. */
function currenciesThatAreNone(): string[] {
  const known = attempt(() => Intl.supportedValuesOf('currency')) ?? [];
  if (!known.length) return [];
  return [...native(document).querySelectorAll('geo-currency[prices],[data-geo-currency]')].flatMap((element) =>
    (pricesOf(element) ?? [])
      .filter(({ currency }) => !known.includes(currency))
      .map(
        ({ currency }) =>
          `${sourceOf(element)} has ${currency}, which is not a currency${didYouMean(closest(currency, known), (meant) => meant)}`,
      ),
  );
}

/** Elements that would be empty for a visitor without an answer. */
function withoutFallback(core: Core): string[] {
  const empty = (element: Element) => !native(element).firstElementChild && !native(element).textContent?.trim();
  const elements = [...native(document).querySelectorAll(tagsThat(({ shows }) => shows === 'text').join())]
    .filter(empty)
    .map(
      (element) => `${sourceOf(element)} has no content: nothing shows before the answer, on failure and to crawlers`,
    );
  const links = [...native(document).querySelectorAll('a[data-geo-href],img[data-geo-src],[data-geo-text]')].flatMap(
    (element) => {
      const bound = bindingsOn(element, core);
      const boundTo = (binding: string) => bound.find(({ compiled }) => compiled.binding.name === binding);
      const text = boundTo('text');
      const name = element.localName === 'a' ? 'href' : 'src';
      const target = text ?? boundTo(name);
      if (!target) return [];
      // A target that was left alone was never read.
      const now = text ? native(element).textContent : native(element).getAttribute(name);
      const written = target.original === undefined ? now : target.original;
      return written?.trim()
        ? []
        : [`${sourceOf(element)} has no default ${text ? 'text' : name} for an unknown location`];
    },
  );
  return [...elements, ...links];
}

/**
 * A list's first price is what the page says when the answer is unknown. If the page says another, one of the two is
 * wrong.
 */
function pricesBesideTheText(core: Core): string[] {
  return [...native(document).querySelectorAll('geo-currency[prices],[data-geo-currency]')].flatMap((element) => {
    const binding = bindingsOn(element, core).find(({ compiled }) => compiled.binding.name === 'currency');
    const text = binding?.original ?? native(element).textContent ?? '';
    const base = pricesOf(element)?.[0];
    const amount = base && String(Math.trunc(base.amount));
    if (!base || !amount || !/\d/.test(text) || text.replace(/[^\d]/g, '').includes(amount)) return [];
    const first = `${base.currency} ${base.amount.toFixed(base.fractionDigits)}`;
    return [
      `${sourceOf(element)} is written as "${shorten(text)}", but the first of its prices, which is for that text, is ${first}`,
    ];
  });
}

/** The price list of a `<geo-currency>`, or of a binding. */
function pricesOf(element: Element): readonly Price[] | undefined {
  if (domReader.tag(element) === 'geo-currency') return readValueElement(domReader, element).prices;
  return readBindings(domReader, element).find(({ content }) => content?.prices)?.content?.prices;
}

const lateMs = 1000;

function late(core: Core): string[] {
  const { startedAfterLoadMs = 0 } = startTimes(core);
  if (startedAfterLoadMs < lateMs) return [];
  const seconds = (startedAfterLoadMs / 1000).toFixed(1);
  const cause = `the script started ${seconds} s after the page had loaded: an optimiser or a tag manager delays it`;
  const fix = `Exclude geolet.js there, write data-cfasync="false" before src on its tag, or put the tag into the page's own <head>`;
  return [`${cause}. ${fix}`];
}

/** The browser says only that the request failed. So say what a proxy on another origin may lack. */
function elsewhere(core: Core): string[] {
  const { origin } = new URL(core.settings.endpoint ?? location.href);
  if (origin === location.origin || lastFailure(core)?.code !== 'network') return [];
  return [
    `the endpoint is on another origin: start its proxy with GEOLET_ORIGINS=${location.origin}, and add ${origin} to connect-src if the page has a Content Security Policy`,
  ];
}

/** Not every browser has it: https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-deliverytype */
function keptByWorker({ settings: { endpoint = '' } }: Core): string[] {
  const timing = lastTiming(endpoint);
  if (!timing || Reflect.get(timing, 'deliveryType') !== 'cache-storage') return [];
  return [
    `a service worker answered ${new URL(endpoint).pathname} from its cache, so visitors keep an old location: exclude this path from the service worker's cache`,
  ];
}
