import type { Failure } from './visitor-state.ts';

/** What has to be done. */
export interface Effects {
  /** Aborts every request that is on its way. */
  abort(): void;
  /** Removes everything that is stored. */
  clear(): void;
  /** Writes a part of the state. */
  write(part: StoredPart): void;
  report(failure: Failure): void;
  /**
   * Sends a request.
   *
   * @param startsBudget whether a new time budget begins. All requests that wait at the same time share one.
   */
  ask(request: number, startsBudget: boolean): void;
  /** Reads the database beside this request, then `databaseRead` happens. */
  readDatabase(request: number): void;
  /** Reads what else is stored, then `restored` happens. */
  restore(): void;
}

export type StoredPart = 'consent' | 'choice' | 'record';

export type Publication = 'ready' | 'change' | 'unchanged';
