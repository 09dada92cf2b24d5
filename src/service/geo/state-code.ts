import { toPlainLetters } from '../../record/plain-letters.ts';
import table from './subdivisions.generated.json' with { type: 'json' };

const subdivisions: Readonly<Record<string, Readonly<Record<string, string>>>> = table;

/**
 * The ISO 3166-2 code, without the country, of a first-level subdivision that a database knows by its English name
 * alone.
 *
 * @param country ISO 3166-1 alpha-2.
 */
export function stateCodeOf(country: string, stateName: string): string | undefined {
  const codes = ownValue(subdivisions, country) ?? {};
  return ownValue(codes, exactKey(stateName)) ?? ownValue(codes, looseKey(stateName));
}

/** The name without case, diacritics and punctuation. */
export function exactKey(name: string): string {
  return `=${fold(name)}`;
}

/**
 * The name without words for the kind of place, since databases disagree about those. An empty key matches nothing. A
 * key that two places share (Moscow and Moscow Oblast) is not in the table: those have exact keys.
 */
export function looseKey(name: string): string {
  return fold(name).replace(placeWords, '').replaceAll(' ', '');
}

const placeWords = wholeWords(`
  administrative and area autonomous borough canton capital city community corporation county de del departamento
  department district division emirate federal governorate island islands krai kraj kray megye municipality novads
  oblast oblisi oblysi oblysy of opstina parish prefecture province provincia raion raionul rayon region regional
  republic respublika special state territory the urban voivodeship`);

function wholeWords(words: string): RegExp {
  return new RegExp(`\\b(?:${words.trim().split(/\s+/).join('|')})\\b`, 'g');
}

/** What names of states have besides. */
const otherLetters: Readonly<Record<string, string>> = { æ: 'ae', ð: 'd', ə: 'a', œ: 'oe', þ: 'th' };

function fold(name: string): string {
  return toPlainLetters(name)
    .replace(/[æðəœþ]/g, (letter) => otherLetters[letter] ?? letter)
    .replace(/['`´ʹʻʼ‘’]/g, '')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();
}

function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
