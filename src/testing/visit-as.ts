import { inertGeolet } from '../library/inert-geolet.ts';
import type { VisitorRecord } from '../record/record.ts';
import { packedCountryFields } from '../record/packed-country.ts';
import { answer, parseCondition, parseEntries } from '../rules/condition.ts';
import { momentAtLocalTime } from '../rules/local-time.ts';
import { addChoice, chosenRecord } from '../rules/choice.ts';
import { answerLazy } from '../rules/lazy-conditions.ts';
import type { AskLazy, Facts } from '../rules/facts.ts';
import type { Parsed } from '../rules/mistake.ts';
import { type Choice, parseVisitorWords } from '../rules/visitor-words.ts';
import type { Geolet } from '../widget/api.ts';
import { GeoChangeEvent, GeoReadyEvent } from '../widget/events.ts';
import { publish } from '../widget/publish.ts';
import type { Source, Visitor } from '../widget/visitor/visitor.ts';
import { readTestVisitor, type VisitorWords } from './test-visitor.ts';

/** What `startGeolet()` gives where there is no page; modules keep it, too. */
const inert: Geolet = { ...inertGeolet };

/** Every Geolet that code under test may hold, in a `const` of a module for instance. All are the visitor of the latest call. */
const held = new Set<Geolet>([inertGeolet]);

/**
 * Gives code under test a Geolet that knows a visitor: `window.geolet`, and what `startGeolet()` returns. It answers by the real rules, follows
 * `override`, `reset` and `consent`, and fires `geo-ready` and `geo-change` where there is a document; it asks nobody, stores nothing and leaves
 * markup alone. A `slow` visitor is known from `refresh()` on. A Geolet that runs already becomes that visitor, whoever holds it: one of an earlier
 * call tells so by `geo-change`, too, and one that the code has started by itself ends. `destroy()` makes it one that knows nothing, as on a server.
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
    return { record: recordNow(), page: { ...page, now }, askLazy };
  }

  function follow(): void {
    const previous = visitor;
    visitor = visitorNow();
    tellChange(previous, visitor);
  }

  const made: Geolet = {
    ...inert,
    ready: Promise.resolve(known && visitor),
    get visitor() {
      return visitor;
    },
    matches: (condition) =>
      answer(
        typeof condition === 'string'
          ? understood(parseCondition(condition))
          : understood(parseEntries(Object.entries(condition))),
        facts(),
      ),
    async override(said) {
      const { value: made } = parseVisitorWords(said, packedCountryFields);
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
      if (globalThis.geolet && held.has(globalThis.geolet)) globalThis.geolet = undefined;
      become(inert);
    },
  };

  const running = runningGeolet();
  const previous = running?.visitor;
  if (running && !held.has(running)) running.destroy();
  const geolet = running ?? inertGeolet;
  held.add(geolet);
  become(made);
  publish(geolet);
  queueMicrotask(() => {
    dispatch(new GeoReadyEvent(visitor, visitor.source));
    if (running) tellChange(previous, visitor);
  });
  return geolet;
}

/** An element with the id `geolet` is `window.geolet` too; it has no version in words. */
function runningGeolet(): Geolet | undefined {
  const running: { readonly version?: unknown } | undefined = globalThis.geolet;
  return typeof running?.version === 'string' ? globalThis.geolet : undefined;
}

/** Getters stay getters. */
function become(made: Geolet): void {
  for (const geolet of held) Object.defineProperties(geolet, Object.getOwnPropertyDescriptors(made));
}

function tellChange(previous: Visitor | undefined, visitor: Visitor): void {
  if (JSON.stringify(previous) !== JSON.stringify(visitor)) dispatch(new GeoChangeEvent(visitor, previous));
}

function dispatch(event: Event): void {
  if (typeof document !== 'undefined') document.dispatchEvent(event);
}

const askLazy: AskLazy = (name, wanted, facts) => {
  const answered = answerLazy(name, wanted, facts);
  if (answered === 'unusable') throw new TypeError(`unusable-value: ${name}: ${wanted}`);
  return answered;
};

function understood<Value>({ value, mistakes: [mistake] }: Parsed<Value>): Value {
  if (mistake) throw new TypeError(`${mistake.code}: ${mistake.text}`);
  return value;
}
