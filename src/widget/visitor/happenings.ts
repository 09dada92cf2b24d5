import type { VisitorRecord } from '../../record/record.ts';
import type { ChoiceChange } from '../../rules/choice.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { Effects, Publication, StoredPart } from './effects.ts';
import {
  type Failed,
  type Found,
  isWanted,
  mayStore,
  type Previewed,
  recordOf,
  type Stored,
  type TimedRecord,
  type VisitorState,
} from './visitor-state.ts';
import type { Status } from './visitor.ts';

type State = { -readonly [Name in keyof VisitorState]: VisitorState[Name] };

/** Between two lookups that fail. */
const gapMs = 60_000;
const hourMs = 3_600_000;
/** The time of a guess: older than any record, so that every record takes its place, and never fresh. */
const guessTime = 0;

/** What can happen to the visitor. It changes the state, and asks for what has to be done. Times come with it. */
export type Happening<Details extends unknown[]> = (state: State, effects: Effects, ...details: Details) => void;

/** @returns what is to be published after something has happened, if anything. */
export function settle(state: State): Publication | undefined {
  if (state.ended || !hasAnswer(state)) return undefined;
  const { status, published } = state;
  state.status = statusOf(state);
  state.published = JSON.stringify(recordOf(state));
  if (status === 'pending') return 'ready';
  return status === state.status && published === state.published ? 'unchanged' : 'change';
}

/** The page starts, or is seen again. */
export function seen(state: State, effects: Effects, consentMark: unknown): void {
  if (state.ended) return;
  if (consentMark === true) state.consented = !state.preview;
  // Another tab has withdrawn consent. It cannot remove what this tab stores for its session.
  else if (consentMark !== undefined) withdrawn(state, effects);
  if (state.preview) return;
  if (state.consented) effects.restore();
  else state.started = true;
}

/** What is stored, and what stands in the page, has been read. */
export function restored(state: State, effects: Effects, stored: Stored): void {
  if (!state.consented) return;
  const { cached, embedded, choice, link, returning, time, uptimeMs } = stored;
  state.started = true;
  state.returning ??= returning;
  if (choice !== undefined) state.choice = choice ?? undefined;
  state.link = link ?? state.link;
  const { found } = state;
  // A stored record of the country that a header names says the same, and more.
  if (
    cached &&
    (!found ||
      found.time < cached.time ||
      (found === state.header && mayAsk(state) && cached.record.countryCode === found.record.countryCode))
  )
    state.found = cached;
  // Later the embedded record is older than what has come.
  if (embedded && (!state.found || state.found === state.header || state.status === 'pending')) {
    state.found = embedded;
    store(state, effects, 'record');
  }
  if (mayAsk(state) && !state.waiting && uptimeMs >= state.notBefore && !isFresh(state, time)) {
    state.refreshing = false;
    // The mirror may have been cleared alone, so the database is read beside the request.
    state.reading = !state.found;
    ask(state, effects);
    if (state.reading) effects.readDatabase(state.newest);
  }
}

/** The page asks for a new lookup. */
export function refreshed(state: State, effects: Effects): void {
  // Refreshes at the same time share one request.
  if (!mayAsk(state) || (state.waiting && state.refreshing)) return;
  state.refreshing = true;
  ask(state, effects);
}

/** A request has an answer, perhaps after its budget. */
export function answered(state: State, effects: Effects, request: number, answer: TimedRecord): void {
  if (request <= state.newestAnswered) return;
  state.newestAnswered = request;
  if (request === state.newest) state.waiting = false;
  state.found = { ...answer, source: 'network' };
  store(state, effects, 'record');
}

/** A request has failed for good, or its budget is used up. Also comes after its answer, and is then ignored. */
export function failed(state: State, effects: Effects, { request, failure, uptimeMs }: Failed): void {
  if (!state.waiting || !isWanted(state, request)) return;
  state.waiting = false;
  state.failed = true;
  // A page that was hidden or offline asks as soon as it is seen again.
  state.notBefore = uptimeMs === undefined ? 0 : uptimeMs + Math.max(failure.againMs, gapMs);
  effects.report(failure);
}

/** The database has been read, or cannot be. */
export function databaseRead(state: State, _effects: Effects, request: number, cached: Found | undefined): void {
  // From before a withdrawal or a preview: another read may be under way.
  if (request <= state.newestAnswered) return;
  state.reading = false;
  if (cached && (!state.found || isGuess(state))) state.found = cached;
}

/** The browser's zone and language hint at a country. */
export function guessed(state: State, _effects: Effects, record: VisitorRecord): void {
  if (state.started && state.consented && state.status === 'pending')
    state.found = { time: guessTime, record, source: 'guess' };
}

/** Where no proxy would say more, the record of a header is what is stored. */
export function named(state: State, effects: Effects): void {
  if (state.found && state.found === state.header && !mayAsk(state)) store(state, effects, 'record');
}

/** The address has brought a choice. Comes before the page is started. */
export function linked(state: State, _effects: Effects, link: Choice): void {
  state.link = link;
}

/** What the page must know before it starts does not come in time. */
export function delayed(state: State): void {
  if (!state.preview) state.failed = true;
}

/** The visitor chooses, or takes their choice back. That ends what a link has brought. */
export function chosen(state: State, effects: Effects, change: ChoiceChange): void {
  state.choice = change(state.choice);
  if (!state.choice) state.link = undefined;
  store(state, effects, 'choice');
}

export function consented(state: State, effects: Effects): void {
  if (state.consented || state.preview || state.ended) return;
  state.consented = true;
  if (state.settings.consent === 'required') store(state, effects, 'consent');
  store(state, effects, 'choice');
  if (state.started) effects.restore();
}

export function withdrawn(state: State, effects: Effects): void {
  effects.clear();
  state.keepsPreview = false;
  // A preview shows nothing about the visitor, so the page stays.
  if (!state.preview) forget(state, effects);
}

/** The page is previewed as another visitor, which has no consent. So it sends no request and stores nothing. */
export function previewed(state: State, effects: Effects, { record, page, waits, time }: Previewed): void {
  if (state.ended) return;
  cancel(state, effects);
  state.keepsPreview ??= state.consented;
  state.consented = false;
  state.preview = page;
  state.found = record && { time, record, source: 'preview' };
  state.failed = !waits;
}

export function ended(state: State, effects: Effects): void {
  forget(state, effects);
  state.ended = true;
  state.status = 'pending';
}

function isGuess({ found }: VisitorState): boolean {
  return found?.source === 'guess';
}

/**
 * A record from the future shows that the clock was set back, so it is not fresh. Nor is a header's, which is only the
 * beginning of one.
 */
function isFresh({ found, header, settings }: VisitorState, time: number): boolean {
  return !!found && found !== header && found.time <= time && time < found.time + settings.freshHours * hourMs;
}

function mayAsk(state: VisitorState): boolean {
  return state.consented && !!state.settings.endpoint;
}

function ask(state: State, effects: Effects): void {
  const startsBudget = !state.waiting;
  state.newest++;
  state.waiting = true;
  effects.ask(state.newest, startsBudget);
}

function forget(state: State, effects: Effects): void {
  cancel(state, effects);
  state.consented = false;
  state.found = state.header;
  state.link = undefined;
  state.choice = undefined;
  state.returning = undefined;
}

/** Aborts what was asked, and ignores what still comes of it. Earlier failures no longer delay the next request. */
function cancel(state: State, effects: Effects): void {
  state.newest++;
  state.newestAnswered = state.newest;
  state.waiting = false;
  state.reading = false;
  state.notBefore = 0;
  effects.abort();
}

/** Whether there is something to show, or it is certain that there is nothing for now. */
function hasAnswer(state: VisitorState): boolean {
  if (state.status !== 'pending' || recordOf(state)) return true;
  const hasNothingToAsk = state.started && !mayAsk(state);
  return !!(hasNothingToAsk || (state.failed && !state.reading));
}

function statusOf(state: VisitorState): Status {
  if (state.choice || state.link || (state.preview && state.found)) return 'override';
  if (!state.found) return 'fallback';
  return isGuess(state) ? 'provisional' : 'ready';
}

/** Nothing is stored without consent or with storage off. */
function store(state: State, effects: Effects, part: StoredPart): void {
  if (mayStore(state)) effects.write(part);
}
