import type { AbortSignalLike } from './abort-signal-like.ts';

/**
 * Sends a request to the service. A host brings its own where `fetch` is slow or absent. Rejects when there is no whole
 * response.
 */
export type Transport = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** A GET with exactly these headers. A transport adds only what HTTP itself needs (Host, Connection). */
export interface UpstreamRequest {
  readonly url: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  /** The transport stops reading a longer body and rejects. */
  readonly maxBodyBytes: number;
  /**
   * Aborted at the deadline or when the visitor leaves. The transport then closes the connection. `toAbortSignal` makes
   * one for `fetch`.
   */
  readonly signal: AbortSignalLike;
}

/** Redirects are not followed: a redirect is a response as any other. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** What the text says, where a service in this process answers: then nobody reads the text. */
  readonly record?: RecordParts | undefined;
}

/** A record in two parts, which follow each other. */
export interface RecordParts {
  /** The fields that follow from the address: the same object for all visitors of a place. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly visit: Readonly<Record<string, unknown>>;
}
