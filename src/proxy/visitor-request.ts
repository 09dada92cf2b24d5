import type { VisitorRecord } from '../record/record.ts';
import type { Cancellation } from './cancellation.ts';

/**
 * What the proxy reads of a request: a web `Request` has it, and a host adapter can hand over less. Repeated header lines
 * come joined by commas, in order.
 */
export interface VisitorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  /** Aborted when the visitor goes away. */
  readonly signal: Cancellation;
}

/** Who is at the other end of the connection, as the host knows it: never taken from a header. */
export interface Peer {
  readonly ip: string;
  /** Where that is, on hosts that know it by themselves. */
  readonly place?: VisitorRecord;
  /** Such a host's name, for the doctor. */
  readonly host?: 'workers' | 'vercel' | 'netlify';
}

/**
 * The path of a request as it was sent, so that what the proxy answers has one spelling: a rule for `/geo` in a cache in front
 * does not see `/static/%2e%2e/geo`, which `URL` resolves to the same path.
 */
export function pathAsSent(url: string): string {
  return /^https?:\/\/[^/]*([^?]*)/.exec(url)?.[1] ?? '';
}
