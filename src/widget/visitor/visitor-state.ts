import type { VisitorRecord } from '../../record/record.ts';
import { chosenRecord } from '../../rules/choice.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { Settings } from '../settings.ts';
import type { Source, Status } from './visitor.ts';

/** A record and when it was looked up. */
export interface TimedRecord {
  /** Milliseconds since 1970, by the visitor's clock. */
  readonly time: number;
  readonly record: VisitorRecord;
}

/** The state of the page's one visitor. `reduce` alone makes a new one. */
export interface VisitorState {
  readonly settings: Pick<Settings, 'endpoint' | 'storage' | 'consent' | 'freshHours'>;
  /** `pending` until `geo-ready`, and again once all has ended. */
  readonly status: Status;
  /** Whether what is stored has been read, or must not be read. */
  readonly started: boolean;
  /** After `geolet.destroy()`. */
  readonly ended: boolean;
  readonly consented: boolean;
  /** The record that counts unless the visitor has chosen. */
  readonly found: (TimedRecord & { readonly source: Source }) | undefined;
  readonly choice: Choice | undefined;
  /** What a preview says about the page; there while the page is tried as somebody else. */
  readonly preview: PageFacts | undefined;
  /** Whether the visitor was here before this visit; undefined where that is not known. */
  readonly returning: boolean | undefined;
  /** Requests are numbered: the newest that was sent. An answer to this one or a later one still counts; see `answered`. */
  readonly newest: number;
  /** The newest request that was answered or cancelled. What comes for it or for an older one is too late. */
  readonly answered: number;
  /** Whether the newest request is under way and within the time budget. */
  readonly waiting: boolean;
  /** The last request that `geolet.refresh()` has sent. */
  readonly refreshing: number;
  /** The request beside which the database is read; 0 when it is not. */
  readonly reading: number;
  /** Whether a look-up has failed. */
  readonly failed: boolean;
  /** Milliseconds since the page was opened; before that no request goes out by itself. */
  readonly notBefore: number;
}

export function initialState(settings: VisitorState['settings']): VisitorState {
  return {
    settings,
    status: 'pending',
    started: false,
    ended: false,
    consented: settings.consent !== 'required',
    found: undefined,
    choice: undefined,
    preview: undefined,
    returning: undefined,
    newest: 0,
    answered: 0,
    waiting: false,
    refreshing: 0,
    reading: 0,
    failed: false,
    notBefore: 0,
  };
}

/** The record that the page shows. */
export function recordOf({ choice, found }: VisitorState): VisitorRecord | undefined {
  return choice ? chosenRecord(choice, found?.record) : found?.record;
}

export function sourceOf({ choice, found }: VisitorState): Source {
  return choice ? 'choice' : (found?.source ?? 'none');
}

/** Whether visitor and owner let anything be stored. */
export function mayStore({ consented, settings }: VisitorState): boolean {
  return consented && settings.storage === 'on';
}

/** Whether an answer to this request is still of use. */
export function isWanted({ newest, answered, ended }: VisitorState, request: number): boolean {
  return !ended && request === newest && request > answered;
}
