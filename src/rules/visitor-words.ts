import { fieldTypes } from '../record/field-types.built.ts';
import type { FieldName } from '../record/fields.ts';
import { parseRecord, type VisitorRecord } from '../record/record.ts';
import type { ReportMistake } from './condition.ts';

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

/**
 * Reads a visitor in words: `country: JP; device: mobile`, bare `JP`, `US-CA` or `unknown`, or an object with the same
 * names. What follows from a named country is filled in.
 *
 * @returns undefined when a name or a value is not understood; it has then been reported.
 */
export function parseVisitorWords(said: unknown, countryFields: (code: string) => VisitorRecord | undefined, report: ReportMistake): Choice | undefined {
  if (typeof said === 'string' && /^\s*unknown\s*$/i.test(said)) return { fields: {}, place: true };
  let place: VisitorRecord | undefined;
  const named: Record<string, unknown> = {};
  const entries = entriesOf(said);
  if (!entries.length) {
    report('unusable-visitor', 'nothing is named');
    return undefined;
  }
  for (const [word, value] of entries) {
    const field = fieldOf(word);
    const [country = '', state] = field === 'countryCode' || field === 'stateCode' ? String(value).toUpperCase().split('-') : [];
    const known = country && (state || field === 'countryCode') ? countryFields(country) : {};
    const typed = field && parseRecord({ [field]: typeOf(field, state ?? (country || value)) })?.record;
    if (!field || !known || typed?.[field] === undefined) {
      report('unusable-visitor', `${word}: ${String(value)}`);
      return undefined;
    }
    if (country && (state || field === 'countryCode')) place = known;
    if (field === 'countryCode' && state) named.stateCode = state;
    else if (field !== 'countryCode') named[field] = typed[field];
  }
  return { fields: { ...place, ...named }, place: place !== undefined };
}

function entriesOf(said: unknown): readonly (readonly [string, unknown])[] {
  if (typeof said === 'object' && said !== null) return Object.entries(said);
  const text = typeof said === 'string' ? said : '';
  if (/^\s*[a-z]{2}(-[a-z0-9]{1,3})?\s*$/i.test(text)) return [['country', text.trim()]];
  return text
    .split(';')
    .filter((part) => part.trim())
    .map((part) => [part.split(':')[0]?.trim() ?? '', part.split(':').slice(1).join(':').trim()] as const);
}

function fieldOf(word: string): keyof VisitorRecord | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(words, name) ? words[name] : (Object.keys(fieldTypes) as FieldName[]).find((field) => field.toLowerCase() === name);
}

/** Words are text; a field has its own type. */
function typeOf(field: keyof VisitorRecord, value: unknown): unknown {
  const type = fieldTypes[field];
  if (type === 'integer') return Number(value);
  if (type === 'boolean' && typeof value === 'string') return /^(yes|true|)$/i.test(value) || (/^(no|false)$/i.test(value) ? false : undefined);
  return type === 'string' && /^(country|state|continent|currency)Code$/.test(field) ? String(value).toUpperCase() : value;
}
