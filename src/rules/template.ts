import { fieldTypes } from '../record/field-types.built.ts';
import type { VisitorRecord } from '../record/record.ts';
import { isConditionName, type ReportMistake } from './condition.ts';
import type { Facts } from './facts.ts';

interface Placeholder {
  /** A condition word, or the record's field in its own spelling. */
  readonly name: string;
  readonly lower: boolean;
  readonly alternative: string | undefined;
}

/** Literal texts and placeholders in turn: `Shoes for {city|you}` is `['Shoes for ', {…}, '']`. */
export type Template = readonly (string | Placeholder)[];

/** What a value is written into: names are for reading, codes for URLs, form values and classes. */
export type Purpose = 'text' | 'code';

type NameType = 'region' | 'currency' | 'language' | 'continent';

/** What a short word stands for: the field that holds its code, and how its name is found where one is read. */
const words: Readonly<Record<string, readonly [code: keyof VisitorRecord, name?: keyof VisitorRecord, type?: NameType]>> = {
  country: ['countryCode', 'countryName', 'region'],
  continent: ['continentCode', 'continentName', 'continent'],
  currency: ['currencyCode', 'currencyCode', 'currency'],
  state: ['stateCode', 'stateName'],
  subregion: ['region'],
  city: ['city'],
  postal: ['postalCode'],
  device: ['deviceType'],
  os: ['OS'],
  isp: ['ISP'],
  asn: ['ASN'],
};

/** @returns undefined when the text is no template: no braces, a brace alone, or a name that nothing is known by. */
export function parseTemplate(text: string, report: ReportMistake): Template | undefined {
  const parts = text.split(/\{([^{}]*)\}/).map((part, index) => (index % 2 ? parsePlaceholder(part) : /[{}]/.test(part) ? undefined : part));
  if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts;
  report('unusable-template', text);
  return undefined;
}

/**
 * Fills a template in. A value that is missing takes its alternative; without one the whole is undefined, and so it is
 * when there is no record at all.
 *
 * @param locale of the place it is written into, for names.
 */
export function fillTemplate(template: Template, facts: Facts, purpose: Purpose, locale: string, encode = (value: string): string | undefined => value): string | undefined {
  if (!facts.record) return undefined;
  let text = '';
  const write = (value: string) => (purpose === 'code' ? encode(value) : isolate(value, locale));
  for (const part of template) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const known = clean(readValue(part.name, facts, purpose, locale));
    const value = known === '' ? part.alternative : write(part.lower ? known.toLowerCase() : known);
    if (value === undefined) return undefined;
    text += value;
  }
  return text;
}

function parsePlaceholder(text: string): Placeholder | undefined {
  const [, written = '', lower, alternative] = /^\s*([\w-]+)\s*(?:(:lower)\s*)?(?:\|(.*))?$/s.exec(text) ?? [];
  const name = written.toLowerCase();
  const field = fieldTypes.find(([field, type]) => field.toLowerCase() === name && type !== 'boolean')?.[0];
  const known = Object.hasOwn(words, name) || name === 'language' || name === 'timezone' ? name : isConditionName(name) ? undefined : field;
  return known ? { name: known, lower: !!lower, alternative } : undefined;
}

function readValue(name: string, facts: Facts, purpose: Purpose, locale: string): string | undefined {
  const { record = {}, page } = facts;
  const inText = purpose === 'text';
  if (name === 'timezone') return page.timezone;
  if (name === 'language') return (inText && displayName(name, page.language ?? '', locale)) || page.language;
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  const [code, ownName = code, type] = word ?? [name as keyof VisitorRecord];
  const value = record[code]?.toString();
  if (value === undefined) facts.lacks?.(code);
  if (!inText || !word) return value;
  const named = type && value && (type === 'continent' ? facts.continentName?.(value, locale) : displayName(type, value.toUpperCase(), locale));
  return named ?? record[ownName]?.toString();
}

/** The platform's name in a language; undefined for what it has none for. It throws for odd codes and locales. */
function displayName(type: Exclude<NameType, 'continent'>, code: string, locale: string): string | undefined {
  // Codes for "none", which do have names: `Unknown Region`.
  if (/^(ZZ|XXX)$/.test(code)) return undefined;
  try {
    return new Intl.DisplayNames(locale, { type, fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

const rightToLeftText = /[\u0590-\u08FF\uFB1D-\uFEFC]/;
const rightToLeftLanguage = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** A value of the other direction would take the punctuation beside it to its own side. Any other stays plain. */
function isolate(value: string, locale: string): string {
  const differs = /\p{L}/u.test(value) && rightToLeftText.test(value) !== rightToLeftLanguage.test(locale);
  return differs ? `\u2068${value}\u2069` : value;
}

/** Data is shown as text, short, and without characters that turn the line around or break it. */
function clean(value: string | undefined): string {
  return (value ?? '').replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '').slice(0, 200);
}
