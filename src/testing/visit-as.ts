import { inertGeolet } from '../library/inert-geolet.ts';
import type { VisitorRecord } from '../record/record.ts';
import { slimCountryFields } from '../record/slim-country.ts';
import { answer, parseCondition, parseEntries } from '../rules/condition.ts';
import type { Facts } from '../rules/facts.ts';
import { momentAtLocalTime } from '../rules/local-time.ts';
import { addChoice, chosenRecord } from '../rules/choice.ts';
import { createAskRare } from '../rules/rare-conditions.ts';
import { type Choice, parseVisitorWords } from '../rules/visitor-words.ts';
import type { Geolet } from '../widget/api.ts';
import { GeoChangeEvent, GeoReadyEvent } from '../widget/events.ts';
import { publish } from '../widget/publish.ts';
import type { Source, Visitor } from '../widget/visitor/visitor.ts';
import { readTestVisitor, type VisitorWords } from './test-visitor.ts';

/**
 * Gives code under test a Geolet that knows a visitor: `window.geolet`, and what `startGeolet()` returns. It answers by the real rules, follows
 * `override`, `reset` and `consent`, and fires `geo-ready` and `geo-change` where there is a document; it asks nobody, stores nothing and leaves
 * markup alone. A `slow` visitor is known from `refresh()` on. Called again, it takes the place of the one before; `destroy()` ends it.
 *
 * @throws TypeError for words, and in `matches` for conditions, that are not understood.
 */
export function visitAs(words: VisitorWords = 'unknown'): Geolet {
  const { record: looked, page, slow, localTime } = readTestVisitor(words);
  let known = slow ? undefined : looked;
  let choice: Choice | undefined;
  let consented = true;
  let visitor = visitorNow();

  function visitorNow(): Visitor {
    const source: Source = consented && choice ? 'choice' : consented && known ? 'network' : 'none';
    return Object.freeze(Object.assign(Object.create(null), recordNow(), { age: 0, source }) as Visitor);
  }

  function recordNow(): VisitorRecord | undefined {
    if (!consented) return undefined;
    return choice ? chosenRecord(choice, known) : known;
  }

  function facts(): Facts {
    const now = (localTime && momentAtLocalTime(localTime, page.timezone ?? 'UTC', Date.now())) || Date.now();
    return { record: recordNow(), page: { ...page, now }, askRare: createAskRare(refuse) };
  }

  function follow(): void {
    const previous = visitor;
    visitor = visitorNow();
    if (JSON.stringify(previous) !== JSON.stringify(visitor)) dispatch(new GeoChangeEvent(visitor, previous));
  }

  const geolet: Geolet = {
    ...inertGeolet,
    ready: Promise.resolve(known && visitor),
    get visitor() {
      return visitor;
    },
    matches: (condition) => answer(typeof condition === 'string' ? parseCondition(condition, refuse) : parseEntries(Object.entries(condition), refuse), facts()),
    async override(said) {
      const made = parseVisitorWords(said, slimCountryFields, () => {});
      if (made) choice = addChoice(made, choice);
      follow();
      return made !== undefined;
    },
    reset() {
      choice = undefined;
      follow();
    },
    async refresh() {
      known = looked;
      follow();
    },
    consent(granted) {
      consented = granted;
      if (!granted) choice = undefined;
      follow();
    },
    destroy() {
      if (globalThis.geolet === geolet) globalThis.geolet = undefined;
    },
  };

  publish(geolet);
  queueMicrotask(() => dispatch(new GeoReadyEvent(visitor, visitor.source)));
  return geolet;
}

function dispatch(event: Event): void {
  if (typeof document !== 'undefined') document.dispatchEvent(event);
}

function refuse(code: string, text: string): void {
  throw new TypeError(`${code}: ${text}`);
}
