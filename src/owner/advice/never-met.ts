import { closest } from '../../record/closest.ts';
import { attempt } from '../../rules/attempt.ts';
import { parseEntries } from '../../rules/conditions/condition.ts';
import type { Entry } from '../../rules/conditions/entries.ts';
import { countryName } from '../../rules/meant-words.ts';
import { spellCountry } from '../../rules/text/normalize.ts';

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
    const both = not ? only(name) : [];
    const excluded = new Set(both.length ? values : []);
    if (both.length && both.every((value) => excluded.has(value))) return `${name} and not-${name} exclude each other`;
  }
  const countries = only('country').filter((value) => /^[a-z]{2}$/.test(value) && value !== 'eu');
  const states = only('state').filter((value) => value.includes('-'));
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

function advice(name: string, value: string): string {
  if (name === 'language') {
    const code = languageCodeOf(value);
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

function doesNotExist(name: string, value: string): boolean {
  if (value === 'unknown' || value.endsWith('*')) return false;
  if (allowedValues[name]) return !allowedValues[name].includes(value);
  if (name === 'language') return !/^[a-z]{2,3}(?:-|$)/.test(value);
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
