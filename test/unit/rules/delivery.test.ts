import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VisitorRecord } from '../../../src/record/record.ts';
import { answer } from '../../../src/rules/conditions/condition.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import {
  isUnusable,
  mostEntries,
  parseClosures,
  parsePlan,
  type UnusablePlan,
  type WrittenPlan,
} from '../../../src/rules/delivery/plan.ts';
import { type DeliveryPromise, entryFor, promiseFor } from '../../../src/rules/delivery/promise.ts';
import { isUsableTemplate } from '../../../src/rules/delivery/delivery-text.ts';
import { deliveryNames, deliveryWords } from '../../../src/rules/delivery/words.ts';
import { readDelivery } from '../../../src/rules/delivery/written-plan.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import type { CalendarDate } from '../../../src/rules/time/zoned-time.ts';

interface Vectors {
  readonly groups: Readonly<Record<string, string>>;
  readonly visitors: Readonly<Record<string, VisitorRecord | null>>;
  readonly cases: ReadonlyArray<{
    readonly rows: readonly number[];
    readonly plan: Partial<WrittenPlan>;
    readonly closures?: unknown;
    readonly now: string;
    readonly leaves?: string;
    readonly orderBy?: string;
    readonly sees: Readonly<Record<string, string>>;
  }>;
  readonly unusable: ReadonlyArray<
    UnusablePlan & { readonly plan?: Partial<WrittenPlan>; readonly closures?: unknown }
  >;
  readonly words: ReadonlyArray<{
    readonly template?: string;
    readonly days?: string;
    readonly now: string;
    readonly locale: string;
    readonly timezone: string;
    readonly text: string | null;
    readonly until?: string;
  }>;
}

const vectors = JSON.parse(readFileSync(new URL('../../cases/delivery.json', import.meta.url), 'utf8')) as Vectors;
const groups = parseGroups(vectors.groups);

const blank: WrittenPlan = {
  days: undefined,
  cutoff: undefined,
  timezone: 'Europe/Lisbon',
  work: undefined,
  carrier: undefined,
  closures: undefined,
};
const planOf = (written: Partial<WrittenPlan>) => parsePlan({ ...blank, ...written }, groups);

function usable<Parsed extends object>(parsed: Parsed | UnusablePlan): Parsed {
  if (isUnusable(parsed)) throw new Error(`${parsed.reason}: ${parsed.text}`);
  return parsed;
}

function promised(
  written: Partial<WrittenPlan>,
  now: string,
  { record, closures }: { readonly record?: VisitorRecord | undefined; readonly closures?: unknown } = {},
): DeliveryPromise | undefined {
  const delivery = { plan: usable(planOf(written)), closures: usable(parseClosures(closures, groups)) };
  return promiseFor(delivery, { answer }, { record, page: {}, groups }, Date.parse(now));
}

const write = ({ year, month, day }: CalendarDate) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

describe('a promise', () => {
  const rows = vectors.cases.flatMap(({ sees, ...one }) =>
    Object.entries(sees).map(([visitor, seen]) => ({ ...one, days: one.plan.days, visitor, seen })),
  );

  it.each(rows)('$days at $now: $visitor sees $seen', ({ plan, now, closures, leaves, orderBy, visitor, seen }) => {
    expect(vectors.visitors).toHaveProperty([visitor]);
    const promise = promised(plan, now, { record: vectors.visitors[visitor] ?? undefined, closures });
    expect(promise ? `${write(promise.from)}..${write(promise.to)}` : 'children').toBe(seen);
    if (!promise) return;
    expect(write(promise.leaves)).toBe(leaves);
    expect(promise.orderByMs).toBe(Date.parse(orderBy ?? ''));
  });

  it('has a vector for each row of the table in the docs', () => {
    const table = readFileSync('docs/delivery.md', 'utf8').matchAll(/^\| (\d) \|/gm);
    const covered = new Set([1, ...vectors.cases.flatMap((row) => row.rows)]);
    expect(covered).toEqual(new Set([...table].map(([, row]) => Number(row))));
  });

  it('says which entry it is from, and how many days that has', () => {
    const written = { days: 'UK: 3, eu: 2-4' };
    const toldOf = (record: VisitorRecord) => promised(written, '2026-11-23', { record });
    expect(toldOf({ countryCode: 'GB' })).toMatchObject({ place: 'gb', days: [3, 3] });
    expect(toldOf({ countryCode: 'FR', isEU: true })).toMatchObject({ place: 'eu', days: [2, 4] });
  });

  it('is not there where the time is not one', () => {
    expect(promised({ days: '*: 1' }, 'never', { record: {} })).toBeUndefined();
  });

  it('asks without telling, since lists ask for places that nobody is in', () => {
    const facts: Facts = { record: { countryCode: 'FR' }, page: {}, traceStep: () => expect.unreachable() };
    const plan = usable(planOf({ days: 'FR: 1, DE: 2' }));
    expect(entryFor(plan, { answer }, facts)).toEqual({ place: 'fr', days: [1, 1], isKnown: true });
  });
});

it('an entry that may be for the visitor is found, and is not known', () => {
  const plan = usable(planOf({ days: 'US: 3, US-HI: 9, *: 5' }));
  const entry = (record: VisitorRecord) => entryFor(plan, { answer }, { record, page: {} });
  expect(entry({ countryCode: 'US' })).toEqual({ place: 'us-hi', days: [9, 9], isKnown: false });
  expect(entry({ countryCode: 'US', stateCode: 'CA' })).toEqual({ place: 'us', days: [3, 3], isKnown: true });
  expect(entry({ countryCode: 'FR' })).toEqual({ place: '*', days: [5, 5], isKnown: true });
});

describe('a plan', () => {
  it.each(vectors.unusable)('$plan, $closures: cannot be used because of $reason $text', (vector) => {
    const { plan, closures, reason, text } = vector;
    expect(plan ? planOf(plan) : parseClosures(closures, groups)).toEqual({ reason, text });
  });

  it('can be used with as many entries as a list may have, and not with one more', () => {
    const many = (count: number) => Array.from({ length: count }, () => '12-25').join(', ');
    expect(isUnusable(planOf({ days: '*: 1', closures: many(mostEntries) }))).toBe(false);
    expect(planOf({ days: '*: 1', closures: many(mostEntries + 1) })).toEqual({ reason: 'many', text: 'closures' });
    expect(isUnusable(parseClosures({ FR: many(mostEntries) }, groups))).toBe(false);
    const half = many(mostEntries / 2);
    expect(parseClosures({ FR: half, 'DE AT': half }, groups)).toEqual({ reason: 'many', text: 'closures' });
    const states = (count: number) => Array.from({ length: count }, (_, index) => `US-${index.toString(36)}`).join(' ');
    expect(isUnusable(planOf({ days: `${states(mostEntries)}: 1` }))).toBe(false);
    expect(planOf({ days: `${states(mostEntries + 1)}: 1` })).toEqual({ reason: 'many', text: 'days' });
  });

  it('is read from any text without an exception, and then promises or does not', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        ...Array.from('FR: 1-2,*;.{}US-HI eu 2026-12-24..26 mon-fri 14:00 constructor\0٣—\u{1f600}'),
      ),
      maxLength: 24,
    });
    const part = fc.option(text, { nil: undefined, freq: 3 });
    const parts = { cutoff: part, work: part, carrier: part, closures: part };
    const written = fc.record({ days: text, timezone: fc.constant('Asia/Tokyo'), ...parts });
    const closures = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('FR', 'eu', '*'), text));
    fc.assert(
      fc.property(written, closures, text, (plan, closed, template) => {
        const [parsed, closedAt] = [parsePlan(plan, groups), parseClosures(closed, groups)];
        if (isUnusable(parsed) || isUnusable(closedAt)) return;
        const record = { countryCode: 'FR', isEU: true };
        const nowMs = Date.UTC(2026, 10, 23);
        const promise = promiseFor({ plan: parsed, closures: closedAt }, { answer }, { record, page: {} }, nowMs);
        if (promise) deliveryWords(template, promise, { nowMs, timezone: 'Asia/Tokyo', locale: 'en' });
      }),
      { numRuns: 3000, seed: 30 },
    );
  });

  it('has the carrier work as the sender does, unless it is written', () => {
    expect(usable(planOf({ days: '*: 1', work: 'sun-thu' })).carrier).toEqual([0, 1, 2, 3, 4]);
    expect(usable(planOf({ days: '*: 1', work: 'sun-thu', carrier: 'sat' })).carrier).toEqual([6]);
  });

  it('has no closures of destinations where none are written', () => {
    for (const written of [undefined, null, {}]) expect(parseClosures(written, groups)).toEqual(new Map());
  });
});

describe('a plan in the settings block', () => {
  const read = (plan: object, attributes: Readonly<Record<string, string>> = {}) =>
    readDelivery((name) => ({ plan: 'standard', ...attributes })[name], { standard: plan });

  it('has texts, and its closures may be an array', () => {
    const closures = ['2026-12-24..26', '01-01'];
    const written = read({ days: '*: 1', timezone: 'Europe/Lisbon', closures });
    expect(written).toMatchObject({ days: '*: 1', cutoff: undefined });
    expect(written && usable(parsePlan(written, groups)).closures).toEqual([
      [20261224, 20261226],
      [101, 101],
    ]);
  });

  it('has what the element lacks', () => {
    const written = read({ days: '*: 1', cutoff: '12:00' }, { cutoff: '14:00' });
    expect(written).toMatchObject({ days: '*: 1', cutoff: '14:00' });
    expect(readDelivery(() => undefined, {})).toMatchObject({ days: undefined });
  });

  it('cannot be used where a part is an object or a truth, and not as if it were not written', () => {
    const parsed = (plan: object) => {
      const written = read({ days: '*: 1', timezone: 'Europe/Lisbon', ...plan });
      return written && parsePlan(written, groups);
    };
    expect(parsed({ work: { mon: 1 } })).toEqual({ reason: 'work', text: '{"mon":1}' });
    expect(parsed({ closures: { FR: '12-25' } })).toEqual({ reason: 'closures', text: '{"FR":"12-25"}' });
    expect(parsed({ cutoff: true })).toEqual({ reason: 'cutoff', text: 'true' });
    // One for each day of the week, as shops ask for.
    const byDay = 'mon-fri 23:00, sun 18:00';
    expect(parsed({ cutoff: byDay })).toEqual({ reason: 'cutoff', text: byDay });
    expect(parsed({ cutoff: null, work: '' })).toMatchObject({ cutoffMinute: 1440 });
  });

  it('is not there under a name of no plan', () => {
    const plans = { standard: { days: '*: 1' }, broken: 'soon' };
    for (const name of ['express', 'broken', '', 'constructor', 'toString'])
      expect(readDelivery(() => name, plans)).toBeUndefined();
    expect(readDelivery(() => 'standard', null)).toBeUndefined();
  });
});

describe('the words about a delivery', () => {
  /** Engines write blanks of several widths around dashes. */
  const plainBlanks = (text: string | undefined) => text?.replaceAll(/\s/g, ' ') ?? null;

  it.each(vectors.words)('are $text: $template at $now in $timezone, in $locale', (vector) => {
    const { template, days = '*: 1-2', now, locale, timezone, text, until } = vector;
    const promise = promised({ days, cutoff: '14:00' }, now, { record: {} });
    const reading = { nowMs: Date.parse(now), timezone, locale };
    const said = promise && deliveryWords(template, promise, reading);
    expect(plainBlanks(said?.text)).toBe(text);
    expect(said?.untilMs).toBe(until && Date.parse(until));
  });

  it('know each placeholder', () => {
    const promise = promised({ days: '*: 1-2', cutoff: '14:00' }, '2026-11-23T11:49:00Z', { record: {} });
    const reading = { nowMs: Date.parse('2026-11-23T11:49:00Z'), timezone: 'Europe/Paris', locale: 'en' };
    for (const name of deliveryNames)
      expect(promise && deliveryWords(`{${name}}`, promise, reading)?.text, name).toMatch(/./);
  });

  it('have names in capital letters too, as those of bindings', () => {
    expect(isUsableTemplate('{From} {LEFT}')).toBe(true);
    expect(isUsableTemplate('{Form}')).toBe(false);
  });

  it('are of the right time until they change, through two days', () => {
    const atMs = (second: number) => Date.parse('2026-11-23T00:00:00Z') + second * 1000;
    const template = '{left} {from} {to} {dates}';
    let untilMs = 0;
    let shown: string | undefined;
    for (let second = 0; second < 2 * 86_400; second += 47) {
      const nowMs = atMs(second);
      const promise = promised({ days: '*: 0-1', cutoff: '14:00' }, new Date(nowMs).toISOString(), { record: {} });
      const said = promise && deliveryWords(template, promise, { nowMs, timezone: 'Asia/Kolkata', locale: 'en' });
      expect(said?.untilMs).toBeGreaterThan(nowMs);
      if (nowMs < untilMs) expect(said?.text).toBe(shown);
      shown = said?.text;
      untilMs = said?.untilMs ?? 0;
    }
  });

  it('have a year where it is another one than now in the calendar of the language', () => {
    const said = (days: string, now: string) => {
      const promise = promised({ days, cutoff: '14:00' }, now, { record: {} });
      const reading = { nowMs: Date.parse(now), timezone: 'Asia/Tehran', locale: 'fa' };
      return promise && deliveryWords('{to}', promise, reading)?.text;
    };
    // A Persian year ends on the 20th of March, and goes over the end of December.
    expect(said('*: 3', '2026-12-29T11:15:00Z')).not.toMatch(/۱۴۰۵/);
    expect(said('*: 3', '2027-03-18T11:15:00Z')).toMatch(/۱۴۰۶/);
  });

  it('say the days with a dash where the engine writes no ranges of numbers', () => {
    const promise = promised({ days: '*: 5-9' }, '2026-11-23T11:49:00Z', { record: {} });
    const reading = { nowMs: Date.parse('2026-11-23T11:49:00Z'), timezone: 'Europe/Paris', locale: 'sv' };
    const { formatRange } = Intl.NumberFormat.prototype;
    Reflect.deleteProperty(Intl.NumberFormat.prototype, 'formatRange');
    try {
      expect(promise && deliveryWords('{days}', promise, reading)?.text).toBe('5–9');
    } finally {
      Intl.NumberFormat.prototype.formatRange = formatRange;
    }
  });
});
