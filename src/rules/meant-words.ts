import alpha3 from '../record/alpha-3.generated.json' with { type: 'json' };
import { closest } from '../record/closest.ts';
import { groupNames } from './conditions/groups.ts';
import { memoize } from './memoize.ts';
import { fold } from './text/normalize.ts';

/** `usa`, `germany` and `frnace` are countries by another name. @returns the code, in capitals. */
export function meantCountry(written: string): string | undefined {
  const names = countryNames();
  return countryNamed(written) ?? names.get(closest(fold(written), [...names.keys()]) ?? '');
}

/** `usa` and `germany`, without a typo. @returns the code, in capitals. */
export function countryNamed(written: string): string | undefined {
  const word = fold(written);
  return codesOfThree.get(word.toUpperCase()) ?? countryNames().get(word);
}

/** `$`, `euro` and `USDD` are currencies. @returns the code, in capitals. */
export function meantCurrency(written: string): string | undefined {
  const known = Intl.supportedValuesOf?.('currency') ?? [];
  const word = fold(written).replace(/s$/, '');
  return signs.get(word) ?? (word.length > 2 ? closest(word.toUpperCase(), known) : undefined);
}

/** @returns the name of a group, built in or the owner's. */
export function meantGroup(written: string, groups: readonly string[]): string | undefined {
  return closest(written.replace(/[^a-z0-9]/gi, '').toLowerCase(), [...groupNames, ...groups]);
}

/** @returns the code of a continent, in capitals. */
export function meantContinent(written: string): string | undefined {
  return continents.get(fold(written).replace(/[^a-z]/g, ''));
}

const englishNames = memoize(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** @returns undefined for a code that no country has. */
export function countryName(code: string): string | undefined {
  try {
    return englishNames()?.of(code);
  } catch {
    return undefined;
  }
}

const codesOfThree: ReadonlyMap<string, string> = new Map(Object.entries(alpha3));

/** What people call the currencies that they meet most. */
const signs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $: 'USD',
    us$: 'USD',
    dollar: 'USD',
    '€': 'EUR',
    euro: 'EUR',
    '£': 'GBP',
    pound: 'GBP',
    '¥': 'JPY',
    yen: 'JPY',
    '₹': 'INR',
    rupee: 'INR',
    fr: 'CHF',
    franc: 'CHF',
  }),
);

const continents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    africa: 'AF',
    antarctica: 'AN',
    asia: 'AS',
    europe: 'EU',
    northamerica: 'NA',
    oceania: 'OC',
    australia: 'OC',
    southamerica: 'SA',
  }),
);

/** What some countries are called beside the name that the browser has. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    england: 'GB',
    'great britain': 'GB',
    britain: 'GB',
    america: 'US',
    'united states of america': 'US',
    holland: 'NL',
    turkey: 'TR',
    'czech republic': 'CZ',
    korea: 'KR',
  }),
);

let knownNames: ReadonlyMap<string, string> | undefined;

/** The codes of all countries, by their English names, folded. */
function countryNames(): ReadonlyMap<string, string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  knownNames ??= new Map([
    ...letters
      .flatMap((first) => letters.map((second) => first + second))
      .flatMap((code): Array<[string, string]> => {
        const name = countryName(code);
        // Countries of the past have names too, and a newer code.
        return name && new Intl.Locale(`und-${code}`).region === code ? [[fold(name), code]] : [];
      }),
    ...otherNames,
  ]);
  return knownNames;
}

/** Words that name a visitor by a country's other name: `Frnace; device: mobile`. @returns them with its code. */
export function meantVisitor(words: string): string | undefined {
  let hasMeant = false;
  const parts = words.split(';').map((part) => {
    const text = part.trim();
    const colon = text.indexOf(':');
    const [before, written] = [text.slice(0, colon + 1), text.slice(colon + 1).trim()];
    const isCountry = colon < 0 || /^country\s*:$/i.test(before);
    const isCode = written.includes('-') || /^[a-z]{2}$/i.test(written);
    const code = isCountry && !isCode ? meantCountry(written) : undefined;
    hasMeant ||= code !== undefined;
    return code === undefined ? text : `${before} ${code}`.trim();
  });
  return hasMeant ? parts.join('; ') : undefined;
}
