import { packedCountries } from '../../record/countries.built.ts';
import type { Entry } from '../../rules/conditions/entries.ts';
import { previewEntriesOf } from './preview-words.ts';
import { countriesNamed, entriesOf } from '../../rules/visitor-words.ts';

/** The words as the control shows them. */
export interface Chosen {
  /** A country's code, `unknown` or `offline`; empty where the words name none of them. */
  readonly who: string;
  readonly slow: boolean;
  /** What else the words name. */
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
  // A state is in the words of a country: `US-CA`.
  const others = named.filter((entry) => !isSlow(entry) && (whoIs(entry) === '' || textOf(entry).includes('-')));
  return { who, slow: named.some(isSlow), others: others.map(textOf).join(', ') };
}

/** Another place drops what belongs to the place, and keeps what belongs to the browser or the page. */
export function withPlace(words: string, who: string): string {
  const kept = entriesOf(words).filter(([name]) =>
    who === 'offline' ? name.toLowerCase() === 'gpc' : placeless.has(name.toLowerCase()),
  );
  return [who, ...kept.map(textOf)].join('; ');
}

/**
 * The words with another value of one name.
 *
 * @param value empty takes the name away.
 */
export function withValue(words: string, name: string, value: string): string {
  const others = entriesOf(words).filter(([word]) => word.toLowerCase() !== name);
  return [...others.map(textOf), ...(value ? [textOf([name, value])] : [])].join('; ');
}

/** The value of one name; `yes` for a bare word, empty where it is not named. */
export function valueIn(words: string, name: string): string {
  const found = entriesOf(words).find(([word]) => word.toLowerCase() === name);
  return found ? String(found[1]) || 'yes' : '';
}

export function withSlow(words: string, slow: boolean): string {
  const others = entriesOf(words).filter((entry) => !isSlow(entry));
  return [...others.map(textOf), ...(slow ? ['slow'] : [])].join('; ');
}

/** Words that say nothing about a place, in lower case. */
const placeless = new Set(
  (
    'slow device devicetype mobile ismobile os useragent color colorpreference reducedmotion datasaver ' +
    'returning gpc query referrer referer local-time'
  ).split(' '),
);

function whoIs([name, value]: Entry): string {
  if (value === '' && /^(unknown|offline)$/i.test(name)) return name.toLowerCase();
  return countriesNamed({ [name]: value })[0] ?? '';
}

function isSlow([name, value]: Entry): boolean {
  return name.toLowerCase() === 'slow' && value === '';
}

function textOf([name, value]: Entry): string {
  return value === '' ? name : `${name}: ${String(value)}`;
}
