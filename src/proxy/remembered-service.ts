import type { AskCutService, CutData } from './cut-record.ts';
import { KeptAnswers, type KeptAnswersSettings } from './kept-answers.ts';
import { ProxyError } from './proxy-error.ts';
import { questionKey } from './question-key.ts';
import { SharedQuestions } from './shared-questions.ts';

export interface MemorySettings extends KeptAnswersSettings {
  /** How long an answer is given again without asking; 0 turns the cache off. */
  readonly cacheSeconds: number;
  /** How old an answer may be that stands in for a service in trouble. */
  readonly staleSeconds: number;
  /** Longest wait for the service's whole answer. */
  readonly timeoutMs: number;
  /** Whether one question is asked for all who want the same at once. */
  readonly share: boolean;
  readonly now: () => number;
}

/**
 * Asks the service once for all visits that are alike, gives its answer again while it is fresh, and an older one to the
 * same question while the service fails. What the proxy itself knows of a request is set later, for hits and misses alike.
 */
export function createRememberedService(ask: AskCutService, settings: MemorySettings): AskCutService {
  const { cacheSeconds, staleSeconds, timeoutMs, share, now } = settings;
  const answers = new KeptAnswers(settings);
  const keptMs = Math.max(cacheSeconds, staleSeconds) * 1000;
  const questions = new SharedQuestions<CutData>(timeoutMs);

  return (visit, visitor) => {
    const key = questionKey(visit);
    answers.forgetBefore(now() - keptMs);
    const kept = answers.get(key);
    const age = kept === undefined ? Infinity : (now() - kept.time) / 1000;
    if (kept !== undefined && age < cacheSeconds) return Promise.resolve(kept.data);
    const asked = questions.ask(share ? key : Symbol(), visitor, (signal) =>
      ask(visit, signal).then((data) => {
        if (cacheSeconds > 0) answers.keep(key, data, now());
        return data;
      }),
    );
    if (kept === undefined || age >= staleSeconds) return asked;
    return asked.catch((error: unknown) => {
      if (error instanceof ProxyError) return kept.data;
      throw error;
    });
  };
}
