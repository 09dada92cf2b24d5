import { inertGeolet } from '../library/inert-geolet.ts';
import { withoutUndefined } from '../record/country-fields.ts';
import { headerRecord } from '../record/header-record.ts';
import { packedCountryFields } from '../record/packed-countries.ts';
import type { VisitorRecord } from '../record/record.ts';
import { addChoice, chosenRecord, factsOfChoice } from '../rules/choice.ts';
import { answer, parseCondition, parseEntries } from '../rules/conditions/condition.ts';
import type { AskLazy, Facts } from '../rules/facts.ts';
import { answerLazy } from '../rules/conditions/lazy-conditions.ts';
import { decidePrice, toVisitorPrice } from '../rules/money/decide-price.ts';
import { parsePriceTag } from '../rules/money/money.ts';
import { withList } from '../rules/money/price-book.ts';
import type { PriceBook } from '../rules/money/price.ts';
import { momentAtLocalTime } from '../rules/time/local-time.ts';
import type { Note } from '../rules/mistake.ts';
import type { Preview } from '../owner/preview/preview-words.ts';
import { type Choice, parseVisitorWords } from '../rules/visitor-words.ts';
import type { Geolet } from '../widget/api/api.ts';
import { createEvent } from '../widget/api/events.ts';
import type { Source, Visitor } from '../widget/visitor/visitor.ts';

/** What `startGeolet()` returns without a page. Modules may hold it. */
export const inert: Geolet = { ...inertGeolet };

interface State {
  /** The record of the lookup, or of the header. */
  readonly record: VisitorRecord | undefined;
  readonly source: 'network' | 'header';
  readonly choice: Choice | undefined;
  readonly consented: boolean;
}

/** Makes a Geolet with the real rules and no page: it makes no request, stores nothing and leaves markup alone. */
export function createTestGeolet(
  preview: Preview,
  book: PriceBook | undefined,
  source: State['source'],
  destroy: () => void,
): Geolet {
  const known = source === 'header' ? namedByHeader(preview.record) : preview.record;
  let state: State = { record: preview.slow ? undefined : known, source, choice: undefined, consented: true };
  let visitor = visitorIn(state);

  function change(changes: Partial<State>): void {
    const previous = visitor;
    state = { ...state, ...changes };
    visitor = visitorIn(state);
    dispatchChange(previous, visitor);
  }

  return {
    ...inert,
    ready: Promise.resolve(state.record && visitor),
    optOut: preview.page.gpc ? 'signal' : false,
    get visitor() {
      return visitor;
    },
    matches(condition) {
      const parsed =
        typeof condition === 'string'
          ? parseCondition(condition, undefined, refuse)
          : parseEntries(Object.entries(condition), undefined, refuse);
      return answer(parsed, factsFor(recordIn(state), preview));
    },
    async price(list) {
      if (typeof list !== 'string')
        throw new TypeError('no element shows a price in a test without a page: pass its list');
      const facts = { ...factsFor(recordIn(state), preview), ...factsOfChoice(state.choice) };
      const tag = parsePriceTag(list);
      const listed = tag && withList({ ...tag, was: [] }, book);
      const decided = listed && decidePrice({ answer }, listed, facts);
      if (!decided)
        throw new TypeError(`${tag?.sku && !book?.has(tag.sku) ? 'unknown-sku' : 'unusable-prices'}: ${list}`);
      return toVisitorPrice(decided);
    },
    async override(words) {
      const choice = parseVisitorWords(words, packedCountryFields);
      if (choice) change({ choice: addChoice(choice, state.choice) });
      return choice !== undefined;
    },
    reset: () => change({ choice: undefined }),
    refresh: async () => change({ record: known }),
    consent: (consented) => change(consented ? { consented } : { consented, choice: undefined }),
    destroy,
  };
}

/** Fires `geo-change` if anything differs. */
export function dispatchChange(previous: Visitor | undefined, visitor: Visitor | undefined): void {
  if (JSON.stringify(previous) !== JSON.stringify(visitor)) dispatch(createEvent('geo-change', { visitor, previous }));
}

export function dispatch(event: Event): void {
  if (typeof document !== 'undefined') document.dispatchEvent(event);
}

function visitorIn(state: State): Visitor {
  const fields = { age: 0, source: sourceIn(state) };
  return Object.freeze(Object.assign(Object.create(null), recordIn(state), fields) as Visitor);
}

function sourceIn({ record, source, choice, consented }: State): Source {
  // Without consent the page keeps what it carries itself, and no choice.
  if (!(choice ?? record) || (!consented && source === 'network')) return 'none';
  return choice ? 'choice' : source;
}

function namedByHeader({ countryCode = '', stateCode }: VisitorRecord = {}): VisitorRecord | undefined {
  const named = headerRecord([countryCode, stateCode].filter(Boolean).join('-'), true);
  return named && withoutUndefined(named);
}

function recordIn({ record, source, choice, consented }: State): VisitorRecord | undefined {
  if (!consented && source === 'network') return undefined;
  return choice ? chosenRecord(choice, record) : record;
}

function factsFor(record: VisitorRecord | undefined, { page, localTime }: Preview): Facts {
  const moment = localTime && momentAtLocalTime(localTime, page.timezone ?? 'UTC', Date.now());
  return {
    record,
    page: { language: undefined, timezone: undefined, gpc: false, ...page, now: moment || Date.now() },
    askLazy,
  };
}

const askLazy: AskLazy = (name, wanted, facts) => {
  const answered = answerLazy(name, wanted, facts);
  if (answered === 'unusable') throw new TypeError(`unusable-value: ${name}: ${wanted}`);
  return answered;
};

const refuse: Note = (code, text) => {
  throw new TypeError(`${code}: ${text}`);
};
