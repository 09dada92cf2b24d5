import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { recordOf } from '../../../src/widget/visitor/visitor-state.ts';
import {
  begin,
  events,
  france,
  germany,
  hourMs,
  japan,
  type Life,
  live,
  now,
  type VisitorEvent,
} from './visitor-life.ts';

const timed = fc.record({
  time: fc.integer({ min: -48, max: 2 }).map((hours) => now + hours * hourMs),
  record: fc.constantFrom(france, germany, japan),
});
const maybeTimed = fc.oneof(fc.constant(undefined), timed);

const anyEvent = fc.oneof(
  fc.constantFrom<VisitorEvent[]>(...Object.values(events)),
  fc.record({
    type: fc.constant('seen' as const),
    consentMark: fc.constantFrom<unknown>(undefined, true, null, false, 7),
  }),
  fc.record({
    type: fc.constant('restored' as const),
    cached: maybeTimed,
    embedded: maybeTimed,
    choice: fc.constantFrom(undefined, null, events.chosen.choice),
    link: fc.constantFrom(undefined, events.chosen.choice),
    returning: fc.constantFrom(undefined, true, false),
    time: fc.constant(now),
    uptimeMs: fc.integer({ min: 0, max: 200_000 }),
  }),
  fc.record({ type: fc.constant('answered' as const), request: fc.constant(0), answer: timed }),
  fc.record({ type: fc.constant('databaseRead' as const), request: fc.constant(0), cached: maybeTimed }),
  fc.record({
    type: fc.constant('previewed' as const),
    record: fc.constantFrom(undefined, japan),
    page: fc.constant({}),
    waits: fc.boolean(),
    time: fc.constant(now),
  }),
);
/** Requests are counted back from the newest, since only those that were sent can be answered. */
const happenings = fc.array(fc.record({ event: anyEvent, requestsAgo: fc.constantFrom(0, 0, 0, 1, 2) }), {
  maxLength: 40,
});
const owners = fc.record({
  endpoint: fc.constantFrom('https://shop.example/geo', 'https://shop.example/geo', undefined),
  storage: fc.constantFrom('on', 'off'),
  consent: fc.constantFrom('granted', 'required'),
});

/** Calls back before and after each step of many random lives. */
function always(check: (before: Life, after: Life, event: VisitorEvent) => boolean): void {
  fc.assert(
    fc.property(owners, maybeTimed, happenings, (settings, header, steps) => {
      // The record of a header makes the page ready as soon as it is seen.
      let life = header ? live(begin(settings, header), events.seen) : begin(settings);
      for (const { event, requestsAgo } of steps) {
        const request = Math.max(0, life.state.newest - requestsAgo);
        const happened = 'request' in event ? { ...event, request } : event;
        const next = live(life, happened);
        if (!check(life, next, happened)) return false;
        life = next;
      }
      return true;
    }),
    { numRuns: 2000 },
  );
}

const textOf = ({ state }: Life) => JSON.stringify([state.status, recordOf(state)]);

describe('whatever happens, and in whatever order', () => {
  it('the page is ready once at most', () =>
    always(({ log }, { caused }) => caused.publish !== 'ready' || !log.some((line) => line.includes('ready'))));

  it('the page is ready exactly when it is no longer pending', () =>
    always(
      ({ log }, { state, caused }) =>
        state.ended ||
        (state.status === 'pending') === !(caused.publish === 'ready' || log.some((line) => line.includes('ready'))),
    ));

  it('what the page was told is what is known, and it is told nothing twice', () => {
    always((before, after) => {
      if (after.state.status === 'pending' || before.state.status === 'pending') return true;
      return (after.caused.publish === 'change') === (textOf(before) !== textOf(after));
    });
  });

  it('nothing is stored or asked without consent, in a preview, and after the end', () =>
    always((_, { state, caused }) => {
      const isAllowed = state.consented && !state.preview && !state.ended;
      return isAllowed || !(caused.stored.length || caused.ask || caused.readDatabase || caused.restore);
    }));

  it('nothing is stored where storage is off, and nothing is asked without an endpoint', () =>
    always(
      (_, { state: { settings }, caused }) =>
        !(settings.storage === 'off' && caused.stored.length) && !(!settings.endpoint && caused.ask),
    ));

  it('a visitor without consent has no record but one that they chose themselves, and that of a header', () =>
    always((_, { state }) => state.consented || !!state.preview || state.found === state.header));

  it('a withdrawal wipes what is stored, and leaves no record, choice or visit behind', () =>
    always((_, { state, caused }, { type }) => {
      if (type !== 'withdrawn') return true;
      const isForgotten =
        state.found === state.header && !state.choice && state.returning === undefined && !state.consented;
      return caused.clear === true && (isForgotten || !!state.preview);
    }));

  it('an answer takes the place of older ones alone', () =>
    always((before, after, event) => {
      const isTaken = before.state.newestAnswered !== after.state.newestAnswered && event.type === 'answered';
      return !isTaken || event.request > before.state.newestAnswered;
    }));

  it('an answer to a request from before a withdrawal, a preview or the end changes nothing', () => {
    let voidUpTo = 0;
    always((before, after, event) => {
      // The first event of a life may have been that it was seen, and nothing was asked before it.
      if (before.log.length <= 1) voidUpTo = 0;
      if (event.type === 'withdrawn' || event.type === 'previewed' || event.type === 'ended')
        voidUpTo = before.state.newest;
      const isLate = 'request' in event && event.request <= voidUpTo;
      return !isLate || textOf(before) === textOf(after);
    });
  });

  it('what is on its way is aborted by a withdrawal, a preview and the end, and by nothing else', () =>
    always((before, after, event) => {
      const { preview, ended } = before.state;
      const isEnding =
        event.type === 'ended' ||
        (event.type === 'withdrawn' && !preview) ||
        (event.type === 'previewed' && !ended) ||
        // Another tab has withdrawn.
        (event.type === 'seen' && event.consentMark !== undefined && event.consentMark !== true && !preview && !ended);
      return !!after.caused.abort === isEnding;
    }));

  it('a choice stays until the visitor takes it back, here or in another tab, or withdraws', () =>
    always(
      (before, after, { type }) =>
        !before.state.choice || !!after.state.choice || /^(chosen|restored|withdrawn|seen|ended)$/.test(type),
    ));

  it('no two requests share a number', () =>
    always((before, after) => {
      const { ask } = after.caused;
      return !ask || ask.request > before.state.newest;
    }));
});
