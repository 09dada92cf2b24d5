import * as fc from 'fast-check';
import type { VisitorRecord } from '../../src/record/record.ts';
import { answer } from '../../src/rules/conditions/condition.ts';
import { parseGroups } from '../../src/rules/conditions/own-groups.ts';
import { isUnusable, parseClosures, parsePlan } from '../../src/rules/delivery/plan.ts';
import { type Delivery, type DeliveryPromise, promiseFor } from '../../src/rules/delivery/promise.ts';
import { type DeliveryWords, deliveryWords } from '../../src/rules/delivery/words.ts';
import { type DeliveryCase, deliveryCases, plansAtLeaps } from './delivery-cases.ts';
import { dateSaid, modelOf, type Promised, timeSaid, type Visitor } from './delivery-model.ts';

interface Draws {
  /** In the middle of the twenty that are drawn from. */
  readonly year: number;
  readonly seed: number;
  readonly numRuns: number;
  readonly path?: string | undefined;
}

interface Minutes extends Omit<Draws, 'numRuns' | 'path'> {
  readonly zones: number;
  readonly days: number;
}

const minuteMs = 60_000;
const groups = parseGroups({ west: 'state: US-CA US-OR US-WA', home: 'FR AT' });

/**
 * Draws plans, visitors and moments, and compares the promise and its words.
 *
 * @throws the first case that differs, made as small as it goes, with the path to it.
 */
export function promisesAgree({ year, seed, numRuns, path = '' }: Draws): void {
  const property = fc.property(deliveryCases(year), (drawn) => {
    const delivery = deliveryOf(drawn);
    const expected = modelOf(drawn.plan)(drawn.moment, drawn.visitor);
    const promise = promiseFor(delivery, { answer }, factsOf(drawn.visitor), drawn.moment);
    const words = wordsOf('{from}; {to}; {left}', promise, drawn);
    expectSame(said(promise, words), saidBy(expected, expected && allWords(expected, drawn)), drawn);
  });
  fc.assert(property, { seed, numRuns, path, includeErrorInReport: true });
}

/**
 * Compares the day of leaving, its cut-off and the time until then, in each minute around transitions.
 *
 * @param zones how many, each with a transition and a plan.
 * @param days around each transition.
 * @returns how many minutes were compared.
 * @throws the first that differs.
 */
export function minutesAgree({ year, seed, zones, days }: Minutes): number {
  const visitor: Visitor = { country: undefined, state: undefined, isInUnion: undefined };
  let minutes = 0;
  for (const drawn of plansAtLeaps({ year, seed, zones })) {
    const delivery = deliveryOf(drawn);
    const model = modelOf(drawn.plan);
    const start = drawn.moment - (days / 2) * 1440 * minuteMs;
    let until = { text: '', untilMs: 0 };
    for (let minute = 0; minute < days * 1440; minute++, minutes++) {
      const at = { ...drawn, moment: start + minute * minuteMs, visitorZone: drawn.plan.zone };
      const promise = promiseFor(delivery, { answer }, factsOf(visitor), at.moment);
      const words = wordsOf('{left}', promise, at);
      const expected = model(at.moment, visitor);
      const text = said(promise, words);
      expectSame(text, saidBy(expected, expected && timeSaid(at.moment, expected.orderBy)), at);
      if (at.moment < until.untilMs) expectSame(text, until.text, at);
      until = { text, untilMs: words?.untilMs ?? 0 };
      if (words && words.untilMs <= at.moment) throw new Error(`until ${words.untilMs} at ${at.moment}: ${text}`);
    }
  }
  return minutes;
}

function deliveryOf({ written, closures }: Pick<DeliveryCase, 'written' | 'closures'>): Delivery {
  const delivery = { plan: parsePlan(written, groups), closures: parseClosures(closures, groups) };
  if (isUnusable(delivery.plan)) throw new Error(`${delivery.plan.reason}: ${delivery.plan.text}`);
  if (isUnusable(delivery.closures)) throw new Error(`${delivery.closures.reason}: ${delivery.closures.text}`);
  return { plan: delivery.plan, closures: delivery.closures };
}

function factsOf({ country, state, isInUnion }: Visitor) {
  const record: VisitorRecord = {
    ...(country === undefined ? {} : { countryCode: country }),
    ...(state === undefined ? {} : { stateCode: state }),
    ...(isInUnion === undefined ? {} : { isEU: isInUnion }),
  };
  return { record, page: {}, groups };
}

type Shown = Pick<DeliveryCase, 'moment' | 'visitorZone' | 'written' | 'closures'>;

function wordsOf(template: string, promise: DeliveryPromise | undefined, { moment, visitorZone }: Shown) {
  return promise && deliveryWords(template, promise, { nowMs: moment, timezone: visitorZone, locale: 'en' });
}

function said(promise: DeliveryPromise | undefined, words: DeliveryWords | undefined): string {
  if (!promise) return 'children';
  const { place, from, to, leaves, orderByMs } = promise;
  const dates = [from, to, leaves].map(({ year, month, day }) =>
    [year, month, day].map((part) => String(part).padStart(2, '0')).join('-'),
  );
  return [place, ...dates, new Date(orderByMs).toISOString(), words?.text].join(' ');
}

function allWords({ from, to, orderBy }: Promised, { moment, visitorZone }: Shown): string {
  const dates = [from, to].map((date) => dateSaid(date, moment, visitorZone));
  return [...dates, timeSaid(moment, orderBy)].join('; ');
}

function saidBy(promised: Promised | undefined, words: string | undefined): string {
  if (!promised) return 'children';
  const { place, from, to, leaves, orderBy } = promised;
  return [place.toLowerCase(), from, to, leaves, new Date(orderBy).toISOString(), words].join(' ');
}

function expectSame(ours: string, theirs: string, { moment, visitorZone, written, closures }: Shown): void {
  if (ours === theirs) return;
  const about = [new Date(moment).toISOString(), visitorZone, JSON.stringify({ ...written, closedAt: closures })];
  throw new Error(`${about.join(', ')}: ${ours} and not ${theirs}`);
}
