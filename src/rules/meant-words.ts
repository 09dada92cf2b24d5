import alpha3 from '../record/alpha-3.generated.json' with { type: 'json' };
import { closest, isOneAway } from '../record/closest.ts';
import { groupNames } from './conditions/groups.ts';
import { memoize } from './memoize.ts';
import { fold } from './text/normalize.ts';

/** `usa`, `Frankreich` and `frnace` are countries by another name. @returns the code, in capitals. */
export function meantCountry(written: string): string | undefined {
  const word = plainName(written);
  const { english, other } = allNames();
  return (
    countryNamed(written) ??
    misspelt(word, english, 4) ??
    // A shorter word is near to too many names.
    misspelt(word, other, 7) ??
    (word.length < 8 ? undefined : english.get(closest(word, [...english.keys()]) ?? ''))
  );
}

/** `usa`, `germany` and `Allemagne`, without a typo. @returns the code, in capitals. */
export function countryNamed(written: string): string | undefined {
  const word = plainName(written);
  const { english, other } = allNames();
  return codesOfThree.get(word.toUpperCase()) ?? english.get(word) ?? (other.get(word) || undefined);
}

/** `$`, `euro` and `USDD` are currencies. @returns the code, in capitals. */
export function meantCurrency(written: string): string | undefined {
  const known = Intl.supportedValuesOf?.('currency') ?? [];
  const word = fold(written).replace(/s$/, '');
  return signs.get(word) ?? (word.length > 2 ? closest(word.toUpperCase(), known) : undefined);
}

/** @returns the name of a group, built in or the owner's. */
export function meantGroup(written: string, groups: readonly string[]): string | undefined {
  const word = written.replace(/[^a-z0-9]/gi, '').toLowerCase();
  return groupNamed(written) ?? closest(word, [...groupNames, ...groups]);
}

/** `Scandinavia` and `Union européenne`. @returns the name of a group that is built in. */
export function groupNamed(written: string): string | undefined {
  const word = plainName(written);
  return otherGroups.get(word) ?? (regionNames().get(word) === 'EU' ? 'eu' : undefined);
}

/** `Europe` and `Asien`. @returns the code of a continent, in capitals. */
export function meantContinent(written: string): string | undefined {
  const region = regionNames().get(plainName(written)) ?? '';
  return Object.hasOwn(continents, region) ? continents[region] : undefined;
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

/** The regions of UN M.49 that are continents, and Antarctica. Node and Firefox have their names, and Chrome has not. */
const continents: Readonly<Record<string, string>> = {
  '002': 'AF',
  AQ: 'AN',
  '142': 'AS',
  '150': 'EU',
  '003': 'NA',
  '009': 'OC',
  '053': 'OC',
  '005': 'SA',
};

const englishContinents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    africa: '002',
    antarctica: 'AQ',
    asia: '142',
    europe: '150',
    'north america': '003',
    oceania: '009',
    australia: '053',
    'south america': '005',
  }),
);

/** What some countries are called beside the names that browsers have. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'great britain': 'GB',
    britain: 'GB',
    america: 'US',
    'united states of america': 'US',
    holland: 'NL',
    turkey: 'TR',
    'czech republic': 'CZ',
    korea: 'KR',
    macedonia: 'MK',
    'ivory coast': 'CI',
    emirates: 'AE',
    uae: 'AE',
  }),
);

/** What some groups are called. */
const otherGroups: ReadonlyMap<string, string> = new Map(
  Object.entries({ scandinavia: 'nordics', 'nordic countries': 'nordics', 'latin america': 'latam' }),
);

/** As it is compared: `the Netherlands`, `U.K.`, `Côte d’Ivoire` and `Trinidad & Tobago` have other spellings, too. */
export function plainName(text: string): string {
  return fold(text.replace(/[’‘ʼ]/g, "'"))
    .replace(/^the\s+/, '')
    .replaceAll('.', '')
    .replace(/\s+(?:&\s+)?/g, (space) => (space.includes('&') ? ' and ' : ' '));
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const pairs: readonly string[] = letters.flatMap((first) => letters.map((second) => first + second));

interface CountryNames {
  /** The codes of all countries, by their English names. */
  readonly english: ReadonlyMap<string, string>;
  /** By their names in all languages that the engine has. Empty: the name of two. */
  readonly other: ReadonlyMap<string, string>;
}

const allNames = once((): CountryNames => {
  // Countries of the past have names too, and a newer code.
  const codes = pairs.filter((code) => countryName(code) && new Intl.Locale(`und-${code}`).region === code);
  const short = new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style: 'short' });
  const english = new Map([
    ...codes.flatMap((code) =>
      [countryName(code), short.of(code)].flatMap((name) =>
        name ? namesIn(name).map((one) => [one, code] as const) : [],
      ),
    ),
    ...otherNames,
  ]);
  const other = new Map<string, string>();
  for (const [name, code] of namesOf(codes))
    if (!english.has(name)) other.set(name, (other.get(name) ?? code) === code ? code : '');
  return { english, other };
});

/** `Myanmar (Burma)` has two names. */
function namesIn(name: string): readonly string[] {
  const [, first = '', second = ''] = /^(.*) \((.*)\)$/.exec(name) ?? [];
  return (second ? [name, first, second] : [name]).map(plainName);
}

/** What each region is called, in all languages that the engine has. */
function namesOf(regions: readonly string[]): ReadonlyArray<readonly [name: string, region: string]> {
  const languages = Intl.DisplayNames.supportedLocalesOf(pairs.map((pair) => pair.toLowerCase()));
  return languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return regions.flatMap((region) => {
      const name = names.of(region);
      return name ? [[plainName(name), region] as const] : [];
    });
  });
}

/** What is no country: the continents and the European Union. */
const regionNames = once(
  (): ReadonlyMap<string, string> => new Map([...namesOf([...Object.keys(continents), 'EU']), ...englishContinents]),
);

/** @returns undefined where it is nearly the name of two countries. */
function misspelt(word: string, names: ReadonlyMap<string, string>, leastLetters: number): string | undefined {
  if (word.length < leastLetters) return undefined;
  const codes = new Set<string>();
  for (const [name, code] of names) if (isOneAway(word, name)) codes.add(code);
  const [only] = codes;
  return (codes.size === 1 && only) || undefined;
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
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
