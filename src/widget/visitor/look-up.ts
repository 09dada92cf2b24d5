import type { VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { type Failure, isAway } from './failure.ts';
import { requestRecord } from './request.ts';
import type { start } from './retry.ts';

/** Asks the proxy until it answers, or until asking again would be no use. */
export interface LookUp {
  /** Whether a request may go out now: none is under way, and the last failure is long enough ago. */
  idle(): boolean;
  /** Resolves when the answer has been taken, the failure told, or the budget used up. A later answer is taken too. */
  ask(): Promise<void>;
  /** Makes void what is under way. What failed until now keeps nobody from asking then. */
  cancel(): void;
}

/** Between two look-ups that fail. */
const gapMs = 60_000;

/**
 * @param fetchRetry fetches what is needed only when a request has failed; undefined where that cannot be had.
 * @param take called with each answer that is newer than the last one.
 * @param told called once for each look-up that has no answer within the budget.
 */
export function createLookUp(
  endpoint: string,
  timeoutMs: number,
  signal: AbortSignal,
  fetchRetry: () => Promise<ReturnType<typeof start> | undefined>,
  take: (record: VisitorRecord) => void,
  told: (failure: Failure) => void,
): LookUp {
  let newest = 0;
  let answered = 0;
  let notBefore = 0;
  /** There while a request is under way. */
  let budget: Promise<unknown> | undefined;

  async function ask(): Promise<void> {
    const mine = ++newest;
    const isVoid = () => mine <= answered || signal.aborted;
    const request = () => requestRecord(endpoint, signal);
    let failure: Failure = { code: 'timeout', detail: `${endpoint} ${timeoutMs} ms`, againMs: 0 };

    async function answer(): Promise<void> {
      const outcome = await request();
      let { record } = outcome;
      if (!record) {
        const { response, error } = outcome;
        failure = {
          code: navigator.onLine ? 'network' : 'offline',
          detail: `${String(response?.status ?? error)} ${endpoint}`,
          againMs: 0,
        };
        const again = isVoid() || !navigator.onLine ? undefined : await fetchRetry();
        record = await again?.(
          outcome,
          endpoint,
          request,
          (latest) => (failure = latest),
          () => mine === newest && !isVoid(),
        );
        // WebKit ends the request of who leaves, reads nothing more, not even what needs no network, and keeps the page until the next one comes: that is no failure to tell of.
        if (!again) await attempt(() => new Blob().text().catch(() => budget));
      }
      if (!record || isVoid()) return;
      answered = mine;
      take(record);
    }

    // One budget for all that are under way: who asks again while the page waits does not make it wait longer.
    budget ??= new Promise((resolve) => setTimeout(resolve, timeoutMs));
    await Promise.race([answer(), budget]);
    if (mine !== newest) return;
    budget = undefined;
    if (isVoid()) return;
    notBefore = isAway() ? 0 : performance.now() + Math.max(failure.againMs, gapMs);
    told(failure);
  }

  return {
    idle: () => !budget && performance.now() >= notBefore,
    ask,
    cancel() {
      answered = ++newest;
      notBefore = 0;
      budget = undefined;
    },
  };
}
