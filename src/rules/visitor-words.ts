import { fieldTypes } from '../record/field-types.built.ts';
import type { FieldName } from '../record/fields.ts';
import { parseRecord, type VisitorRecord } from '../record/record.ts';
import type { ReportMistake } from './clause.ts';

/** What a visitor, or an owner trying a page as somebody else, said: worked out into fields. */
export interface Choice {
  readonly fields: VisitorRecord;
  /** Whether a place was named: then everything else that the look-up said about their place is dropped. */
  readonly place: boolean;
}

const words: Readonly<Record<string, keyof VisitorRecord>> = {
  country: 'countryCode',
  state: 'stateCode',
  subregion: 'region',
  continent: 'continentCode',
  postal: 'postalCode',
  eu: 'isEU',
  currency: 'currencyCode',
  device: 'deviceType',
  mobile: 'isMobile',
};

/** What people write where ISO 3166 has another code. */
const spellings: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** A country's fields, or undefined for a code that is none. */
export type CountryFields = (code: string) => VisitorRecord | undefined;

/**
 * Reads a visitor in words: `JP; device: mobile`, `US-CA`, `country: JP; currency: USD`, `unknown`, or an object with the
 * same names. What follows from a named country is filled in.
 *
 * @returns undefined when a name or a value is not understood; it has then been reported.
 */
export function parseVisitorWords(
  said: unknown,
  countryFields: CountryFields,
  report: ReportMistake,
): Choice | undefined {
  const entries = wordsOf(said);
  if (!entries.length) report('unusable-visitor', 'nothing is named');
  return entries.length ? parseWords(entries, countryFields, report) : undefined;
}

/** @param entries words with their values; a bare word has an empty one. */
export function parseWords(
  entries: readonly Word[],
  countryFields: CountryFields,
  report: ReportMistake,
): Choice | undefined {
  let place: VisitorRecord | undefined;
  const named: Record<string, unknown> = {};
  for (const [written, given] of entries) {
    if (written.toLowerCase() === 'unknown' && given === '') {
      place ??= {};
      continue;
    }
    const isBare = given === '' && !fieldOf(written) && /^[a-z]{2}(-[a-z0-9]{1,3})?$/i.test(written);
    const [word, value] = isBare ? ['country', written] : [written, given];
    const field = fieldOf(word);
    const [said = '', state] =
      field === 'countryCode' || field === 'stateCode' ? String(value).toUpperCase().split('-') : [];
    const country = Object.hasOwn(spellings, said) ? spellings[said] : said;
    const known = country && (state || field === 'countryCode') ? countryFields(country) : {};
    const typed = field && parseRecord({ [field]: typeOf(field, state ?? (country || value)) });
    if (!field || !known || typed?.[field] === undefined) {
      report('unusable-visitor', given === '' ? written : `${word}: ${String(value)}`);
      return undefined;
    }
    if (country && (state || field === 'countryCode')) place = known;
    if (field === 'countryCode' && state) named.stateCode = state;
    else if (field !== 'countryCode') named[field] = typed[field];
  }
  return { fields: { ...place, ...named }, place: place !== undefined };
}

/** A word and its value, which is empty where the word stands bare. */
export type Word = readonly [word: string, value: unknown];

/** Words as text (split at `;`, then at the first `:`) or as an object. */
export function wordsOf(said: unknown): readonly Word[] {
  if (typeof said === 'object' && said !== null) return Object.entries(said);
  return (typeof said === 'string' ? said : '')
    .split(';')
    .filter((part) => part.trim())
    .map((part) => [part.split(':')[0]?.trim() ?? '', part.split(':').slice(1).join(':').trim()] as const);
}

function fieldOf(word: string): keyof VisitorRecord | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(words, name)
    ? words[name]
    : (Object.keys(fieldTypes) as FieldName[]).find((field) => field.toLowerCase() === name);
}

/** Words are text; a field has its own type. */
function typeOf(field: keyof VisitorRecord, value: unknown): unknown {
  const type = fieldTypes[field];
  if (type === 'integer') return Number(value);
  if (type === 'boolean' && typeof value === 'string')
    return /^(yes|true|)$/i.test(value) || (/^(no|false)$/i.test(value) ? false : undefined);
  return type === 'string' && /^(country|state|continent|currency)Code$/.test(field)
    ? String(value).toUpperCase()
    : value;
}
