import { log } from './log.ts';
import { ServiceError } from './service-error.ts';

/** `all`: nothing can be done. `writes`: reading works, changing does not. */
type Extent = 'all' | 'writes';

/** An outage is over once nothing has failed for so long. Repeated failures within that time are one outage. */
const quietMs = 5000;

/** Something that requests need can't be used now. The caller should try again; the advice is for the operator. */
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
 * Tracks whether something that requests need can be used: a database, a disk, a counter. Writes one line to the log at
 * the begin and one at the end, not one for every request in between.
 */
export class Outage {
  readonly #name: string;
  readonly #report: typeof log;
  #extent: Extent | undefined;
  #failedAt = 0;

  /** @param report takes what would be logged, for a command that tells its user itself. */
  constructor(name: string, report: typeof log = log) {
    this.#name = name;
    this.#report = report;
  }

  /**
   * @param remedy what the operator can do, as a sentence.
   * @returns the error to throw: without the check, no request is allowed.
   */
  begin(cause: unknown, remedy: string, extent: Extent = 'all'): Unavailable {
    this.#failedAt = performance.now();
    const what = `${this.#name} can't be ${extent === 'all' ? 'used' : 'written'}`;
    // Log only the reason: other fields of a driver's error may name hosts and users.
    const reason = reasonOf(cause);
    if (this.#extent === undefined || (this.#extent === 'writes' && extent === 'all')) {
      this.#report(what, 'error', { reason, ...codeOf(cause), remedy });
      this.#extent = extent;
    }
    return new Unavailable(`${what} (${reason}). ${remedy}`, cause);
  }

  /** @param did what worked. After a failed write, only a write proves that the outage is over. */
  end(did: 'read' | 'write'): void {
    if (this.#extent === undefined || (this.#extent === 'writes' && did === 'read')) return;
    if (performance.now() - this.#failedAt < quietMs) return;
    this.#report(`${this.#name} can be ${this.#extent === 'all' ? 'used' : 'written'} again`, 'info');
    this.#extent = undefined;
  }
}

/** Node's error for a host with several addresses has no message. https://nodejs.org/api/net.html#socketconnect */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

function codeOf(cause: unknown): { readonly code?: unknown } {
  return cause instanceof Error && 'code' in cause && cause.code !== undefined ? { code: cause.code } : {};
}
