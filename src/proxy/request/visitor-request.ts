import type { VisitorRecord } from '../../record/record.ts';
import type { AbortSignalLike } from '../record/abort-signal-like.ts';

/**
 * What the proxy reads of a request. A web `Request` fits, and a host adapter can pass less. Repeated header lines come
 * joined by commas.
 */
export interface VisitorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignalLike;
}

/** The other end of the connection, as the host knows it: never from a header that a visitor can write. */
export interface Peer {
  readonly ip: string;
  /** Where that is, on hosts that know it. */
  readonly place?: VisitorRecord;
  /** Such a host's name, for the doctor. */
  readonly host?: 'workers' | 'vercel' | 'netlify';
}

/**
 * The path exactly as it was sent, so that only one spelling reaches the record. `URL` resolves `/static/%2e%2e/geo` to
 * `/geo`, but a cache in front with a rule for `/geo` does not.
 */
export function pathAsSent(url: string): string {
  return /^https?:\/\/[^/]*([^?]*)/.exec(url)?.[1] ?? '';
}
