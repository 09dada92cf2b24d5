import { ProxyError } from './proxy-error.ts';
import type { AskService } from './visitor-data.ts';

const windowMs = 86_400_000;
const longestWaitSeconds = 3600;

export interface BudgetSettings {
  /** Requests to the service within 24 hours; 0 means no budget. */
  readonly dailyBudget: number;
  readonly now: () => number;
  readonly warn: (line: string) => void;
}

/**
 * Asks the service so many times within 24 hours, counted from the first, and then nobody is asked about any more, whoever they
 * are: a page shows what it shows without a record.
 */
export function createDailyBudget(ask: AskService, { dailyBudget, now, warn }: BudgetSettings): AskService {
  if (dailyBudget === 0) return ask;
  let end = -Infinity;
  let spent = 0;
  return async (visit, signal) => {
    const time = now();
    if (time >= end) {
      end = time + windowMs;
      spent = 0;
    }
    if (spent < dailyBudget) {
      spent++;
      return ask(visit, signal);
    }
    warn(`The daily budget of ${dailyBudget} requests to the visitor-data service is spent. Visitors without a cached answer get none.`);
    const seconds = Math.min(Math.ceil((end - time) / 1000), longestWaitSeconds);
    throw new ProxyError(503, 'There is no record now: the proxy has asked as often as it may today.', { headers: { 'retry-after': String(seconds) }, unheard: true, quiet: true });
  };
}
