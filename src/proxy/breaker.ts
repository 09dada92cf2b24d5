import type { Log } from './log.ts';
import { ProxyError } from './proxy-error.ts';
import type { AskService, VisitorData } from './visitor-data.ts';

/** Outages in a row after which the service is left alone. */
const tolerated = 5;

/** How long it is left alone before one visitor's request tries it again. */
const pauseMs = 5_000;

export interface BreakerSettings {
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Spares a service in trouble, and the visitors their wait for it: after some outages in a row they are answered at once, and
 * one request per pause is let through. If that one is answered, all are. A probe that never ends only costs a pause.
 */
export function createBreaker(ask: AskService, { now, log }: BreakerSettings): AskService {
  let outages = 0;
  let nextProbe = 0;

  /** Why the service is not asked now. */
  const pause = (): ProxyError | undefined => {
    if (outages < tolerated) return undefined;
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

  const works = (): void => {
    if (outages >= tolerated) log('The visitor-data service answers again.', 'info');
    outages = 0;
  };

  const fails = (): void => {
    if (++outages !== tolerated) return;
    nextProbe = now() + pauseMs;
    log(
      `The visitor-data service failed ${tolerated} times in a row. It is asked once in ${pauseMs / 1000} s until it answers.`,
      'error',
    );
  };

  const answered = (data: VisitorData): VisitorData => {
    works();
    return data;
  };

  const failed = (error: unknown): never => {
    if (error instanceof ProxyError && error.outage) fails();
    else if (!(error instanceof ProxyError && error.unheard)) works();
    throw error;
  };

  return (visit, signal) => {
    const refusal = pause();
    return refusal === undefined ? ask(visit, signal).then(answered, failed) : Promise.reject(refusal);
  };
}
