import { knownFields, otherTypes } from '../record/fields.built.ts';
import { parseRecord, type VisitorRecord } from '../record/record.ts';
import { spellCountry } from './text/normalize.ts';
import { type Entry, splitEntries } from './conditions/entries.ts';
import type { Note } from './mistake.ts';

/** The choice of a visitor, or of an owner who tries a page as another visitor, as fields. */
export interface Choice {
  readonly fields: VisitorRecord;
  /** Whether the choice names a place. Then everything else that the lookup found about their place is dropped. */
  readonly place: boolean;
  /** Whether the choice names a currency, so that it does not only follow from the place. */
  readonly currency?: boolean | undefined;
}

const wordFields: Readonly<Record<string, keyof VisitorRecord>> = {
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

/** A country's fields, or undefined for a code that no country has. */
export type CountryFields = (code: string) => VisitorRecord | undefined;

/**
 * Reads a visitor in words: `JP; device: mobile`, `US-CA`, `country: JP; currency: USD`, `unknown`, or an object with
 * the same names. What follows from a named country is filled in.
 *
 * @returns no value when a name or a value is not understood.
 */
export function parseVisitorWords(words: unknown, countryFields: CountryFields, note?: Note): Choice | undefined {
  const entries = entriesOf(words);
  return entries.length ? parseWords(entries, countryFields, note) : unusable('nothing is named', note);
}

/** @param entries words with their values; a bare word has an empty one. */
export function parseWords(entries: readonly Entry[], countryFields: CountryFields, note?: Note): Choice | undefined {
  let place: VisitorRecord | undefined;
  const named: Record<string, unknown> = {};
  for (const entry of entries) {
    const [word, given] = entry;
    if (word.toLowerCase() === 'unknown' && given === '') {
      place ??= {};
      continue;
    }
    const { field, value, country } = readEntry(entry);
    const placeFields = country === undefined ? {} : countryFields(country);
    const typed = field && parseRecord({ [field]: typeOf(field, value) });
    if (!field || !placeFields || typed?.[field] === undefined)
      return unusable(given === '' ? word : `${word}: ${String(given)}`, note);
    if (country !== undefined) place = placeFields;
    if (field !== 'countryCode') named[field] = typed[field];
  }
  return {
    fields: { ...place, ...named },
    place: place !== undefined,
    currency: named.currencyCode !== undefined || undefined,
  };
}

/** The codes of the countries that the words name, also of countries that do not exist. */
export function countriesNamed(words: unknown): readonly string[] {
  return entriesOf(words).flatMap((entry) => readEntry(entry).country ?? []);
}

interface NamedValue {
  /** Undefined for a word that is not understood. */
  readonly field: keyof VisitorRecord | undefined;
  readonly value: unknown;
  /** Its code, where the word names a country, alone or with a state. */
  readonly country?: string;
}

/** A bare word may be a country, or a country and a state: `JP`, `US-CA`. */
function readEntry([written, given]: Entry): NamedValue {
  const isBare = given === '' && !fieldOf(written) && /^[a-z]{2}(-[a-z0-9]{1,3})?$/i.test(written);
  const [word, value] = isBare ? ['country', written] : [written, given];
  const field = fieldOf(word);
  const [code = '', state] = String(value).split('-');
  const isCountry = field === 'countryCode' || (field === 'stateCode' && state !== undefined);
  if (!isCountry) return { field, value };
  const country = spellCountry(code.trim().toLowerCase()).toUpperCase();
  return state === undefined ? { field, value: country, country } : { field: 'stateCode', value: state, country };
}

export function unusable(text: string, note: Note | undefined): undefined {
  note?.('unusable-visitor', text);
}

/** A visitor in words, as text or as an object. */
export function entriesOf(words: unknown): readonly Entry[] {
  if (typeof words === 'object' && words !== null) return Object.entries(words);
  return splitEntries(typeof words === 'string' ? words : '');
}

function fieldOf(word: string): keyof VisitorRecord | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(wordFields, name) ? wordFields[name] : knownFields.find((field) => field.toLowerCase() === name);
}

/** Words are text; a field has its own type. */
function typeOf(field: keyof VisitorRecord, value: unknown): unknown {
  const type = otherTypes[field];
  if (type === 'integer') return Number(value);
  if (type === 'boolean' && typeof value === 'string')
    return /^(yes|true|)$/i.test(value) || (/^(no|false)$/i.test(value) ? false : undefined);
  return /^(country|state|continent|currency)Code$/.test(field) ? String(value).toUpperCase() : value;
}
