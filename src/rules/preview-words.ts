import type { VisitorRecord } from '../record/record.ts';
import { packedCountryCode } from '../record/packed-country.ts';
import type { ReportMistake } from './clause.ts';
import { parsePoint } from './distance.ts';
import type { PageFacts } from './page-facts.ts';
import { type CountryFields, parseWords, type Word, wordsOf } from './visitor-words.ts';

/** A whole visitor to try a page as. */
export interface Preview {
  /** Undefined when the look-up is to fail. */
  readonly record: VisitorRecord | undefined;
  /** What holds over the page's own facts. */
  readonly page: PageFacts;
  /** Whether the answer comes only after the time budget. */
  readonly slow: boolean;
  /** A wall clock's time that was asked for: `tue 09:30`. */
  readonly localTime: string | undefined;
}

/** The main time zone of a country, or of a state of it. */
export type PlaceTimezone = (country: string, state: string | undefined) => string | undefined;

/**
 * Reads the words of `?geo-as=`: a visitor in words as `geolet.override` has it, besides `slow`, `offline`, and what is the page's to know
 * (`color: dark; returning: yes; referrer: example.com; query: utm_source=mail; near: 52.52,13.40; local-time: tue 09:30`).
 *
 * @param browser what is known of the browser at hand; it holds unless the words say otherwise.
 * @returns undefined when a word or a value is not understood; it has then been reported, once.
 */
export function parsePreviewWords(
  said: unknown,
  countryFields: CountryFields,
  timezoneOf: PlaceTimezone,
  report: ReportMistake,
  browser: VisitorRecord = {},
): Preview | undefined {
  const words = previewWordsOf(said);
  const isSlow = isBare('slow');
  const others = words.filter((word) => !isSlow(word));
  const slow = others.length < words.length;
  if (others.length === 1 && others.every(isBare('offline')) && !slow)
    return { record: undefined, page: {}, slow, localTime: undefined };
  const page: { -readonly [Name in keyof PageFacts]: PageFacts[Name] } = {};
  const facts: VisitorRecord[] = [];
  let localTime: string | undefined;
  const rest: Word[] = [];
  for (const word of others) {
    const [name, value] = [word[0].toLowerCase(), String(word[1]).trim()];
    const known = Object.hasOwn(pageWords, name) ? pageWords[name]?.(value) : 'field';
    if (known === 'field') rest.push(word);
    else if (!known) return mistake(word);
    else {
      Object.assign(page, known.page);
      facts.push(known.record ?? {});
      localTime = known.localTime ?? localTime;
    }
  }
  if (!words.length) return mistake(['nothing is named', '']);
  const choice = parseWords(rest, countryFields, report);
  if (!choice) return undefined;
  const { countryCode, stateCode } = choice.fields;
  const timezone = choice.fields.timezone ?? (countryCode && timezoneOf(countryCode, stateCode));
  const record: VisitorRecord = Object.assign({}, browser, choice.fields, timezone && { timezone }, ...facts);
  return {
    record,
    page: { ...(record.language && { language: record.language }), ...(timezone && { timezone }), ...page },
    slow,
    localTime,
  };

  function mistake([name, value]: Word): undefined {
    report('unusable-visitor', value === '' ? name : `${name}: ${String(value)}`);
  }
}

/** The words, with countries by their codes: their English names are what people write first. */
export function previewWordsOf(said: unknown): Word[] {
  return wordsOf(said).map(([name, value]) => {
    if (value === '') return [packedCountryCode(name) ?? name, value];
    return [name, (/^country(code)?$/i.test(name) ? packedCountryCode(String(value)) : undefined) ?? value];
  });
}

function isBare(name: string): (word: Word) => boolean {
  return ([word, value]) => word.toLowerCase() === name && (value === '' || value === true);
}

interface Known {
  readonly page?: PageFacts;
  readonly record?: VisitorRecord;
  readonly localTime?: string;
}

/** Condition words that name no field of the record, or one that the page knows better. @returns undefined for a value that is none. */
const pageWords: Readonly<Record<string, (value: string) => Known | undefined>> = {
  color: colorOf,
  colorpreference: colorOf,
  returning: (value) =>
    /^(yes|true|)$/i.test(value)
      ? { page: { returning: true } }
      : /^(no|false)$/i.test(value)
        ? { page: { returning: false } }
        : undefined,
  referrer: referrerOf,
  referer: referrerOf,
  query: (value) => (value ? { page: { query: value } } : undefined),
  near(value) {
    const [latitude = '', longitude = ''] = value.split(',').map((part) => part.trim());
    return parsePoint({ latitude, longitude }) ? { record: { latitude, longitude } } : undefined;
  },
  'local-time': (value) =>
    /^((mon|tue|wed|thu|fri|sat|sun) )?([01]?\d|2[0-3]):[0-5]\d$/i.test(value)
      ? { localTime: value.toLowerCase() }
      : undefined,
};

function colorOf(value: string): Known | undefined {
  const color = value.toLowerCase();
  return /^(light|dark)$/.test(color) ? { page: { color }, record: { colorPreference: color } } : undefined;
}

/** A site stands for its start page. */
function referrerOf(value: string): Known | undefined {
  const [, address = '', site = '', path] =
    /^((?:https?:\/\/)?([^\s/?#:]+(?::\d+)?)(\/[^\s?#]*)?)(?:[?#]\S*)?$/i.exec(value) ?? [];
  const referer = `${/^http:/i.test(address) ? 'http' : 'https'}://${site}${path ?? '/'}`;
  return site ? { page: { referrer: referer }, record: { referer } } : undefined;
}
