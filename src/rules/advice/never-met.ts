import { parseEntries } from '../conditions/condition.ts';
import type { Entry } from '../conditions/entries.ts';
import { countryName } from '../meant-words.ts';

/** What no visitor can be, as far as the names alone say. */
export function whyNeverMet(entries: readonly Entry[]): string | undefined {
  const condition = parseEntries(entries);
  const first = new Map<string, readonly string[]>();
  for (const { name, not, values } of condition) if (!not && !first.has(name)) first.set(name, values);
  const only = (name: string) => first.get(name) ?? [];
  for (const { name, not, values } of condition) {
    const missing = not ? [] : values.filter((value) => doesNotExist(name, value));
    if (values.length && missing.length === values.length)
      return `there is no ${name} ${missing.join(' ').toUpperCase()}`;
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
    !states.some((state) => countries.includes(state.slice(0, 2)))
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

function doesNotExist(name: string, value: string): boolean {
  if (value === 'unknown' || value.endsWith('*')) return false;
  if (allowedValues[name]) return !allowedValues[name].includes(value);
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
