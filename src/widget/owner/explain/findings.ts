import { attempt } from '../../../rules/attempt.ts';
import { isLazy } from '../../../rules/conditions/condition-table.ts';
import { parseEntries } from '../../../rules/conditions/condition.ts';
import { isReadable } from '../../../rules/conditions/lazy-conditions.ts';
import type { Entry } from '../../../rules/conditions/entries.ts';
import { childrenIn, conditionEntries } from '../../../rules/markup/parts.ts';
import { whenEntries, readBindings } from '../../../rules/markup/bindings.ts';
import { readValueElement } from '../../../rules/markup/value-element.ts';
import type { Price } from '../../../rules/money/price.ts';
import { boundSelector } from '../../bindings/selector.ts';
import type { Geolet } from '../../api/api.ts';
import type { Finding } from './finding.ts';
import type { Core } from '../../api/core.ts';
import { domReader } from '../../dom/dom-reader.ts';
import { visibilityRules, bindingsOn } from './binding-words.ts';
import { closest } from '../../../record/closest.ts';
import { explainCondition } from './condition-words.ts';
import { elementTags, tagsThat } from '../../elements/element-table.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { hasState } from './element-state.ts';
import { previewWithoutCoordinates } from './why-unknown.ts';
import { whyNeverMet } from './never-met.ts';
import { findInLoading } from './loading.ts';
import { findInTags } from './script-tags.ts';
import { conditional, didYouMean, typosOn } from './typos.ts';
import { describeMistake, spellAsAttribute, spellAsText } from './mistake-words.ts';
import { shorten, sourceOf } from './source.ts';
import { mostReported } from '../../report.ts';
import { native } from '../../dom/native.ts';

interface Asked {
  readonly element: Element;
  readonly source: string;
  readonly entries: readonly Entry<string>[];
}

/** Every condition on the page, each text once. */
function conditionsOn(): Asked[] {
  const elements = [...native(document).querySelectorAll(conditional)].map((element) => ({
    element,
    source: sourceOf(element),
    entries: conditionEntries(domReader, element) ?? [],
  }));
  const bound = [...native(document).querySelectorAll(boundSelector)].flatMap((element) => [
    ...visibilityRules(element).map(({ source, entries }) => ({
      element,
      source: `<${native(element).localName}> ${source}`,
      entries,
    })),
    ...[whenEntries(domReader, element)]
      .filter((entries) => entries !== undefined)
      .map((entries) => ({
        element,
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
export function findMistakes(core: Core): readonly Finding[] {
  const found = [
    ...unreadableValues(),
    ...neverMet(),
    ...typos(),
    ...switches(),
    ...openElse(),
    ...swallowing(),
    ...withoutFallback(core),
    ...pricesBesideTheText(core),
    ...currenciesThatAreNone(),
    ...nearestWithoutCoordinates(core),
    ...[...findInTags(core), ...findInLoading(core), ...leftOut(core)].map((words) => ({ words })),
  ];
  const first = new Map<string, Finding & { count: number }>();
  for (const finding of found) {
    const same = first.get(finding.words);
    if (same) same.count += 1;
    else first.set(finding.words, { ...finding, count: 1 });
  }
  return [...first.values()].map(({ words, count, ...where }) => ({
    words: count > 1 ? `${words} (${count} times)` : words,
    ...where,
  }));
}

function nearestWithoutCoordinates({ geolet, visitor }: Core): Finding[] {
  const record = visitor.facts?.record;
  if (geolet.visitor?.source !== 'preview' || !record || record.latitude) return [];
  return [...native(document).querySelectorAll('geo-nearest')]
    .filter((element) => !hasState(element, 'located'))
    .map((element) => ({ words: `${sourceOf(element)}: ${previewWithoutCoordinates(record)}`, element }));
}

function leftOut({ reported }: Core): string[] {
  return reported.size < mostReported
    ? []
    : [`the page has made ${mostReported} different mistakes: those after them were left out`];
}

/** What reads them is a file of its own, and only asked where the visitor's place is known. */
function unreadableValues(): Finding[] {
  return conditionsOn().flatMap(({ element, source, entries }) =>
    parseEntries(entries).flatMap(({ name, values }) => {
      const wrong = isLazy(name) ? values.filter((value) => !isReadable(name, value)) : [];
      const spell = native(element).hasAttribute(name) ? spellAsAttribute : spellAsText;
      return wrong.map((value) => ({
        words: `${source}: ${describeMistake('unusable-value', `${name}: ${value}`, { groups: [], spell })}`,
        element,
        code: 'unusable-value',
      }));
    }),
  );
}

function neverMet(): Finding[] {
  return conditionsOn().flatMap(({ element, source, entries }) => {
    const reason = whyNeverMet(entries);
    return reason ? [{ words: `${source} is never yes: ${reason}`, element }] : [];
  });
}

function typos(): Finding[] {
  return [...native(document).querySelectorAll('*')].flatMap((element) =>
    typosOn(element, elementTags).map((words) => ({ words, element })),
  );
}

function switches(): Finding[] {
  return [...native(document).querySelectorAll('geo-switch')].flatMap((element) => {
    const open = [...element.children].filter((child) => child.localName === 'geo-case' && isOpen(child));
    if (open.length < 2) return [];
    const sources = open.map(sourceOf).join(', ');
    const cause = `a <geo-switch> has ${open.length} cases without hidden, which all show when the answer is unknown`;
    return [{ words: `${cause}: ${sources}. Add hidden to all of them but the default`, element }];
  });
}

/** Whether an element was written without `hidden`, whatever shows now. */
function isOpen(element: Element): boolean {
  return !native(element).hasAttribute('hidden') && !native(element).hasAttribute('data-geolet-hidden');
}

/** Before the answer, and with scripts off, an `else` without `hidden` shows beside the content that it replaces. */
function openElse(): Finding[] {
  const parts = [...native(document).querySelectorAll('geo-if')].flatMap((host) => childrenIn(domReader, host, 'else'));
  return parts
    .filter((part) => domReader.tag(part) !== 'template' && isOpen(part))
    .map((element) => ({
      words: `${sourceOf(element)} with slot="else" has no hidden: with scripts off both parts show. Add hidden`,
      element,
    }));
}

const blocks =
  'address,article,aside,blockquote,div,dl,fieldset,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hr,main,nav,ol,p,pre,section,table,ul';

/** HTML reads `<geo-flag />` as a start tag, so that the rest of the page becomes its content. */
function swallowing(): Finding[] {
  const values = 'geo-text,geo-currency,geo-time,geo-flag';
  return [...native(document).querySelectorAll(values)]
    .filter((element) => {
      const { parentElement } = native(element);
      return !parentElement || !native(parentElement).closest(values);
    })
    .flatMap((element) => {
      const block = native(element).querySelector(blocks);
      const contained = block ? `<${block.localName}>` : swallowedWords(element);
      if (!contained) return [];
      const tag = native(element).localName;
      const cause = `${sourceOf(element)} contains ${contained}, which its value replaces`;
      return [{ words: `${cause}: is the closing tag missing? Write <${tag} …></${tag}>, not <${tag} … />`, element }];
    });
}

/** A sentence goes on with a blank or a comma; what shows in place of a value does not begin so. */
function swallowedWords(element: Element): string | undefined {
  const text = native(element).textContent ?? '';
  const isLast = !native(element).nextSibling;
  return isLast && /^[ ,.;:!?)]/.test(text) && text.trim() ? `"${shorten(text)}"` : undefined;
}

/** Browsers format any three letters as a currency. */
function currenciesThatAreNone(): Finding[] {
  const known = attempt(() => Intl.supportedValuesOf('currency')) ?? [];
  if (!known.length) return [];
  return [...native(document).querySelectorAll('geo-currency[prices],[data-geo-currency]')].flatMap((element) =>
    (pricesOf(element) ?? [])
      .filter(({ currency }) => !known.includes(currency))
      .map(({ currency }) => ({
        words: `${sourceOf(element)} has ${currency}, which is not a currency${didYouMean(closest(currency, known), (meant) => meant)}`,
        element,
      })),
  );
}

/** Elements that would be empty for a visitor without an answer. */
function withoutFallback(core: Core): Finding[] {
  const empty = (element: Element) => !native(element).firstElementChild && !native(element).textContent?.trim();
  const elements = [...native(document).querySelectorAll(tagsThat(({ shows }) => shows === 'text').join())]
    .filter(empty)
    .map((element) => ({
      words: `${sourceOf(element)} has no content: nothing shows before the answer, on failure and to crawlers. Write what everybody may see between its tags`,
      element,
    }));
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
        : [
            {
              words: `${sourceOf(element)} has no default ${text ? 'text' : name} for an unknown location. Write the ${text ? 'text between its tags' : `${name} for everybody beside it`}`,
              element,
            },
          ];
    },
  );
  return [...elements, ...links];
}

/**
 * A list's first price is what the page says when the answer is unknown. If the page says another, one of the two is
 * wrong.
 */
function pricesBesideTheText(core: Core): Finding[] {
  return [...native(document).querySelectorAll('geo-currency[prices],[data-geo-currency]')].flatMap((element) => {
    const binding = bindingsOn(element, core).find(({ compiled }) => compiled.binding.name === 'currency');
    const text = binding?.original ?? native(element).textContent ?? '';
    const base = pricesOf(element)?.[0];
    const amount = base && String(Math.trunc(base.amount));
    if (!base || !amount || !/\d/.test(text) || text.replace(/[^\d]/g, '').includes(amount)) return [];
    const first = `${base.currency} ${base.amount.toFixed(base.fractionDigits)}`;
    const cause = `${sourceOf(element)} is written as "${shorten(text)}", but the first of its prices, which is for that text, is ${first}`;
    return [{ words: `${cause}. Make both the same`, element }];
  });
}

/** The price list of a `<geo-currency>`, or of a binding. */
function pricesOf(element: Element): readonly Price[] | undefined {
  if (domReader.tag(element) === 'geo-currency') return readValueElement(domReader, element).prices;
  return readBindings(domReader, element).find(({ content }) => content?.prices)?.content?.prices;
}
