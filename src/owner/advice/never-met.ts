import { closest } from '../../record/closest.ts';
import { attempt } from '../../rules/attempt.ts';
import { parseEntries } from '../../rules/conditions/condition.ts';
import type { Entry } from '../../rules/conditions/entries.ts';
import { statesOf } from '../../record/states.ts';
import { zoneOf } from '../../rules/conditions/same-name.ts';
import { countryName } from '../../rules/meant-words.ts';
import { canonicalLanguage } from '../../rules/text/language.ts';
import { spellCountry } from '../../rules/text/normalize.ts';
import { isLanguageCode } from './named-places.ts';

/** What no visitor can be, as far as the names alone say. */
export function whyNeverMet(entries: readonly Entry[]): string | undefined {
  const condition = parseEntries(entries);
  const first = new Map<string, readonly string[]>();
  for (const { name, not, values } of condition) if (!not && !first.has(name)) first.set(name, values);
  const only = (name: string) => first.get(name) ?? [];
  for (const { name, not, values } of condition) {
    const missing = not ? [] : values.filter((value) => doesNotExist(name, value));
    if (values.length && missing.length === values.length)
      return `there is no ${name} ${missing.join(' ').toUpperCase()}${advice(name, missing[0] ?? '')}`;
    const form = not ? undefined : whyInNoRecord(name, values);
    if (form) return form;
    const both = not ? only(name) : [];
    const excluded = new Set(both.length ? values : []);
    if (both.length && both.every((value) => excluded.has(value))) return `${name} and not-${name} exclude each other`;
  }
  const countries = only('country').filter((value) => /^[a-z]{2}$/.test(value) && value !== 'eu');
  const states = only('state').filter((value) => value.includes('-'));
  const places = states.length || !countries.length ? states : only('state').map((state) => `${countries[0]}-${state}`);
  const inNone = countries.length > 1 ? [] : places.filter(isInNoCountry);
  if (inNone.length && inNone.length === only('state').length) return whyInNone(inNone);
  if (
    countries.length &&
    countries.length === only('country').length &&
    states.length === only('state').length &&
    states.length &&
    !states.some((state) => countries.includes(spellCountry(state.slice(0, 2))))
  )
    return `state ${states.join(' ').toUpperCase()} is not in country ${countries.join(' ').toUpperCase()}`;
  return undefined;
}

/** A value beside others that no visitor has: `US or CA`. @returns one sentence for each. */
export function whyNeverMeant(entries: readonly Entry[]): string[] {
  return parseEntries(entries).flatMap(({ name, not, values }) => {
    const missing = name === 'country' ? values.filter((value) => doesNotExist(name, value)) : [];
    if (missing.length === values.length && !not) return [];
    return missing.map((value) => {
      // Odia, which nobody means here.
      const fix = value === 'or' ? '' : advice(name, value);
      return `there is no country ${value.toUpperCase()}${fix || ': take it out'}`;
    });
  });
}

/** Every value of a condition that has only a few. */
const allowedValues: Readonly<Record<string, readonly string[]>> = {
  continent: ['af', 'an', 'as', 'eu', 'na', 'oc', 'sa'],
  color: ['light', 'dark'],
  device: ['desktop', 'mobile', 'tablet', 'tv', 'console', 'wearable', 'xr', 'embedded', 'bot'],
};

/** Words that people write for a value of a few. */
const otherWords: Readonly<Record<string, string>> = {
  phone: 'mobile',
  smartphone: 'mobile',
  iphone: 'mobile',
  pc: 'desktop',
  computer: 'desktop',
  laptop: 'desktop',
  ipad: 'tablet',
  television: 'tv',
  crawler: 'bot',
};

/** Lookups know these as countries, and ISO 3166-2 as states of another one, too. */
const ownCountries: Readonly<Record<string, string>> = {
  US: 'AS GU MP PR UM VI',
  CN: 'HK MO TW',
  NL: 'AW BQ CW SX',
  FR: 'BL GF GP MF MQ NC PF PM RE TF WF YT',
  NO: 'BV SJ',
  FI: 'AX',
};

function isInNoCountry(place: string): boolean {
  const [country = '', state = ''] = place.toUpperCase().split('-');
  const known = statesOf(spellCountry(country.toLowerCase()).toUpperCase());
  return known !== '' && state !== '*' && !known.split(' ').includes(state);
}

/** Records have states of the first level: a province of Spain is in one of them. */
function whyInNone(places: readonly string[]): string {
  const written = places.join(' ').toUpperCase();
  const [country = '', state = ''] = (places[0] ?? '').toUpperCase().split('-');
  const isCountry = ownCountries[country]?.split(' ').includes(state);
  const known = statesOf(spellCountry(country.toLowerCase()).toUpperCase());
  return isCountry
    ? `lookups know ${written} as a country: write country="${state}"`
    : `no record has the state ${written}. Those of ${country} are ${known}`;
}

/** Values that are written as no record has them. */
function whyInNoRecord(name: string, values: readonly string[]): string | undefined {
  const range = name === 'postal' ? values.find(isRange) : undefined;
  if (range !== undefined)
    return `"${range}" is read as one code and not as a range: write the beginnings of its codes, such as ${name}="${range.slice(0, 3)}*"`;
  const paths = name === 'path' ? values : [];
  const path = paths.find((value) => !/^[/*]/.test(value));
  if (path !== undefined) return `"${path}" is no path: write what follows the host, such as path="/products/*"`;
  const query = paths.find((value) => value.includes('?'));
  if (query !== undefined) return `a path has no "?": write ${query.slice(query.indexOf('?') + 1)} as query="…"`;
  const open = paths.find((value) => /\*./.test(value));
  if (open !== undefined)
    return `"${open}" never fits: a * stands for more only at the end, such as path="/products/*"`;
  const end = name === 'isp' ? values.findIndex((value) => legalForm.test(value)) : -1;
  return end > 0
    ? `a list is split at commas, and "${values[end]}" is a part of a name: write ${name}="${values[end - 1]}*"`
    : undefined;
}

/** Two codes of one length, the lower one first. Japan, Brazil and Poland write one code with a hyphen. */
function isRange(value: string): boolean {
  const [, from = '', to = ''] = /^([a-z]*\d+)(?:[-–]|\.{2,})([a-z]*\d+)$/.exec(value) ?? [];
  return from.length > (/\D/.test(from) ? 1 : 3) && from.length === to.length && from < to;
}

/** What may stand behind a comma in the name of a company. */
const legalForm = /^(inc|llc|l\.l\.c|ltd|corp|co|lp|plc|s\.?a|s\.?r\.?o|gmbh|ag|b\.?v|n\.?v|pty|pte)\b[\s.\w]*$/;

function advice(name: string, value: string): string {
  if (name === 'country' && isLanguageCode(value)) {
    const region = attempt(() => new Intl.Locale(value).maximize().region) ?? 'DE';
    return `, and ${value} is a language: write language="${value}", or country="${region}"`;
  }
  if (name === 'timezone') return '. Write the name of the IANA, such as timezone="Europe/Paris"';
  if (name === 'language') {
    const tag = value.includes('-') ? canonicalLanguage(value) : undefined;
    if (tag && isLanguage(tag)) return `; did you mean language="${tag}"?`;
    const [word = ''] = value.split('-');
    const code = word.length > 2 ? languageCodeOf(value) : languageIn(word);
    return code === undefined ? '. Write its code, such as language="de"' : `; did you mean language="${code}"?`;
  }
  const allowed = allowedValues[name];
  if (!allowed) return '';
  const other = otherWords[value] ?? '';
  const meant = allowed.includes(other) ? other : closest(value, allowed);
  return meant ? `; did you mean ${name}="${meant}"?` : `. Write one of ${allowed.join(' ')}`;
}

/** `german` and `deutsch` are languages to people. */
function languageCodeOf(word: string): string | undefined {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .find((code) => {
      const own = attempt(() => new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code));
      return [names.of(code), own].some((name) => name?.toLowerCase() === word);
    });
}

/** `jp` is a country. */
function languageIn(country: string): string | undefined {
  if (!/^[a-z]{2}$/.test(country) || countryName(country.toUpperCase()) === undefined) return undefined;
  return attempt(() => new Intl.Locale(`und-${country}`).maximize().language);
}

function isLanguage(value: string): boolean {
  const [code = ''] = value.split('-');
  // Engines have no names for some of three letters.
  return code.length > 2 || isLanguageCode(code);
}

function doesNotExist(name: string, value: string): boolean {
  if (value === 'unknown' || value.endsWith('*')) return false;
  if (allowedValues[name]) return !allowedValues[name].includes(value);
  if (name === 'language')
    return !/^[a-z]{2,3}(?:-|$)/.test(value) || !isLanguage(value) || !attempt(() => new Intl.Locale(value));
  if (name === 'timezone') return !attempt(() => zoneOf(value));
  if (name === 'country') return value !== 'eu' && countryName(value.toUpperCase()) === undefined;
  return name === 'currency' && !currencyName(value);
}

/** @returns undefined for a code that no currency has. */
function currencyName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }).of(code.toUpperCase());
  } catch {
    return undefined;
  }
}
