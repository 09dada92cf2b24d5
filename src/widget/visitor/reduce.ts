import { addChoice } from '../../rules/choice.ts';
import type * as Event from './visitor-event.ts';
import { isWanted, mayStore, recordOf, type VisitorState } from './visitor-state.ts';
import type { Status } from './visitor.ts';

/** The new state and the effects while they are made. Nothing outside of `reduce` sees a draft. */
type Draft<Value> = { -readonly [Name in keyof Value]: Value[Name] };
type State = Draft<VisitorState>;
type Effects = Draft<Event.Effects>;

/** Between two look-ups that fail. */
const gapMs = 60_000;
const hourMs = 3_600_000;

/** The life of the page's visitor: every decision about requests, storage, consent, choices and previews. */
export function reduce(
  before: VisitorState,
  event: Event.VisitorEvent,
): { readonly state: VisitorState; readonly effects: Event.Effects } {
  const state = { ...before };
  const effects: Effects = {};
  // After the end, withdrawing consent still removes what is stored.
  if (!state.ended) apply(event, state, effects);
  else if (event.type === 'withdrawn') effects.clear = true;

  if (!mayStore(state)) effects.store = [];
  if (!state.ended && hasAnswer(state)) {
    state.status = statusOf(state);
    effects.publish = publication(before, state);
  }
  return { state, effects };
}

function apply(event: Event.VisitorEvent, state: State, effects: Effects): void {
  switch (event.type) {
    case 'seen':
      return see(event, state, effects);
    case 'restored':
      return restore(event, state, effects);
    case 'refreshed':
      return refresh(state, effects);
    case 'answered':
      return takeAnswer(event, state, effects);
    case 'failed':
      return fail(event, state, effects);
    case 'databaseRead':
      return takeCached(event, state);
    case 'guessed':
      return takeGuess(event, state);
    case 'chosen':
      state.choice = addChoice(event.choice, state.choice);
      effects.store = ['choice'];
      return;
    case 'consented':
      return consent(state, effects);
    case 'withdrawn':
      effects.clear = true;
      // A preview shows nothing about the visitor, so it stays.
      if (!state.preview) forget(state);
      return;
    case 'previewed':
      return becomePreview(event, state);
    case 'ended':
      forget(state);
      state.ended = true;
      state.status = 'pending';
  }
}

function see({ consentMark }: Event.Seen, state: State, effects: Effects): void {
  if (state.preview) return;
  if (consentMark === true) state.consented = true;
  else if (consentMark !== undefined) {
    // Another tab has withdrawn consent. It cannot remove what this tab stores for its session.
    effects.clear = true;
    forget(state);
  }
  if (state.consented) effects.restore = true;
  else state.started = true;
}

function restore(event: Event.Restored, state: State, effects: Effects): void {
  const { cached, embedded, choice } = event;
  if (!state.consented) return;
  state.started = true;
  state.returning ??= event.returning;
  if (choice !== undefined) state.choice = choice ?? undefined;
  if (cached && !(state.found && state.found.time >= cached.time)) state.found = { ...cached, source: 'cache' };
  // Later the embedded record is older than what has come.
  if (embedded && (!state.found || state.status === 'pending')) {
    state.found = { ...embedded, source: 'embedded' };
    effects.store = ['record'];
  }
  if (state.settings.endpoint && !state.waiting && event.uptimeMs >= state.notBefore && !isFresh(state, event.time)) {
    state.refreshing = false;
    ask(state, effects);
    // The mirror may have been cleared alone, so the database is read beside the request.
    if (!state.found) {
      state.reading = true;
      effects.readDatabase = state.newest;
    }
  }
}

/** A record from the future shows that the clock was set back, so it is not fresh. */
function isFresh({ found, settings }: VisitorState, time: number): boolean {
  return !!found && found.time <= time && time < found.time + settings.freshHours * hourMs;
}

function refresh(state: State, effects: Effects): void {
  // Refreshes at the same time share one request.
  if (!state.consented || !state.settings.endpoint || (state.waiting && state.refreshing)) return;
  state.refreshing = true;
  ask(state, effects);
}

function ask(state: State, effects: Effects): void {
  effects.ask = { request: ++state.newest, startsBudget: !state.waiting };
  state.waiting = true;
}

function takeAnswer(event: Event.Answered, state: State, effects: Effects): void {
  if (event.request <= state.answered) return;
  state.answered = event.request;
  if (event.request === state.newest) state.waiting = false;
  state.found = { ...event.answer, source: 'network' };
  effects.store = ['record'];
}

function fail(event: Event.Failed, state: State, effects: Effects): void {
  if (!state.waiting || !isWanted(state, event.request)) return;
  state.waiting = false;
  state.failed = true;
  // A page that was hidden or offline asks as soon as it is seen again.
  state.notBefore = event.isAway ? 0 : event.uptimeMs + Math.max(event.failure.againMs, gapMs);
  effects.report = event.failure;
}

function takeCached({ request, cached }: Event.DatabaseRead, state: State): void {
  state.reading = false;
  if (cached && request > state.answered && !state.found?.time) state.found = { ...cached, source: 'cache' };
}

function takeGuess({ record }: Event.Guessed, state: State): void {
  // Older than any record, so that every record takes its place, and never fresh.
  if (record && state.started && state.consented && state.status === 'pending')
    state.found = { time: 0, record, source: 'guess' };
}

function consent(state: State, effects: Effects): void {
  if (state.consented || state.preview) return;
  state.consented = true;
  effects.store = state.settings.consent === 'required' ? ['consent', 'choice'] : ['choice'];
  effects.restore = state.started;
}

/** A page tried as somebody else has no consent. So it sends no request and stores nothing. */
function becomePreview({ record, page, waits, time }: Event.Previewed, state: State): void {
  cancel(state);
  state.consented = false;
  state.preview = page;
  state.found = record && { time, record, source: 'preview' };
  state.failed = !waits;
}

function forget(state: State): void {
  cancel(state);
  state.consented = false;
  state.found = undefined;
  state.choice = undefined;
  state.returning = undefined;
}

/** Makes answers that are on their way come too late. A failure until now does not delay the next request. */
function cancel(state: State): void {
  state.answered = ++state.newest;
  state.waiting = false;
  state.reading = false;
  state.notBefore = 0;
}

/** Whether there is something to show, or it is certain that there is nothing for now. */
function hasAnswer(state: VisitorState): unknown {
  const hasNothingToAsk = state.started && !(state.consented && state.settings.endpoint);
  const hasFailed = state.failed && !state.reading;
  return state.status !== 'pending' || state.choice || state.found || hasNothingToAsk || hasFailed;
}

function statusOf(state: VisitorState): Status {
  if (state.choice || (state.preview && state.found)) return 'override';
  if (!state.found) return 'fallback';
  return state.found.source === 'guess' ? 'provisional' : 'ready';
}

function publication(before: VisitorState, after: VisitorState): Event.Publication {
  if (before.status === 'pending') return 'ready';
  return before.status === after.status && textOf(before) === textOf(after) ? 'unchanged' : 'change';
}

function textOf(state: VisitorState): string {
  return Object.entries(recordOf(state) ?? {}).join('\n');
}
