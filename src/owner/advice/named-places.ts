import { attempt } from '../../rules/attempt.ts';
import { groupNames } from '../../rules/conditions/groups.ts';
import { countryName, groupNamed, meantContinent, meantCountry, meantGroup } from '../../rules/meant-words.ts';
import { spellCountry } from '../../rules/text/normalize.ts';

/** A condition for places that are written alone. */
type Places = readonly [name: string, value: string];

/** `FR DE`, `US-CA` and `dach`: codes and names that conditions have. */
export function namedPlaces(text: string, groups: readonly string[]): Places | undefined {
  const values = text.split(/[\s,]+/).filter(Boolean);
  if (values.length === 0) return undefined;
  if (values.every(isCountryCode)) return ['country', values.join(' ').toUpperCase()];
  if (values.every((value) => /^[a-z]{2}-[a-z0-9]{1,3}$/i.test(value) && isCountryCode(value.slice(0, 2))))
    return ['state', values.join(' ').toUpperCase()];
  return values.every((value) => [...groupNames, ...groups].includes(value.toLowerCase()))
    ? ['group', values.join(' ')]
    : undefined;
}

/** `Europe`, `Scandinavia`, `Frankreich`, `nordic` and `EN`: what people call them. */
export function nearPlaces(text: string, groups: readonly string[]): Places | undefined {
  const continent = meantContinent(text);
  if (continent) return ['continent', continent];
  const named = groupNamed(text);
  if (named) return ['group', named];
  const codes = text.split(',').map((part) => meantCountry(part.trim()));
  if (codes.every((code) => code !== undefined)) return ['country', codes.join(' ')];
  const group = meantGroup(text, groups);
  if (group) return ['group', group];
  return isLanguageCode(text) ? ['language', text.toLowerCase()] : undefined;
}

function isCountryCode(code: string): boolean {
  return /^[a-z]{2}$/i.test(code) && countryName(spellCountry(code.toLowerCase()).toUpperCase()) !== undefined;
}

/** People write `EN` for a country. */
export function isLanguageCode(code: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return /^[a-z]{2}$/i.test(code) && attempt(() => names.of(code)) !== undefined;
}

const not = /^(?:!=*|<>|≠|-(?=[a-z])|(?:not|except)(?=\s|$))\s*/i;

/** Whether a text begins with what people write for not: `!US`, `not US`. */
export function isNegated(text: string): boolean {
  return not.test(text);
}

/** @returns undefined for a text without it. */
export function withoutNot(text: string): string | undefined {
  return isNegated(text) ? text.replace(not, '').trim() : undefined;
}
