/**
 * What the proxy reads of an `AbortSignal`, which is one. On Node a real one for each request costs as much as the request's own
 * parsing, and keeps what listens to it alive until the next full garbage collection; hardly any is ever aborted.
 */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
}

export class Canceller implements Cancellation {
  aborted = false;
  reason: unknown;
  readonly #listeners: Array<() => void> = [];

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Lets go of all who listen: an object that is found dead only at the next full garbage collection must not keep them until then. */
  release(): void {
    this.#listeners.length = 0;
  }

  /** Once: what comes later has no effect. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** For platform functions such as `fetch`, which take nothing less. */
export function toAbortSignal(cancellation: Cancellation): AbortSignal {
  if (cancellation instanceof AbortSignal) return cancellation;
  const controller = new AbortController();
  const abort = (): void => controller.abort(cancellation.reason);
  if (cancellation.aborted) abort();
  else cancellation.addEventListener('abort', abort);
  return controller.signal;
}
