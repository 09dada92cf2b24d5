import { addChoice } from '../../rules/choice.ts';
import type { Effects, Restored, VisitorEvent } from './visitor-event.ts';
import { isWanted, mayStore, recordOf, type VisitorState } from './visitor-state.ts';
import type { Status } from './visitor.ts';

/** What an event changes in the state, and what has to be done for it. */
type Step = readonly [changes: Partial<VisitorState>, effects?: Effects];

type EventOf<Type extends VisitorEvent['type']> = Extract<VisitorEvent, { readonly type: Type }>;

/** Between two look-ups that fail. */
const gapMs = 60_000;
const hourMs = 3_600_000;

/** The life of the page's visitor: every decision about requests, storage, consent, choices and previews. */
export function reduce(
  before: VisitorState,
  event: VisitorEvent,
): { readonly state: VisitorState; readonly effects: Effects } {
  const [changes, effects] = before.ended ? afterEnd(event) : step(before, event);
  const next = { ...before, ...changes };
  const isReady = !next.ended && hasAnswer(next);
  const state = isReady ? { ...next, status: statusOf(next) } : next;
  return {
    state,
    effects: {
      ...effects,
      store: mayStore(state) ? (effects?.store ?? []) : [],
      ...(isReady && { publish: publication(before, state) }),
    },
  };
}

/** Withdrawing consent still removes what is stored. */
function afterEnd({ type }: VisitorEvent): Step {
  return [{}, { clear: type === 'withdrawn' }];
}

function step(state: VisitorState, event: VisitorEvent): Step {
  switch (event.type) {
    case 'seen':
      return seen(state, event);
    case 'restored':
      return state.consented ? restored(state, event) : [{}];
    case 'refreshed':
      return refreshed(state);
    case 'answered':
      return answered(state, event);
    case 'failed':
      return failed(state, event);
    case 'databaseRead':
      return databaseRead(state, event);
    case 'guessed':
      return guessed(state, event);
    case 'chosen':
      return [{ choice: addChoice(event.choice, state.choice) }, { store: ['choice'] }];
    case 'consented':
      return consented(state);
    case 'withdrawn':
      // A preview shows nothing about the visitor, so it stays.
      return [state.preview ? {} : forget(state), { clear: true }];
    case 'previewed':
      return previewed(state, event);
    case 'ended':
      return [{ ...forget(state), ended: true, status: 'pending' }];
  }
}

function seen(state: VisitorState, { consentMark }: EventOf<'seen'>): Step {
  if (state.preview) return [{}];
  // Another tab has withdrawn consent. It could not remove what this tab has stored for its session.
  if (consentMark !== undefined && consentMark !== true) return [{ ...forget(state), started: true }, { clear: true }];
  const isConsented = state.consented || consentMark === true;
  return isConsented ? [{ consented: true }, { restore: true }] : [{ started: true }];
}

function restored(state: VisitorState, event: Restored): Step {
  const { settings, choice, returning } = state;
  const { found, isEmbedded } = bestRecord(state, event);
  const changes = {
    started: true,
    found,
    choice: event.choice === undefined ? choice : (event.choice ?? undefined),
    returning: returning ?? event.returning,
  };
  const effects: Effects = isEmbedded ? { store: ['record'] } : {};
  const isFresh = found && found.time <= event.time && event.time < found.time + settings.freshHours * hourMs;
  if (!settings.endpoint || isFresh || state.waiting || event.uptimeMs < state.notBefore) return [changes, effects];
  const [asked, asking] = ask(state);
  // The small store may have been cleared alone, so the database is read beside the request.
  if (found)
    return [
      { ...changes, ...asked },
      { ...effects, ...asking },
    ];
  return [
    { ...changes, ...asked, reading: asked.newest },
    { ...effects, ...asking, readDatabase: asked.newest },
  ];
}

/** A record embedded in the page goes before a cached one until `geo-ready`; later it is older than what has come. */
function bestRecord(
  { found, status }: VisitorState,
  { cached, embedded }: Restored,
): { found: VisitorState['found']; isEmbedded: boolean } {
  const newer = cached && !(found && found.time >= cached.time) ? { ...cached, source: 'cache' as const } : found;
  return embedded && (!newer || status === 'pending')
    ? { found: { ...embedded, source: 'embedded' }, isEmbedded: true }
    : { found: newer, isEmbedded: false };
}

function ask({ newest, waiting }: VisitorState): readonly [{ newest: number; waiting: boolean }, Effects] {
  return [{ newest: newest + 1, waiting: true }, { ask: { request: newest + 1, startsBudget: !waiting } }];
}

function refreshed(state: VisitorState): Step {
  const { settings, consented, waiting, newest, refreshing } = state;
  // Refreshes at the same time share one request.
  if (!consented || !settings.endpoint || (waiting && refreshing === newest)) return [{}];
  const [asked, asking] = ask(state);
  return [{ ...asked, refreshing: asked.newest }, asking];
}

function answered(state: VisitorState, { request, answer }: EventOf<'answered'>): Step {
  if (request <= state.answered) return [{}];
  return [
    {
      found: { ...answer, source: 'network' },
      answered: request,
      waiting: state.waiting && request !== state.newest,
    },
    { store: ['record'] },
  ];
}

function failed(state: VisitorState, { request, failure, isAway, uptimeMs }: EventOf<'failed'>): Step {
  if (!state.waiting || !isWanted(state, request)) return [{}];
  // A page that was hidden or offline asks as soon as it is seen again.
  const notBefore = isAway ? 0 : uptimeMs + Math.max(failure.againMs, gapMs);
  return [{ waiting: false, failed: true, notBefore }, { report: failure }];
}

function databaseRead(state: VisitorState, { request, cached }: EventOf<'databaseRead'>): Step {
  const isWelcome = cached && request > state.answered && !state.found?.time;
  const reading = request === state.reading ? 0 : state.reading;
  return [{ reading, found: isWelcome ? { ...cached, source: 'cache' } : state.found }];
}

function guessed({ started, consented, status }: VisitorState, { record }: EventOf<'guessed'>): Step {
  const isWelcome = record && started && consented && status === 'pending';
  // Older than any record, so that every record takes its place, and never fresh.
  return [isWelcome ? { found: { time: 0, record, source: 'guess' } } : {}];
}

function consented({ consented: isConsented, preview, settings, started }: VisitorState): Step {
  if (isConsented || preview) return [{}];
  return [
    { consented: true },
    { store: settings.consent === 'required' ? ['consent', 'choice'] : ['choice'], restore: started },
  ];
}

/** A page tried as somebody else has no consent: so it sends no request and stores nothing. */
function previewed(state: VisitorState, { record, page, waits, time }: EventOf<'previewed'>): Step {
  return [
    {
      ...cancel(state),
      consented: false,
      preview: page,
      found: record && { time, record, source: 'preview' },
      failed: !waits,
    },
  ];
}

function forget(state: VisitorState): Partial<VisitorState> {
  return { ...cancel(state), consented: false, found: undefined, choice: undefined, returning: undefined };
}

/** Makes answers that are on their way come too late. A failure until now does not delay the next request. */
function cancel({ newest }: VisitorState): Partial<VisitorState> {
  return { newest: newest + 1, answered: newest + 1, waiting: false, reading: 0, notBefore: 0 };
}

/** Whether there is something to show, or it is certain that there is nothing for now. */
function hasAnswer({ status, found, choice, started, consented, settings, failed, reading }: VisitorState): boolean {
  if (status !== 'pending' || found || choice) return true;
  return (started && !(consented && settings.endpoint)) || (failed && !reading);
}

function statusOf(state: VisitorState): Status {
  const record = recordOf(state);
  if (state.choice || (state.preview && record)) return 'override';
  if (!record) return 'fallback';
  return state.found?.source === 'guess' ? 'provisional' : 'ready';
}

function publication(before: VisitorState, after: VisitorState): NonNullable<Effects['publish']> {
  if (before.status === 'pending') return 'ready';
  return before.status === after.status && textOf(before) === textOf(after) ? 'unchanged' : 'change';
}

function textOf(state: VisitorState): string {
  return Object.entries(recordOf(state) ?? {}).join('\n');
}
