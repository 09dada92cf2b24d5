import { attempt } from '../../../rules/attempt.ts';
import type { Core } from '../../api/core.ts';

/** Which suggestions the visitor has answered: for this page view always, for longer if storing is allowed. */
export interface SuggestionMemory {
  isAnswered(key: string, days: number): boolean;
  note(key: string, days: number): void;
}

/** Withdrawn consent removes every entry that begins with `geolet:`. */
const prefix = 'geolet:suggest:';
const dayMs = 86_400_000;

export function createSuggestionMemory({ visitor: { mayStore, put } }: Core): SuggestionMemory {
  const answered = new Set<string>();
  return {
    isAnswered(key, days) {
      if (answered.has(key)) return true;
      const time = mayStore() ? Number(attempt(() => localStorage.getItem(prefix + key))) : 0;
      // `abs`: if the clock was years ahead at that time, the answer must not hold for years.
      return time > 0 && Math.abs(Date.now() - time) < days * dayMs;
    },
    note(key, days) {
      answered.add(key);
      if (days) put(prefix + key, String(Date.now()));
    },
  };
}
