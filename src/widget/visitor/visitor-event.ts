import type { VisitorRecord } from '../../record/record.ts';
import type { PageFacts } from '../../rules/page-facts.ts';
import type { Choice } from '../../rules/visitor-words.ts';
import type { Failure } from './failure.ts';
import type { TimedRecord } from './visitor-state.ts';

/** What can happen to the page's visitor. Times come with the event: nothing here has a clock. */
export type VisitorEvent =
  /** The page starts, or is seen again. */
  | {
      readonly type: 'seen';
      /** The stored mark of consent, if it differs from what this page last read or wrote; null when it is gone. */
      readonly consentMark: unknown;
    }
  | Restored
  /** The page asks for a new look-up. */
  | { readonly type: 'refreshed' }
  | { readonly type: 'answered'; readonly request: number; readonly answer: TimedRecord }
  /** The budget of a request is used up, or it has failed for good. Also comes after its answer, and is then ignored. */
  | {
      readonly type: 'failed';
      readonly request: number;
      readonly failure: Failure;
      /** Whether the page is hidden or offline. */
      readonly isAway: boolean;
      readonly uptimeMs: number;
    }
  /** The database has been read, or could not be. */
  | { readonly type: 'databaseRead'; readonly request: number; readonly cached: TimedRecord | undefined }
  | { readonly type: 'guessed'; readonly record: VisitorRecord | undefined }
  /** Undefined takes an earlier choice back. */
  | { readonly type: 'chosen'; readonly choice: Choice | undefined }
  | { readonly type: 'consented' }
  | { readonly type: 'withdrawn' }
  | {
      readonly type: 'previewed';
      /** Undefined where the look-up is to fail, or has not been answered yet. */
      readonly record: VisitorRecord | undefined;
      readonly page: PageFacts;
      /** Whether the page is to wait, as for a slow answer. */
      readonly waits: boolean;
      readonly time: number;
    }
  | { readonly type: 'ended' };

/** What is stored, and what stands in the page, has been read. */
export interface Restored {
  readonly type: 'restored';
  /** The record that is at hand at once, if it differs from what this page last read or wrote. */
  readonly cached: TimedRecord | undefined;
  /** Likewise the choice; null when it is gone. */
  readonly choice: Choice | null | undefined;
  /** The record that the page was made with. */
  readonly embedded: TimedRecord | undefined;
  readonly returning: boolean | undefined;
  readonly time: number;
  readonly uptimeMs: number;
}

/** What has to be done for an event, in this order. What publishes comes last, since listeners of the page may cause the next event. */
export interface Effects {
  /** Remove everything that is stored. */
  readonly clear?: boolean;
  /** Write these parts of the state. */
  readonly store?: readonly StoredPart[];
  readonly report?: Failure;
  /** Send a request. */
  readonly ask?: Request;
  /** Read the database beside this request. */
  readonly readDatabase?: number;
  /** Read what is stored, and send `restored`. */
  readonly restore?: boolean;
  /** Make the visitor anew, and let the page follow if something has changed. */
  readonly publish?: 'ready' | 'change' | 'unchanged';
}

export type StoredPart = 'consent' | 'choice' | 'record';

export interface Request {
  readonly request: number;
  /** Whether a new time budget begins. All requests that wait at the same time share one. */
  readonly startsBudget: boolean;
}
