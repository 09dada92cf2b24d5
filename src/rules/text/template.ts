import type { VisitorRecord } from '../../record/record.ts';
import { attempt } from '../attempt.ts';
import { fieldText, writableField } from '../conditions/condition.ts';
import type { Facts } from '../facts.ts';
import { platformText } from './platform-text.ts';
import { encodeUrlValue, withoutControls } from '../markup/url.ts';
import { memoize } from '../memoize.ts';

interface Placeholder {
  /** A condition word, or the name of a field in lower case. */
  readonly word: string;
  readonly field: string;
  readonly lower: boolean;
  readonly alternative: string | undefined;
}

/** Literal texts and placeholders in turn: `Shoes for {city|you}` is `['Shoes for ', {…}, '']`. */
export type Template = readonly (string | Placeholder)[];

/** What a value is written into: names are for reading, codes for form values and classes, encoded codes for URLs. */
export type Purpose = 'text' | 'code' | 'url';

/** A name, `:lower`, and the alternative. */
const placeholder = /\{\s*([\w-]+)\s*(?:(:lower)\s*)?(?:\|([^{}]*))?\}/;

/** Short words of which the record has a name beside the code: `countryName`. */
const namedWord = /^(country|continent|state)$/;

/** Short words that the platform has names for, in the page's language. */
function nameTypeOf(word: string): Intl.DisplayNamesType | undefined {
  if (word === 'country') return 'region';
  return word === 'currency' || word === 'language' ? word : undefined;
}

/**
 * @param mayBePlain whether a text without placeholders will do.
 * @returns undefined when the text is not a template: it has no braces, a brace alone, or a name that no field has.
 */
export function parseTemplate(text: string, mayBePlain?: boolean): Template | undefined {
  const [first = '', ...rest] = text.split(placeholder);
  const parts: (string | Placeholder)[] = [first];
  for (let index = 0; index < rest.length; index += 4) {
    const [name = '', lower, alternative, literal = ''] = rest.slice(index, index + 4);
    const word = name.toLowerCase();
    const field = writableField(word);
    if (!field) return undefined;
    parts.push({ word, field, lower: !!lower, alternative }, literal);
  }
  const hasBrace = parts.some((part) => typeof part === 'string' && /[{}]/.test(part));
  return (mayBePlain || parts.length > 1) && !hasBrace ? parts : undefined;
}

/** Whether a template is about the price of a list beside it. */
export function asksForPrice(template: Template | undefined): boolean {
  return !!template?.some((part) => typeof part === 'object' && part.word === 'price-currency');
}

/** The words of a template that are about the delivery plan beside it. */
export function deliveryWordsIn(template: Template | undefined): readonly string[] {
  return (template ?? []).flatMap((part) =>
    typeof part === 'object' && part.word.startsWith('delivery-') ? [part.word] : [],
  );
}

/**
 * Fills in a template. A missing value is replaced by its alternative. If it has none, or if there is no record, the
 * whole text is undefined.
 *
 * @param locale of the place it is written into, for names.
 */
export function fillTemplate(template: Template, facts: Facts, purpose: Purpose, locale: string): string | undefined {
  if (!facts.record) return undefined;
  let text = '';
  for (const part of template) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = clean(purpose === 'text' ? nameOf(part, facts, locale) : fieldText(part.field, facts));
    const lower = () => value.toLocaleLowerCase(purpose === 'text' ? locale : 'en');
    const written = value === '' ? part.alternative : write(part.lower ? lower() : value, purpose, locale);
    facts.traceStep?.(part, value && written);
    if (written === undefined) return undefined;
    text += written;
  }
  return text;
}

/** @returns undefined for a value that no URL may have. */
function write(value: string, purpose: Purpose, locale: string): string | undefined {
  if (purpose === 'url') return encodeUrlValue(value);
  return purpose === 'text' ? isolate(value, locale) : value;
}

/** The value of a word for readers: a name, not a code. The record's own names are English. */
function nameOf({ word, field }: Placeholder, facts: Facts, locale: string): string | undefined {
  const value = fieldText(field, facts, locale);
  const nameField = namedWord.test(word) && (`${word}Name` as keyof VisitorRecord);
  const type = nameTypeOf(word);
  const recorded = nameField ? facts.record?.[nameField]?.toString() : value;
  // There the platform is not asked: the first use of Intl in a page takes longer than writing a thousand nodes.
  if (!value || (nameField && recorded && /^en\b/.test(locale))) return recorded;
  return (
    (word === 'continent' ? facts.continentName?.(value, locale) : type && displayName(type, value, locale, facts)) ??
    recorded
  );
}

const namesIn = memoize(
  (locale: string, type: Intl.DisplayNamesType) => new Intl.DisplayNames(locale, { type, fallback: 'none' }),
);

/** The platform's name in a language; undefined for what it has none for. It throws for odd codes and locales. */
function displayName(type: Intl.DisplayNamesType, code: string, locale: string, facts: Facts): string | undefined {
  // Codes for "none", which do have names: `Unknown Region`.
  return /^(ZZ|XXX)$/i.test(code)
    ? undefined
    : platformText([type, code, locale], facts, () => attempt(() => namesIn(locale, type)?.of(code.toUpperCase())));
}

const rightToLeftText = /[\u0590-\u08FF\uFB1D-\uFEFC]/;
const rightToLeftLanguage = /^(ar|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)\b(?!-\w{4}\b)|-Arab/;

/** A value of the other direction would take the punctuation beside it to its own side. Any other stays plain. */
function isolate(value: string, locale: string): string {
  const differs = rightToLeftText.test(value) !== rightToLeftLanguage.test(locale) && /\p{L}/u.test(value);
  return differs ? `\u2068${value}\u2069` : value;
}

/** Data is shown as text, short, and without characters that turn the line around or break it. */
function clean(value: string | undefined): string {
  return withoutControls(value ?? '').slice(0, 200);
}
