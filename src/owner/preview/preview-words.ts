import type { VisitorRecord } from '../../record/record.ts';
import { packedCountryCode, packedCountryFields } from '../../record/packed-countries.ts';
import { cityPoint } from '../../record/city-point.ts';
import { placeTimezone } from '../../record/place-timezone.ts';
import { attempt } from '../../rules/attempt.ts';
import { zoneOf } from '../../rules/conditions/same-name.ts';
import { parsePoint } from '../../rules/distance.ts';
import { type PageFacts, pathOf } from '../../rules/page-facts.ts';
import type { Entry } from '../../rules/conditions/entries.ts';
import type { Note } from '../../rules/mistake.ts';
import { readingLimits } from '../../rules/reading-limits.ts';
import { entriesOf, parseWords, unusable } from '../../rules/visitor-words.ts';

/** A whole visitor to try a page as. */
export interface Preview {
  /** Undefined if the lookup must fail. */
  readonly record: VisitorRecord | undefined;
  /** Facts that replace the page's own. */
  readonly page: PageFacts;
  /** Whether the response comes only after the time budget. */
  readonly slow: boolean;
  /** The local time to show: `tue 09:30`. */
  readonly localTime: string | undefined;
}

/**
 * Reads the words of `?geo-as=`: a visitor in the words of `geolet.override`, and also `slow`, `offline`, and facts
 * of the page (`color: dark; returning: yes; gpc; referrer: example.com; query: utm_source=mail; near: 52.52,13.40;
 * local-time: tue 09:30`).
 *
 * @param browser the fields that this browser gives. The words overwrite them.
 * @returns no value when a word or a value is not understood.
 */
export function parsePreviewWords(words: unknown, browser: VisitorRecord = {}, note?: Note): Preview | undefined {
  if (typeof words === 'string' && words.length > readingLimits.visitorCharacters)
    return unusable(`${words.slice(0, 40)}… (longer than ${readingLimits.visitorCharacters} characters)`, note);
  const entries = previewEntriesOf(words);
  const isSlow = isBare('slow');
  const others = entries.filter((entry) => !isSlow(entry));
  const slow = others.length < entries.length;
  const page: { -readonly [Name in keyof PageFacts]: PageFacts[Name] } = {};
  const facts: VisitorRecord[] = [];
  let localTime: string | undefined;
  const rest: Entry[] = [];
  for (const entry of others) {
    const [name, value] = [entry[0].toLowerCase(), String(entry[1]).trim()];
    const known = Object.hasOwn(pageWords, name) ? pageWords[name]?.(value) : 'field';
    if (known === 'field') rest.push(entry);
    else if (!known) return unusable(value === '' ? entry[0] : `${entry[0]}: ${value}`, note);
    else {
      Object.assign(page, known.page);
      facts.push(known.record ?? {});
      localTime = known.localTime ?? localTime;
    }
  }
  if (!entries.length) return unusable('nothing is named', note);
  // Of somebody without a record, only the privacy signal is known.
  if (rest.length === 1 && rest.every(isBare('offline')) && Object.keys(page).every((name) => name === 'gpc') && !slow)
    return { record: undefined, page, slow, localTime: undefined };
  const choice = parseWords(rest, packedCountryFields, note);
  if (!choice) return undefined;
  const { city, countryCode, stateCode } = choice.fields;
  const timezone = choice.fields.timezone ?? (countryCode && placeTimezone(countryCode, stateCode));
  // As the browser calls it.
  const ownName = timezone && (attempt(() => zoneOf(timezone)) ?? timezone);
  const point = city && cityPoint(city, countryCode);
  const record: VisitorRecord = Object.assign({}, browser, point, choice.fields, timezone && { timezone }, ...facts);
  const placed = { ...(record.language && { language: record.language }), ...(ownName && { timezone: ownName }) };
  return { record, page: { ...placed, ...page }, slow, localTime };
}

/** The words, with countries by their codes: their English names are what people write first. */
export function previewEntriesOf(words: unknown): Entry[] {
  return entriesOf(words).map(([name, value]) => {
    if (value === '') return [packedCountryCode(name) ?? name, value];
    return [name, (/^country(code)?$/i.test(name) ? packedCountryCode(String(value)) : undefined) ?? value];
  });
}

function isBare(name: string): (entry: Entry) => boolean {
  return ([word, value]) => word.toLowerCase() === name && (value === '' || value === true);
}

interface Known {
  readonly page?: PageFacts;
  readonly record?: VisitorRecord;
  readonly localTime?: string;
}

/**
 * Condition words that name a fact of the page, not of the record. Each function reads the value.
 *
 * @returns undefined for a value that is not valid.
 */
const pageWords: Readonly<Record<string, (value: string) => Known | undefined>> = {
  color: colorOf,
  colorpreference: colorOf,
  returning: (value) => yesOrNo(value, (returning) => ({ page: { returning } })),
  gpc: (value) => yesOrNo(value, (gpc) => ({ page: { gpc } })),
  referrer: referrerOf,
  referer: referrerOf,
  path: (value) => (value.startsWith('/') ? { page: { path: pathOf(value) } } : undefined),
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

/** A bare word is a yes. */
function yesOrNo(value: string, known: (isYes: boolean) => Known): Known | undefined {
  if (/^(yes|true|)$/i.test(value)) return known(true);
  return /^(no|false)$/i.test(value) ? known(false) : undefined;
}

function colorOf(value: string): Known | undefined {
  const color = value.toLowerCase();
  return /^(light|dark)$/.test(color) ? { page: { color }, record: { colorPreference: color } } : undefined;
}

/** A site without a path means its start page. */
function referrerOf(value: string): Known | undefined {
  const [, address = '', site = '', path] =
    /^((?:https?:\/\/)?([^\s/?#:]+(?::\d+)?)(\/[^\s?#]*)?)(?:[?#]\S*)?$/i.exec(value) ?? [];
  const referer = `${/^http:/i.test(address) ? 'http' : 'https'}://${site}${path ?? '/'}`;
  return site ? { page: { referrer: referer }, record: { referer } } : undefined;
}
