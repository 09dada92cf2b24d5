import type { Log } from '../log.ts';
import { ProxyError } from '../request/proxy-error.ts';
import type { Transport } from './transport.ts';

const windowMs = 86_400_000;

/** Longest `Retry-After`: the owner may raise the budget at any time. */
const maxWaitSeconds = 3600;

export interface BudgetSettings {
  /** Requests to the service within 24 hours; 0 means no budget. */
  readonly dailyBudget: number;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Limits the requests to the service within 24 hours, counted from the first of them. Above the budget every visitor
 * gets a 503, and pages stay as they are written. A request that is sent again with the second key counts twice.
 */
export function createDailyBudget(send: Transport, { dailyBudget, now, log }: BudgetSettings): Transport {
  if (dailyBudget === 0) return send;
  let end = -Infinity;
  let spent = 0;
  let isReported = false;
  return async (request) => {
    const time = now();
    if (time >= end) {
      end = time + windowMs;
      spent = 0;
      isReported = false;
    }
    if (spent < dailyBudget) {
      spent++;
      return send(request);
    }
    if (!isReported)
      log(
        `The daily budget of ${dailyBudget} requests to the visitor-data service is spent. Visitors without a cached record get none.`,
        'warn',
      );
    isReported = true;
    const seconds = Math.min(Math.ceil((end - time) / 1000), maxWaitSeconds);
    throw new ProxyError(503, 'There is no record now: the daily budget of requests is spent.', {
      headers: { 'retry-after': String(seconds) },
      inconclusive: true,
      quiet: true,
    });
  };
}
