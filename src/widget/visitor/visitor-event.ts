import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Choice } from '../../rules/preview/visitor-words.ts';
import type { Failure } from './failure.ts';
import type { TimedRecord } from './visitor-state.ts';

/** What can happen to the page's visitor. Times come with the event. */
interface Events {
  readonly seen: Seen;
  readonly restored: Restored;
  /** The page asks for a new lookup. */
  readonly refreshed: object;
  readonly answered: Answered;
  readonly failed: Failed;
  readonly databaseRead: DatabaseRead;
  readonly guessed: Guessed;
  readonly chosen: Chosen;
  readonly consented: object;
  readonly withdrawn: object;
  readonly previewed: Previewed;
  readonly ended: object;
}

export type EventOf<Type extends keyof Events> = { [Name in Type]: { readonly type: Name } & Events[Name] }[Type];

export type VisitorEvent = EventOf<keyof Events>;

/** The page starts, or is seen again. */
export interface Seen {
  /** The stored mark of consent, if it differs from what this page last read or wrote; null when it is gone. */
  readonly consentMark: unknown;
}

/** What is stored, and what stands in the page, has been read. */
export interface Restored {
  /** The record in the mirror, if it differs from what this page last read or wrote. */
  readonly cached: TimedRecord | undefined;
  /** Likewise the choice; null when it is gone. */
  readonly choice: Choice | null | undefined;
  /** The record that the server has put into the page. */
  readonly embedded: TimedRecord | undefined;
  readonly returning: boolean | undefined;
  readonly time: number;
  /** Milliseconds since the page was opened. */
  readonly uptimeMs: number;
}

/** A request has an answer, perhaps after its budget. */
export interface Answered {
  readonly request: number;
  readonly answer: TimedRecord;
}

/** A request has failed for good, or its budget is used up. Also comes after its answer, and is then ignored. */
export interface Failed {
  readonly request: number;
  readonly failure: Failure;
  /** Whether the page is hidden or offline. */
  readonly isAway: boolean;
  /** Milliseconds since the page was opened. */
  readonly uptimeMs: number;
}

/** The database has been read, or cannot be. */
export interface DatabaseRead {
  readonly request: number;
  readonly cached: TimedRecord | undefined;
}

/** The browser's zone and language hint at a country. */
export interface Guessed {
  readonly record: VisitorRecord;
}

export interface Chosen {
  /** Undefined takes an earlier choice back. */
  readonly choice: Choice | undefined;
}

/**
 * The page is previewed as another visitor. From then on no request is sent and nothing is stored, whatever the
 * consent.
 */
export interface Previewed {
  /** Undefined where the lookup is to fail, or to be slow. */
  readonly record: VisitorRecord | undefined;
  /** Replaces the page's own facts. */
  readonly page: PageFacts;
  /** Whether the page is to wait, as for a slow answer. */
  readonly waits: boolean;
  readonly time: number;
}

/**
 * What has to be done for an event, in this order. Publishing comes last, since listeners of the page may cause the
 * next event.
 */
export interface Effects {
  /** Remove everything that is stored. */
  readonly clear?: boolean;
  /** Write these parts of the state. */
  readonly store?: readonly StoredPart[];
  readonly report?: Failure;
  /** Send a request. */
  readonly ask?: Request;
  /** Read the database beside this request, and send `databaseRead`. */
  readonly readDatabase?: number;
  /** Read what else is stored, and send `restored`. */
  readonly restore?: boolean | undefined;
  /** Make a new visitor object, and update the page if something has changed. */
  readonly publish?: Publication;
}

export type StoredPart = 'consent' | 'choice' | 'record';

export type Publication = 'ready' | 'change' | 'unchanged';

export interface Request {
  readonly request: number;
  /** Whether a new time budget begins. All requests that wait at the same time share one. */
  readonly startsBudget: boolean;
}
