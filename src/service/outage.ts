import { log } from './log.ts';
import { ServiceError } from './service-error.ts';

/**
 * Whether something that all copies share can be reached. Logged when it goes and when it comes back, not for every request
 * in between.
 */
export class Outage {
  readonly #name: string;
  #isOn = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** @returns what to answer: nobody is let in on a guess. */
  begin(cause: unknown): ServiceError {
    // Only the reason, since what drivers attach may name hosts and users.
    if (!this.#isOn) log(`${this.#name} can't be reached`, 'error', { reason: reasonOf(cause) });
    this.#isOn = true;
    return new ServiceError(503, 'The service can\'t check this request right now. Try again in a moment.', { 'retry-after': '1' });
  }

  end(): void {
    if (this.#isOn) log(`${this.#name} can be reached again`, 'info');
    this.#isOn = false;
  }
}

/** Node tells of a host with several addresses in an error without a message. https://nodejs.org/api/net.html#socketconnect */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
