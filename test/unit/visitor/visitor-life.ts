import { addChoice } from '../../../src/rules/choice.ts';
import type { VisitorRecord } from '../../../src/record/record.ts';
import type { Choice } from '../../../src/rules/visitor-words.ts';
import type { Effects, Publication, StoredPart } from '../../../src/widget/visitor/effects.ts';
import * as happenings from '../../../src/widget/visitor/happenings.ts';
import {
  type Failed,
  type Failure,
  initialState,
  type Previewed,
  type Stored,
  type TimedRecord,
  type VisitorState,
} from '../../../src/widget/visitor/visitor-state.ts';

/** What happens to a visitor, with names for its details. */
export type VisitorEvent =
  | { type: 'seen'; consentMark: unknown }
  | ({ type: 'restored'; cached: TimedRecord | undefined; embedded: TimedRecord | undefined } & Omit<
      Stored,
      'cached' | 'embedded'
    >)
  | { type: 'named' }
  | { type: 'answered'; request: number; answer: TimedRecord }
  | ({ type: 'failed' } & Failed)
  | { type: 'databaseRead'; request: number; cached: TimedRecord | undefined }
  | { type: 'guessed'; record: VisitorRecord }
  | { type: 'chosen'; choice: Choice | undefined }
  | ({ type: 'previewed' } & Previewed)
  | { type: 'refreshed' | 'delayed' | 'consented' | 'withdrawn' | 'ended' };

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
    link: undefined,
    embedded: undefined,
    returning: false,
    time: now,
    uptimeMs: 1000,
  },
  refreshed: { type: 'refreshed' },
  answered: { type: 'answered', request: 1, answer: { time: now, record: france } },
  failed: { type: 'failed', request: 1, failure: { code: 'http', detail: '503', againMs: 0 }, uptimeMs: 3000 },
  databaseRead: { type: 'databaseRead', request: 1, cached: { time: now - hourMs, record: germany } },
  named: { type: 'named' },
  guessed: { type: 'guessed', record: japan },
  delayed: { type: 'delayed' },
  chosen: { type: 'chosen', choice: { fields: { countryCode: 'US' }, place: true } },
  reset: { type: 'chosen', choice: undefined },
  consented: { type: 'consented' },
  withdrawn: { type: 'withdrawn' },
  previewed: { type: 'previewed', record: { countryCode: 'BR' }, page: {}, waits: false, time: now },
  ended: { type: 'ended' },
} as const satisfies Record<string, VisitorEvent>;

/** What an event has caused. */
export interface Caused {
  abort?: boolean;
  clear?: boolean;
  stored: StoredPart[];
  report?: Failure;
  ask?: { readonly request: number; readonly startsBudget: boolean };
  readDatabase?: number;
  restore?: boolean;
  publish?: Publication | undefined;
}

/** A life so far. */
export interface Life {
  readonly state: VisitorState;
  readonly caused: Caused;
  /** What each event has caused, as text. */
  readonly log: readonly string[];
}

export function begin(changes: Partial<typeof settings> = {}, header?: TimedRecord): Life {
  const named = header && { ...header, source: 'header' as const };
  return { state: initialState({ ...settings, ...changes }, undefined, named), caused: { stored: [] }, log: [] };
}

/** Each event happens to a copy, so that lives can go on from the same state. */
export function live(life: Life, ...happened: readonly VisitorEvent[]): Life {
  return happened.reduce<Life>(({ state: before, log }, event) => {
    const state = { ...before };
    const caused: Caused = { stored: [] };
    happen(state, effectsInto(caused), event);
    caused.publish = happenings.settle(state);
    return { state, caused, log: [...log, describe(caused)] };
  }, life);
}

function effectsInto(caused: Caused): Effects {
  return {
    abort: () => void (caused.abort = true),
    clear: () => void (caused.clear = true),
    write: (part) => void caused.stored.push(part),
    report: (failure) => void (caused.report = failure),
    ask: (request, startsBudget) => void (caused.ask = { request, startsBudget }),
    readDatabase: (request) => void (caused.readDatabase = request),
    restore: () => void (caused.restore = true),
  };
}

function happen(state: VisitorState, effects: Effects, event: VisitorEvent): void {
  const { ...steps } = happenings;
  switch (event.type) {
    case 'seen':
      return happenings.seen(state, effects, event.consentMark);
    case 'restored':
      return happenings.restored(state, effects, {
        ...event,
        cached: event.cached && { ...event.cached, source: 'cache' },
        embedded: event.embedded && { ...event.embedded, source: 'embedded' },
      });
    case 'answered':
      return happenings.answered(state, effects, event.request, event.answer);
    case 'failed':
      return happenings.failed(state, effects, event);
    case 'databaseRead':
      return happenings.databaseRead(
        state,
        effects,
        event.request,
        event.cached && { ...event.cached, source: 'cache' },
      );
    case 'named':
      return happenings.named(state, effects);
    case 'guessed':
      return happenings.guessed(state, effects, event.record);
    case 'chosen':
      return happenings.chosen(state, effects, (earlier) => addChoice(event.choice, earlier));
    case 'previewed':
      return happenings.previewed(state, effects, event);
    default:
      return steps[event.type](state, effects);
  }
}

/** `report http, ask 2, publish change` */
function describe({ abort, clear, stored, report, ask, readDatabase, restore, publish }: Caused): string {
  return [
    abort && 'abort',
    clear && 'clear',
    stored.length && `store ${stored.join('+')}`,
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
