import type { Failure } from './visitor-state.ts';

/**
 * What has to be done, in this order. Publishing comes last, since listeners of the page may make the next thing
 * happen.
 */
export interface Effects {
  /** Abort every request that is on its way. */
  readonly abort?: boolean;
  /** Remove everything that is stored. */
  readonly clear?: boolean | undefined;
  /** Write these parts of the state. */
  readonly store?: readonly StoredPart[];
  readonly report?: Failure;
  /** Send a request. */
  readonly ask?: Request;
  /** Read the database beside this request, then `databaseRead` happens. */
  readonly readDatabase?: number;
  /** Read what else is stored, then `restored` happens. */
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
