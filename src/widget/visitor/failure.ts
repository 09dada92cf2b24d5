import { native } from '../dom/native.ts';

/** Why there is no record. Becomes a `geo-error` event, never an exception. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
  /** Milliseconds after which another request can succeed: 0 for at once, Infinity for not on this page view. */
  readonly againMs: number;
}

/** Whether the page is hidden or offline. No request is repeated until that changes. */
export function isAway(): boolean {
  return native(document).hidden || !navigator.onLine;
}
