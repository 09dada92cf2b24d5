import type { VisitorRecord } from '../../../src/record/record.ts';
import type { Choice } from '../../../src/rules/preview/visitor-words.ts';
import type { Effects } from '../../../src/widget/visitor/effects.ts';
import * as happenings from '../../../src/widget/visitor/reduce.ts';
import {
  type Failed,
  initialState,
  type Previewed,
  type Stored,
  type TimedRecord,
  type VisitorState,
} from '../../../src/widget/visitor/visitor-state.ts';

/** What happens to a visitor, with names for its details. */
export type VisitorEvent =
  | { type: 'seen'; consentMark: unknown }
  | ({ type: 'restored' } & Stored)
  | { type: 'answered'; request: number; answer: TimedRecord }
  | ({ type: 'failed' } & Failed)
  | { type: 'databaseRead'; request: number; cached: TimedRecord | undefined }
  | { type: 'guessed'; record: VisitorRecord }
  | { type: 'chosen'; choice: Choice | undefined }
  | ({ type: 'previewed' } & Previewed)
  | { type: 'refreshed' | 'consented' | 'withdrawn' | 'ended' };

export const settings: VisitorState['settings'] = {
  endpoint: 'https://shop.example/geo',
  storage: 'on',
  consent: 'granted',
  freshHours: 24,
};

export const hourMs = 3_600_000;
/** The time of everything that happens in these tests, unless they say otherwise. */
export const now = 1_000_000 * hourMs;

export const france = { countryCode: 'FR', city: 'Lyon' };
export const japan = { countryCode: 'JP', city: 'Osaka' };
export const germany = { countryCode: 'DE' };

/** One of each event, to be changed where a test needs it. */
export const events = {
  seen: { type: 'seen', consentMark: undefined },
  restored: {
    type: 'restored',
    cached: undefined,
    choice: undefined,
    embedded: undefined,
    returning: false,
    time: now,
    uptimeMs: 1000,
  },
  refreshed: { type: 'refreshed' },
  answered: { type: 'answered', request: 1, answer: { time: now, record: france } },
  failed: {
    type: 'failed',
    request: 1,
    failure: { code: 'http', detail: '503', againMs: 0 },
    isAway: false,
    uptimeMs: 3000,
  },
  databaseRead: { type: 'databaseRead', request: 1, cached: { time: now - hourMs, record: germany } },
  guessed: { type: 'guessed', record: japan },
  chosen: { type: 'chosen', choice: { fields: { countryCode: 'US' }, place: true } },
  reset: { type: 'chosen', choice: undefined },
  consented: { type: 'consented' },
  withdrawn: { type: 'withdrawn' },
  previewed: { type: 'previewed', record: { countryCode: 'BR' }, page: {}, waits: false, time: now },
  ended: { type: 'ended' },
} as const satisfies Record<string, VisitorEvent>;

/** A life so far. Every state is frozen, so that a step that writes into the one before throws. */
export interface Life {
  readonly state: VisitorState;
  readonly effects: Effects;
  /** What each event has caused, as text. */
  readonly log: readonly string[];
}

export function begin(changes: Partial<typeof settings> = {}): Life {
  return { state: Object.freeze(initialState({ ...settings, ...changes })), effects: {}, log: [] };
}

export function live(life: Life, ...happened: readonly VisitorEvent[]): Life {
  return happened.reduce<Life>(({ state: before, log }, event) => {
    const { state, effects } = happen(before, event);
    return { state: Object.freeze(state), effects, log: [...log, describe(effects)] };
  }, life);
}

function happen(before: VisitorState, event: VisitorEvent): ReturnType<typeof happenings.reduce> {
  const { reduce, ...steps } = happenings;
  switch (event.type) {
    case 'seen':
      return reduce(before, steps.seen, event.consentMark);
    case 'restored':
      return reduce(before, steps.restored, event);
    case 'answered':
      return reduce(before, steps.answered, event.request, event.answer);
    case 'failed':
      return reduce(before, steps.failed, event);
    case 'databaseRead':
      return reduce(before, steps.databaseRead, event.request, event.cached);
    case 'guessed':
      return reduce(before, steps.guessed, event.record);
    case 'chosen':
      return reduce(before, steps.chosen, event.choice);
    case 'previewed':
      return reduce(before, steps.previewed, event);
    default:
      return reduce(before, steps[event.type]);
  }
}

/** `report http, ask 2, publish change` */
function describe({ abort, clear, store, report, ask, readDatabase, restore, publish }: Effects): string {
  return [
    abort && 'abort',
    clear && 'clear',
    store?.length && `store ${store.join('+')}`,
    report && `report ${report.code}`,
    ask && `ask ${ask.request}${ask.startsBudget ? '' : ' within the budget'}`,
    readDatabase && 'read the database',
    restore && 'restore',
    publish && publish !== 'unchanged' && publish,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The page is seen and has read what is stored. */
export function started(life: Life, restored: Partial<typeof events.restored> | object = {}): Life {
  return live(life, events.seen, { ...events.restored, ...restored });
}

/** The same event about the newest request. */
export function forNewest(event: VisitorEvent, { state }: Life): VisitorEvent {
  return 'request' in event ? { ...event, request: state.newest } : event;
}
