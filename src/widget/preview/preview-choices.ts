import { packedCountries } from '../../record/packed-countries.built.ts';
import type { Entry } from '../../rules/entries.ts';
import { previewEntriesOf } from '../../rules/preview-words.ts';
import { entriesOf } from '../../rules/visitor-words.ts';

/** What the control shows of the words. */
export interface Chosen {
  /** A country's code, `unknown`, `offline`, or nothing where no place is named by one. */
  readonly who: string;
  readonly slow: boolean;
  /** What else is named, in words. */
  readonly others: string;
}

/** In the order of their English names. */
export function countryNames(): ReadonlyArray<readonly [code: string, name: string]> {
  const countries = packedCountries.split('\n').map((line) => line.split('|', 2));
  return countries
    .map(([code = '', name = '']) => [code, name] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'));
}

export function describeWords(words: string): Chosen {
  const named = previewEntriesOf(words);
  const who = named.map(whoIs).find(Boolean) ?? '';
  const others = named.filter((word) => !isSlow(word) && (whoIs(word) === '' || /-/.test(textOf(word))));
  return { who, slow: named.some(isSlow), others: others.map(textOf).join(', ') };
}

/** Somewhere else, what belongs to the place is dropped; what is of the browser or the page stays. */
export function withWho(words: string, who: string): string {
  const kept = who === 'offline' ? [] : entriesOf(words).filter(([name]) => staying.test(name));
  return [who, ...kept.map(textOf)].join('; ');
}

export function withSlow(words: string, slow: boolean): string {
  return [
    ...entriesOf(words)
      .filter((word) => !isSlow(word))
      .map(textOf),
    ...(slow ? ['slow'] : []),
  ].join('; ');
}

const staying =
  /^(slow|device|deviceType|mobile|isMobile|os|userAgent|color|colorPreference|returning|query|referrer|referer|reducedMotion|dataSaver|local-time)$/i;

function whoIs([name, value]: Entry): string {
  const text = String(value);
  if (text === '')
    return /^(unknown|offline)$/i.test(name)
      ? name.toLowerCase()
      : /^[a-z]{2}(-|$)/i.test(name) && !/^(eu|os)$/i.test(name)
        ? name.slice(0, 2).toUpperCase()
        : '';
  return /^(country(code)?|state(code)?)$/i.test(name) &&
    /^[a-z]{2}(-|$)/i.test(text) &&
    (!/^state/i.test(name) || text.includes('-'))
    ? text.slice(0, 2).toUpperCase()
    : '';
}

function isSlow([name, value]: Entry): boolean {
  return name.toLowerCase() === 'slow' && value === '';
}

function textOf([name, value]: Entry): string {
  return value === '' ? name : `${name}: ${String(value)}`;
}
