import { log } from './log.ts';
import { ServiceError } from './service-error.ts';

/** `all`: nothing can be done. `writes`: reading works, changing does not. */
type Extent = 'all' | 'writes';

/** Nothing failed for so long: what fails now and then is one outage, not one for each failure. */
const settledMs = 5000;

/** Something that requests need can't be used now. Who asked is told to come back, and the operator what to do. */
export class Unavailable extends ServiceError {
  /** A sentence for the operator, without a password. */
  readonly advice: string;

  constructor(advice: string, cause: unknown) {
    super(503, "The service can't check this request right now. Try again in a moment.", { 'retry-after': '1' });
    this.advice = advice;
    this.cause = cause;
  }
}

/**
 * Whether something that requests need can be used: a database, a disk, a counter. Logged once when it can't be used any more and once
 * when it can again, not for every request in between.
 */
export class Outage {
  readonly #name: string;
  readonly #log: typeof log;
  #extent: Extent | undefined;
  #failedAt = 0;

  /** @param tell for a command that tells its user itself. */
  constructor(name: string, tell: typeof log = log) {
    this.#name = name;
    this.#log = tell;
  }

  /**
   * @param remedy what the operator can do, as a sentence.
   * @returns what to answer: nobody is let in on a guess.
   */
  begin(cause: unknown, remedy: string, extent: Extent = 'all'): Unavailable {
    this.#failedAt = performance.now();
    const what = `${this.#name} can't be ${extent === 'all' ? 'used' : 'written'}`;
    // Only the reason, since what drivers attach may name hosts and users.
    const reason = reasonOf(cause);
    if (this.#extent === undefined || (this.#extent === 'writes' && extent === 'all')) {
      this.#log(what, 'error', { reason, ...codeOf(cause), remedy });
      this.#extent = extent;
    }
    return new Unavailable(`${what} (${reason}). ${remedy}`, cause);
  }

  /** @param did what worked: after a failed change, only a change proves that the outage is over. */
  end(did: 'read' | 'write'): void {
    if (this.#extent === undefined || (this.#extent === 'writes' && did === 'read')) return;
    if (performance.now() - this.#failedAt < settledMs) return;
    this.#log(`${this.#name} can be ${this.#extent === 'all' ? 'used' : 'written'} again`, 'info');
    this.#extent = undefined;
  }
}

/** Node tells of a host with several addresses in an error without a message. https://nodejs.org/api/net.html#socketconnect */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

function codeOf(cause: unknown): { readonly code?: unknown } {
  return cause instanceof Error && 'code' in cause && cause.code !== undefined ? { code: cause.code } : {};
}
