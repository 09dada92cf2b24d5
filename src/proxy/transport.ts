import type { Cancellation } from './cancellation.ts';

/** How a request reaches the service. A host brings its own where `fetch` is slow or absent. */
export type Transport = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** A GET with exactly these headers; a transport adds only what HTTP itself needs (Host, Connection). */
export interface UpstreamRequest {
  readonly url: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** A longer body is an error: the transport stops reading there. */
  readonly maxBodyBytes: number;
  /** Aborted when time is up or the visitor is gone; the transport lets go of the connection. `toAbortSignal` makes one for `fetch`. */
  readonly signal: Cancellation;
}

/** The answer as it came: a redirect is an answer, never followed. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}
