import { native } from '../native.ts';

/** Why there is no record. Never thrown at the page: it becomes a `geo-error` event. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
  /** Milliseconds after which asking again can succeed: 0 when it may at once, Infinity when it cannot on this page view. */
  readonly againMs: number;
}

/** Nobody looks, or nothing can answer: asking waits until that changes. */
export function isAway(): boolean {
  return native(document).hidden || !navigator.onLine;
}
