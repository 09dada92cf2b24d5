import type { Log } from './log.ts';
import { ProxyError } from './proxy-error.ts';
import type { Transport } from './transport.ts';

const windowMs = 86_400_000;
const longestWaitSeconds = 3600;

export interface BudgetSettings {
  /** Requests to the service within 24 hours; 0 means no budget. */
  readonly dailyBudget: number;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Sends the service so many requests within 24 hours, counted from the first, and then nobody is asked about any more, whoever they
 * are: a page shows what it shows without a record. A question that takes both keys counts twice.
 */
export function createDailyBudget(send: Transport, { dailyBudget, now, log }: BudgetSettings): Transport {
  if (dailyBudget === 0) return send;
  let end = -Infinity;
  let spent = 0;
  let isTold = false;
  return async (request) => {
    const time = now();
    if (time >= end) {
      end = time + windowMs;
      spent = 0;
      isTold = false;
    }
    if (spent < dailyBudget) {
      spent++;
      return send(request);
    }
    if (!isTold)
      log(
        `The daily budget of ${dailyBudget} requests to the visitor-data service is spent. Visitors without a cached answer get none.`,
        'warn',
      );
    isTold = true;
    const seconds = Math.min(Math.ceil((end - time) / 1000), longestWaitSeconds);
    throw new ProxyError(503, 'There is no record now: the proxy has asked as often as it may today.', {
      headers: { 'retry-after': String(seconds) },
      unheard: true,
      quiet: true,
    });
  };
}
