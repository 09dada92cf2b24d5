import { attempt } from '../../rules/attempt.ts';
import type { Settings } from '../boot/settings.ts';
import { type Failure, isAway } from './failure.ts';
import { type Outcome, requestRecord } from './request.ts';
import type startRetry from './retry.ts';
import type { Request, VisitorEvent } from './visitor-event.ts';

export interface LookupOptions {
  readonly settings: Settings;
  /** Aborts every request. */
  readonly signal: AbortSignal;
  /** Fetches what is needed only after a failure; undefined where the page does not allow that. */
  readonly fetchRetry: () => Promise<ReturnType<typeof startRetry> | undefined>;
  /** Whether an answer to a request is still of use. */
  readonly isWanted: (request: number) => boolean;
  /** Gets `answered` for each answer, also a late one, and `failed` at the end of each request or of its budget. */
  readonly dispatch: (event: VisitorEvent) => void;
}

/** @returns sends one request. Its promise resolves with the answer, the last failure or the end of the budget. */
export function createLookup({
  settings,
  signal,
  fetchRetry,
  isWanted,
  dispatch,
}: LookupOptions): (asked: Request) => Promise<void> {
  const { endpoint = '', timeoutMs } = settings;
  let budget: Promise<unknown> | undefined;

  return async ({ request, startsBudget }) => {
    let failure: Failure = { code: 'timeout', detail: `${endpoint} ${timeoutMs} ms`, againMs: 0 };
    if (startsBudget) budget = new Promise((resolve) => setTimeout(resolve, timeoutMs));
    const current = budget;

    async function answer(): Promise<void> {
      const outcome = await requestRecord(endpoint, signal);
      let { record } = outcome;
      if (!record) {
        failure = firstFailure(outcome, endpoint);
        const retry = isWanted(request) && navigator.onLine ? await fetchRetry() : undefined;
        if (retry)
          record = await retry(outcome, {
            endpoint,
            request: () => requestRecord(endpoint, signal),
            onFailure: (latest) => {
              failure = latest;
            },
            isWanted: () => isWanted(request),
          });
        else await waitIfPageIsLeaving(current);
      }
      if (record) dispatch({ type: 'answered', request, answer: { time: Date.now(), record } });
    }

    await Promise.race([answer(), current]);
    dispatch({ type: 'failed', request, failure, isAway: isAway(), uptimeMs: performance.now() });
  };
}

/**
 * Safari quirk: when the page is left, reading a blob fails. Then wait for the time budget instead of reporting a
 * failure. The browser may bring the page back later.
 */
function waitIfPageIsLeaving(budget: Promise<unknown> | undefined): Promise<unknown> | undefined {
  return attempt(() => new Blob().text().catch(() => budget));
}

/** As much as can be said without the file that retries. */
function firstFailure(outcome: Outcome, endpoint: string): Failure {
  return {
    code: navigator.onLine ? 'network' : 'offline',
    detail: `${String(outcome.response?.status ?? outcome.error)} ${endpoint}`,
    againMs: 0,
  };
}
