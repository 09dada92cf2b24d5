import type { VisitorRecord } from '../../record/record.ts';

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

/**
 * The part of an `AbortSignal` that the proxy reads; every `AbortSignal` fits. Hosts that serve many requests use
 * `PlainAbortController` instead of the platform's: on Node two real controllers cost 9 µs per request, 13 to 16 % of a
 * request that reaches the service, and hardly any is ever aborted:
 * docs/architecture/proxy.md#a-finished-request-leaves-nothing-behind
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
}

/** Controller and signal in one. */
export class PlainAbortController implements AbortSignalLike {
  aborted = false;
  reason: unknown;
  readonly #listeners: Array<() => void> = [];

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Removes all listeners, so that a finished request does not keep them in memory until the next full garbage
   * collection.
   */
  removeListeners(): void {
    this.#listeners.length = 0;
  }

  /** Only the first call has an effect. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** A real signal, for platform functions such as `fetch`. */
export function toAbortSignal(signal: AbortSignalLike): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return controller.signal;
}
