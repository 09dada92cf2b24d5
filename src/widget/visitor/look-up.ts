import type { VisitorRecord } from '../../record/record.ts';
import { type Failure, isFailure, requestRecord } from './request.ts';

/** Asks the proxy until it answers, or until asking again would be no use. */
export interface LookUp {
  /** Whether a request may go out now: none is under way, and the last failure is long enough ago. */
  idle(): boolean;
  /**
   * Resolves when the answer has been taken, the failure told, or the budget used up. A later answer is taken too.
   *
   * @param reload whether the browser's HTTP cache is passed by.
   */
  ask(reload: boolean): Promise<void>;
  /** Makes void what is under way. */
  cancel(): void;
}

const retries = 2;
/** A page waits this long for a `Retry-After` with its eyes open. */
const patienceMs = 5000;
/** Between two look-ups that fail. */
const gapMs = 60_000;

/**
 * @param take called with each answer that is newer than the last one.
 * @param told called once for each look-up that has no answer within the budget.
 */
export function createLookUp(endpoint: string, timeoutMs: number, signal: AbortSignal, take: (record: VisitorRecord) => void, told: (failure: Failure) => void): LookUp {
  let newest = 0;
  let answered = 0;
  let busy = false;
  let notBefore = 0;

  async function ask(reload: boolean): Promise<void> {
    const mine = ++newest;
    const isVoid = () => mine <= answered || signal.aborted;
    let failure: Failure = { code: 'timeout', detail: `${endpoint} ${timeoutMs} ms`, againMs: 0 };

    /** @returns whether there is nothing left to tell. */
    async function attempt(tries: number): Promise<boolean> {
      const answer = await requestRecord(endpoint, reload, signal);
      if (isVoid()) return true;
      if (!isFailure(answer)) {
        answered = mine;
        take(answer);
        return true;
      }
      failure = answer;
      if (!tries || answer.againMs > patienceMs || isAway() || mine !== newest) return false;
      // Jitter, so that the visitors of a proxy that comes back do not all return at once.
      await pause((answer.againMs || 300 * 2 ** (retries - tries)) * (1 + Math.random() / 2));
      return isVoid() || attempt(tries - 1);
    }

    busy = true;
    const done = await Promise.race([attempt(retries), pause(timeoutMs)]);
    if (mine !== newest) return;
    busy = false;
    if (done || isVoid()) return;
    notBefore = isAway() ? 0 : performance.now() + Math.max(failure.againMs, gapMs);
    told(failure);
  }

  return {
    idle: () => !busy && performance.now() >= notBefore,
    ask,
    cancel() {
      answered = ++newest;
      busy = false;
    },
  };
}

/** Nobody looks, or nothing can answer: asking waits until that changes. */
function isAway(): boolean {
  return document.hidden || !navigator.onLine;
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
