import { closest } from '../../record/closest.ts';
import { attempt } from '../../rules/attempt.ts';
import { honoredSlot } from '../../rules/markup/parts.ts';
import { meantCountry, meantCurrency } from '../../rules/meant-words.ts';
import { momentFormats, parseMoment } from '../../rules/time/moment.ts';
import { parseSchedule } from '../../rules/time/schedule.ts';
import { momentByClock, writtenTimezone } from '../../rules/time/zoned-time.ts';
import type { PageReader } from './page-reader.ts';

interface ElementMistake {
  /** The code of `geo-error`. */
  readonly code: string;
  readonly words: string;
}

/** What an element with a file of its own reports of itself, in words. */
export function elementMistakesOf<Node>(reader: PageReader<Node>, element: Node): readonly ElementMistake[] {
  const say = sentences.get(reader.tag(element));
  if (!say) return [];
  const [code, find] = say;
  const read = (name: string) => reader.attribute(element, name) ?? undefined;
  return find(read, () => partsOf(reader, element)).map((words) => ({ code, words }));
}

type Read = (name: string) => string | undefined;

interface OptOutParts {
  readonly text: string;
  readonly honored: string | undefined;
}

const sentences: ReadonlyMap<
  string,
  readonly [code: string, find: (read: Read, parts: () => OptOutParts) => string[]]
> = new Map([
  ['geo-time', ['unusable-time', timeSentences]],
  ['geo-select', ['unusable-value', choiceSentences]],
  ['geo-optout', ['incomplete-optout', optOutSentences]],
]);

function timeSentences(read: Read): string[] {
  const timezone = read('timezone');
  const place = timezone === undefined ? undefined : writtenTimezone(timezone);
  const shownIn = read('shown-in') ?? 'visitor';
  const hours = read('hours');
  const datetime = read('datetime');
  // A zone that has a mistake of its own is not said to be missing.
  const zone = timezone === undefined ? undefined : (place ?? 'UTC');
  return [
    timezone !== undefined && place === undefined ? zoneSentence(timezone) : undefined,
    shownIn === 'visitor' || shownIn === 'place' ? undefined : `shown-in is "${shownIn}": write visitor or place`,
    hours === undefined ? undefined : hoursSentence(hours, zone),
    hours === undefined && datetime !== undefined
      ? momentSentence(datetime, read('format') ?? 'short', zone)
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

function hoursSentence(hours: string, place: string | undefined): string | undefined {
  if (!parseSchedule(hours))
    return `hours="${hours}" cannot be read: write days and times, such as hours="mon-fri 09:00-17:30; sat 10:00-14:00"`;
  return place === undefined
    ? 'hours need the time zone of the place: add it, such as timezone="Europe/Paris"'
    : undefined;
}

function momentSentence(datetime: string, format: string, place: string | undefined): string | undefined {
  const formats = [...momentFormats.keys(), 'relative'];
  if (!formats.includes(format)) {
    const meant = closest(format, formats);
    return `format is "${format}"${meant ? `; did you mean format="${meant}"?` : `: write one of ${formats.join(' ')}`}`;
  }
  const byClock = (zone: string | undefined) => (asUtc: number) =>
    zone === undefined ? undefined : momentByClock(asUtc, zone);
  if (parseMoment(datetime, byClock(place)) !== undefined) return undefined;
  return parseMoment(datetime, byClock('UTC')) === undefined
    ? `datetime="${datetime}" is not a date and a time: write it like datetime="2027-01-16T19:00" with timezone="Europe/Paris"`
    : `datetime="${datetime}" says no time zone: add that of the place, such as timezone="Europe/Paris"`;
}

/** People name a zone by its city: `Lisbon`. */
export function zoneSentence(timezone: string): string {
  const zones = attempt(() => Intl.supportedValuesOf('timeZone')) ?? [];
  const word = timezone.trim().replaceAll(' ', '_').toLowerCase();
  const city = (zone: string) => zone.split('/').at(-1)?.toLowerCase() ?? '';
  const near = closest(word, zones.map(city));
  const meant =
    zones.find((zone) => zone.toLowerCase() === word || city(zone) === word) ??
    zones.find((zone) => city(zone) === near);
  const fix = meant
    ? `; did you mean timezone="${meant}"?`
    : ': write continent and city, such as timezone="Europe/Paris"';
  return `there is no time zone "${timezone}"${fix}`;
}

function choiceSentences(read: Read): string[] {
  const currencies = read('currencies');
  const codes = (currencies ?? read('countries') ?? '*').toUpperCase().match(/[^\s,]+/g) ?? [];
  const name = currencies === undefined ? 'countries' : 'currencies';
  const type = currencies === undefined ? 'region' : 'currency';
  const names = new Intl.DisplayNames('en', { type });
  return codes
    .filter((code) => code !== '*' && attempt(() => names.of(code)) === undefined)
    .map((code) => {
      const meant = currencies === undefined ? meantCountry(code) : meantCurrency(code);
      const length = currencies === undefined ? 'two' : 'three';
      return `"${code}" in ${name} is not a code${meant ? `; did you mean ${meant}?` : `: codes have ${length} letters`}`;
    });
}

function partsOf<Node>(reader: PageReader<Node>, element: Node): OptOutParts {
  const honored = reader.children(element).find((child) => reader.attribute(child, 'slot') === honoredSlot);
  return { text: reader.text(element), honored: honored && (reader.text(honored) || ' ') };
}

function optOutSentences(read: Read, parts: () => OptOutParts): string[] {
  const { text, honored } = parts();
  const isNamed = read('label')?.trim() || text.replace(honored ?? '', '').trim();
  if (isNamed && honored !== undefined) return [];
  const example =
    '<geo-optout><a href="/privacy">Do not sell my data</a> <span slot="honored" hidden>We honour your opt-out signal.</span></geo-optout>';
  return [`it has no ${isNamed ? 'words for the signal (slot="honored")' : 'text for its button'}: write ${example}`];
}
