import { addChoice } from '../../rules/choice.ts';
import type * as Event from './visitor-event.ts';
import { isWanted, mayStore, recordOf, type VisitorState } from './visitor-state.ts';
import type { Status } from './visitor.ts';

/** The new state and the effects while they are made. Nothing outside of `reduce` sees a draft. */
type Draft<Value> = { -readonly [Name in keyof Value]: Value[Name] };
type State = Draft<VisitorState>;
type Effects = Draft<Event.Effects>;

/** Between two lookups that fail. */
const gapMs = 60_000;
const hourMs = 3_600_000;
/** The time of a guess: older than any record, so that every record takes its place, and never fresh. */
const guessTime = 0;

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

/** What each event changes. */
const transitions: {
  readonly [Type in Event.VisitorEvent['type']]: (state: State, event: Event.EventOf<Type>, effects: Effects) => void;
} = {
  seen(state, { consentMark }, effects) {
    if (state.preview) return;
    if (consentMark === true) state.consented = true;
    else if (consentMark !== undefined) {
      // Another tab has withdrawn consent. It cannot remove what this tab stores for its session.
      effects.clear = true;
      forget(state);
    }
    if (state.consented) effects.restore = true;
    else state.started = true;
  },

  restored(state, { cached, embedded, choice, returning, time, uptimeMs }, effects) {
    if (!state.consented) return;
    state.started = true;
    state.returning ??= returning;
    if (choice !== undefined) state.choice = choice ?? undefined;
    if (cached && !(state.found && state.found.time >= cached.time)) state.found = { ...cached, source: 'cache' };
    // Later the embedded record is older than what has come.
    if (embedded && (!state.found || state.status === 'pending')) {
      state.found = { ...embedded, source: 'embedded' };
      effects.store = ['record'];
    }
    if (state.settings.endpoint && !state.waiting && uptimeMs >= state.notBefore && !isFresh(state, time)) {
      state.refreshing = false;
      ask(state, effects);
      // The mirror may have been cleared alone, so the database is read beside the request.
      if (!state.found) {
        state.reading = true;
        effects.readDatabase = state.newest;
      }
    }
  },

  refreshed(state, _event, effects) {
    // Refreshes at the same time share one request.
    if (!state.consented || !state.settings.endpoint || (state.waiting && state.refreshing)) return;
    state.refreshing = true;
    ask(state, effects);
  },

  answered(state, { request, answer }, effects) {
    if (request <= state.answered) return;
    state.answered = request;
    if (request === state.newest) state.waiting = false;
    state.found = { ...answer, source: 'network' };
    effects.store = ['record'];
  },

  failed(state, { request, failure, isAway, uptimeMs }, effects) {
    if (!state.waiting || !isWanted(state, request)) return;
    state.waiting = false;
    state.failed = true;
    // A page that was hidden or offline asks as soon as it is seen again.
    state.notBefore = isAway ? 0 : uptimeMs + Math.max(failure.againMs, gapMs);
    effects.report = failure;
  },

  databaseRead(state, { request, cached }) {
    // From before a withdrawal or a preview: another read may be under way.
    if (request <= state.answered) return;
    state.reading = false;
    if (cached && (!state.found || isGuess(state))) state.found = { ...cached, source: 'cache' };
  },

  guessed(state, { record }) {
    if (state.started && state.consented && state.status === 'pending')
      state.found = { time: guessTime, record, source: 'guess' };
  },

  chosen(state, { choice }, effects) {
    state.choice = addChoice(choice, state.choice);
    effects.store = ['choice'];
  },

  consented(state, _event, effects) {
    if (state.consented || state.preview) return;
    state.consented = true;
    effects.store = state.settings.consent === 'required' ? ['consent', 'choice'] : ['choice'];
    effects.restore = state.started;
  },

  withdrawn(state, _event, effects) {
    effects.clear = true;
    // A preview shows nothing about the visitor, so it stays.
    if (!state.preview) forget(state);
  },

  /** A page previewed as another visitor has no consent. So it sends no request and stores nothing. */
  previewed(state, { record, page, waits, time }) {
    cancel(state);
    state.consented = false;
    state.preview = page;
    state.found = record && { time, record, source: 'preview' };
    state.failed = !waits;
  },

  ended(state) {
    forget(state);
    state.ended = true;
    state.status = 'pending';
  },
};

function apply<Type extends Event.VisitorEvent['type']>(
  event: Event.EventOf<Type>,
  state: State,
  effects: Effects,
): void {
  transitions[event.type](state, event, effects);
}

function isGuess({ found }: VisitorState): boolean {
  return found?.source === 'guess';
}

/** A record from the future shows that the clock was set back, so it is not fresh. */
function isFresh(state: VisitorState, time: number): boolean {
  const { found, settings } = state;
  return !!found && found.time <= time && time < found.time + settings.freshHours * hourMs;
}

function ask(state: State, effects: Effects): void {
  state.newest++;
  effects.ask = { request: state.newest, startsBudget: !state.waiting };
  state.waiting = true;
}

function forget(state: State): void {
  cancel(state);
  state.consented = false;
  state.found = undefined;
  state.choice = undefined;
  state.returning = undefined;
}

/** Ignores answers to requests that were sent already. Earlier failures no longer delay the next request. */
function cancel(state: State): void {
  state.newest++;
  state.answered = state.newest;
  state.waiting = false;
  state.reading = false;
  state.notBefore = 0;
}

/** Whether there is something to show, or it is certain that there is nothing for now. */
function hasAnswer(state: VisitorState): boolean {
  const hasNothingToAsk = state.started && !(state.consented && state.settings.endpoint);
  const hasFailed = state.failed && !state.reading;
  return !!(state.status !== 'pending' || state.choice || state.found || hasNothingToAsk || hasFailed);
}

function statusOf(state: VisitorState): Status {
  if (state.choice || (state.preview && state.found)) return 'override';
  if (!state.found) return 'fallback';
  return isGuess(state) ? 'provisional' : 'ready';
}

function publication(before: VisitorState, after: VisitorState): Event.Publication {
  if (before.status === 'pending') return 'ready';
  return before.status === after.status && textOf(before) === textOf(after) ? 'unchanged' : 'change';
}

function textOf(state: VisitorState): string {
  return Object.entries(recordOf(state) ?? {}).join('\n');
}
