import type { Log } from '../log.ts';
import type { Observer } from '../observer.ts';
import { ProxyError } from '../request/proxy-error.ts';
import type { AskService, VisitorData } from './visitor-data.ts';

/** This many outages in a row open the circuit. */
const maxOutages = 5;

/** How long an open circuit waits before it lets one request through. */
const pauseMs = 5_000;

export interface BreakerSettings {
  readonly now: () => number;
  readonly log: Log;
  readonly observer?: Observer | undefined;
}

/**
 * Sends no requests to a service that fails, so that visitors do not wait for it: after several outages in a row they
 * get a 503 at once, except for one request per pause. As soon as the service responds to one, all requests go through
 * again.
 * https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
 */
export function createCircuitBreaker(ask: AskService, { now, log, observer }: BreakerSettings): AskService {
  let outages = 0;
  let nextProbe = 0;

  /** @returns the error to respond with while the circuit is open. */
  const refusal = (): ProxyError | undefined => {
    if (outages < maxOutages) return undefined;
    const time = now();
    if (time >= nextProbe) {
      nextProbe = time + pauseMs;
      return undefined;
    }
    const seconds = String(Math.ceil((nextProbe - time) / 1000));
    return new ProxyError(503, `The visitor-data service is in trouble. Try again in ${seconds} s.`, {
      headers: { 'retry-after': seconds },
      quiet: true,
    });
  };

  const reset = (): void => {
    if (outages >= maxOutages) {
      log('The visitor-data service answers again.', 'info');
      observer?.circuit(false);
    }
    outages = 0;
  };

  const count = (): void => {
    outages++;
    if (outages !== maxOutages) return;
    nextProbe = now() + pauseMs;
    observer?.circuit(true);
    log(
      `The visitor-data service failed ${maxOutages} times in a row. It is asked once in ${pauseMs / 1000} s until it answers.`,
      'error',
    );
  };

  const succeed = (data: VisitorData): VisitorData => {
    reset();
    observer?.service('ok', data.dataDate);
    return data;
  };

  const fail = (error: unknown): never => {
    // Without those that the visitor broke off, or that were not sent.
    if (error instanceof ProxyError) observer?.service(error.outage ? 'outage' : 'refused');
    if (error instanceof ProxyError && error.outage) count();
    else if (!(error instanceof ProxyError && error.inconclusive)) reset();
    throw error;
  };

  return (lookup, signal) => {
    const refused = refusal();
    return refused === undefined ? ask(lookup, signal).then(succeed, fail) : Promise.reject(refused);
  };
}
