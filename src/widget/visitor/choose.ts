import { listCountryCodes } from '../../record/packed-countries.ts';
import type { VisitorRecord } from '../../record/record.ts';
import { attempt } from '../../rules/attempt.ts';
import { addChoice, type ChoiceChange } from '../../rules/choice.ts';
import { countriesNamed, parseVisitorWords } from '../../rules/visitor-words.ts';
import type { Core } from '../api/core.ts';
import { announce } from './announcement.ts';
import { fetchCountry } from './fetch-country.ts';

export interface Chooser {
  /** @returns undefined for words that are not understood, and if a file is refused. Both are reported. */
  choose(words: unknown): Promise<ChoiceChange | undefined>;
  /** Tells screen readers what a choice, or its reset, has changed. */
  announce(): void;
}

/** What follows from a country. Undefined if there is no such country. Rejects if it cannot be fetched. */
type FindCountry = (code: string) => Promise<VisitorRecord | undefined>;

/** A lazy file, fetched when a visitor chooses. */
export default function startChooser(core: Core): Chooser {
  return createChooser(core, async (code) =>
    listCountryCodes().includes(code) ? (await fetchCountry(core, code)).fields : undefined,
  );
}

export function createChooser(core: Core, findCountry: FindCountry): Chooser {
  return {
    async choose(words) {
      const countries = new Map<string, VisitorRecord | undefined>();
      for (const code of attempt(() => countriesNamed(words)) ?? []) {
        try {
          countries.set(code, await findCountry(code));
        } catch (error) {
          if (!core.signal.aborted) core.report('file-refused', `countries/${code.toLowerCase()}: ${String(error)}`);
          return undefined;
        }
      }
      if (core.signal.aborted) return undefined;
      const choice = attempt(() =>
        parseVisitorWords(
          words,
          (code) => countries.get(code),
          (code, text) => core.report(code, text),
        ),
      );
      if (!choice) return undefined;
      announce(core);
      return (earlier) => addChoice(choice, earlier);
    },
    announce: () => announce(core),
  };
}
