import type { Core } from '../core.ts';

/** Which suggestions the visitor has answered: for this page view always, for longer where we may remember. */
export interface SuggestionMemory {
  isAnswered(key: string, days: number): boolean;
  note(key: string, days: number): void;
}

/** Withdrawn consent wipes every entry that begins so. */
const prefix = 'geolet:suggest:';
const dayMs = 86_400_000;

export function createSuggestionMemory({ visitor: { mayStore } }: Core): SuggestionMemory {
  const answered = new Set<string>();
  return {
    isAnswered(key, days) {
      if (answered.has(key)) return true;
      const time = mayStore() ? Number(attempt(() => localStorage.getItem(prefix + key))) : 0;
      // Also where the clock was ahead at the time: an answer does not hold for years.
      return time > 0 && Math.abs(Date.now() - time) < days * dayMs;
    },
    note(key, days) {
      answered.add(key);
      if (mayStore() && days) attempt(() => localStorage.setItem(prefix + key, String(Date.now())));
    },
  };
}

/** A browser that refuses storage throws. */
function attempt<Value>(operation: () => Value): Value | undefined {
  try {
    return operation();
  } catch {
    return undefined;
  }
}
