import { packedCountryFields } from '../../record/packed-country.ts';
import { attempt } from '../../rules/attempt.ts';
import { type Choice, parseVisitorWords } from '../../rules/visitor-words.ts';
import type { Core } from '../core.ts';
import { valueOf } from '../report.ts';
import { announce } from './announcement.ts';

/** A file of its own, with the country table: fetched when a visitor chooses, and by nobody else. */
export function start(core: Core) {
  return {
    choose(words: unknown): Choice | undefined {
      const choice = core.signal.aborted
        ? undefined
        : attempt(() => valueOf(parseVisitorWords(words, packedCountryFields), core.report));
      if (choice) announce(core);
      return choice;
    },
    announce: () => announce(core),
  };
}
