import { ProxyError } from '../request/proxy-error.ts';
import { type AbortSignalLike, PlainAbortController } from '../request/visitor-request.ts';

/** Sends one request, until the signal is aborted. */
type Send<Result> = (signal: AbortSignalLike) => Promise<Result>;

/**
 * Sends one request for all visitors with the same key at the same time. It ends with its result, at its deadline, or
 * when all of them have left. When one visitor leaves, the others still get the result.
 */
export class CoalescedRequests<Result> {
  readonly #timeoutMs: number;
  readonly #underWay = new Map<string | symbol, CoalescedRequest<Result>>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** @param signal is aborted when the visitor leaves. */
  send(key: string | symbol, signal: AbortSignalLike, send: Send<Result>): Promise<Result> {
    if (signal.aborted) return Promise.reject(new VisitorLeft());
    return (this.#underWay.get(key) ?? this.#start(key, send)).join(signal);
  }

  #start(key: string | symbol, send: Send<Result>): CoalescedRequest<Result> {
    const request = new CoalescedRequest(this.#timeoutMs, send, () => {
      if (this.#underWay.get(key) === request) this.#underWay.delete(key);
    });
    this.#underWay.set(key, request);
    return request;
  }
}

/** A visitor who waits. Callbacks, because a chain of promises for each visitor costs more than all else here. */
interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

class CoalescedRequest<Result> {
  readonly #waiting = new Set<Waiting<Result>>();
  readonly #controller = new PlainAbortController();
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout>;

  constructor(timeoutMs: number, send: Send<Result>, onEnd: () => void) {
    this.#onEnd = onEnd;
    // A process that was suspended runs its timers before it reads what came meanwhile. The second timer lets it read
    // first.
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#timeOut(timeoutMs));
    }, timeoutMs);
    send(this.#controller).then(
      (result) => this.#end(({ resolve }) => resolve(result)),
      (reason: unknown) => this.#end(({ reject }) => reject(reason)),
    );
  }

  join(signal: AbortSignalLike): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', () => this.#leave(waiting));
    });
  }

  #leave(waiting: Waiting<Result>): void {
    if (!this.#waiting.delete(waiting)) return;
    waiting.reject(new VisitorLeft());
    if (this.#waiting.size === 0) this.#stop(new VisitorLeft());
  }

  #timeOut(timeoutMs: number): void {
    this.#stop(
      new ProxyError(504, `The visitor-data service did not answer within ${timeoutMs} ms.`, {
        fix: 'Find out why it is slow, or raise GEOLET_TIMEOUT_MS.',
        outage: true,
      }),
    );
  }

  /** Also ends a request that ignores its signal. */
  #stop(reason: ProxyError): void {
    this.#controller.abort(reason);
    this.#end(({ reject }) => reject(reason));
  }

  /**
   * Removes all references to visitors: a finished request must not keep them in memory until the next full garbage
   * collection.
   */
  #end(settle: (waiting: Waiting<Result>) => void): void {
    clearTimeout(this.#timer);
    this.#onEnd();
    for (const waiting of this.#waiting) settle(waiting);
    this.#waiting.clear();
    this.#controller.removeListeners();
  }
}

/** The visitor closed the connection before the response. It is not logged, and not held against the service. */
class VisitorLeft extends ProxyError {
  constructor() {
    super(503, 'The visitor left before the response came.', { inconclusive: true });
  }
}
