import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../src/rules/schedule.ts';
import { formatMoment, hoursWords, isMomentFormat, type MomentFormat, parseMoment } from '../../../src/rules/time-words.ts';

const plain = (text: string | undefined) => text?.replace(/\s/g, ' ');
const iso = (text: string, timezone?: string) => {
  const moment = parseMoment(text, timezone);
  return moment === undefined ? moment : new Date(moment).toISOString();
};
const at = (text: string) => Date.parse(text);

describe('a moment', () => {
  it.each([
    ['2026-12-01T18:00:00Z', undefined, '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T18:00Z', 'Asia/Tokyo', '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T18:00:00.25+05:30', undefined, '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 18:00 -0500', undefined, '2026-12-01T23:00:00.000Z'],
    ['2026-12-01T18:00', 'Europe/Paris', '2026-12-01T17:00:00.000Z'],
    ['2026-07-01T18:00:30', 'Europe/Paris', '2026-07-01T16:00:30.000Z'],
    ['2026-12-01', 'Asia/Tokyo', '2026-11-30T15:00:00.000Z'],
    // Clocks leap over it.
    ['2027-03-28T02:30', 'Europe/Paris', '2027-03-28T01:30:00.000Z'],
    ['2028-02-29T00:00Z', undefined, '2028-02-29T00:00:00.000Z'],
  ])('%j in %s is %s', (text, timezone, expected) => {
    expect(iso(text, timezone)).toBe(expected);
  });

  it.each(['', 'tomorrow', '2026-12-01T18:00', '2026-12-01', '2026-02-31T00:00Z', '2026-13-01T00:00Z', '2026-12-01T24:00Z', '2026-12-01T18:60Z', '1/12/2026', '1764612000'])('%j is none without a zone beside it', (text) => {
    expect(parseMoment(text, undefined)).toBeUndefined();
  });

  it.each([
    ['short', 'Europe/Paris', 'en-US', 'Dec 1, 2026, 7:00 PM GMT+1'],
    ['short', 'Europe/Paris', 'fr', '1 déc. 2026, 19:00 UTC+1'],
    ['short', 'America/New_York', 'en-US', 'Dec 1, 2026, 1:00 PM EST'],
    ['long', 'Asia/Tokyo', 'en-US', 'Wednesday, December 2, 2026 at 3:00 AM Japan Standard Time'],
    ['time', 'Asia/Kolkata', 'en-US', '11:30 PM GMT+5:30'],
    ['relative', 'Asia/Kolkata', 'en-US', 'in 6 hours'],
  ] as const)('%s in %s reads in %s as %j', (format, timezone, locale, expected) => {
    expect(plain(formatMoment(at('2026-12-01T18:00Z'), format, { now: at('2026-12-01T12:00Z'), timezone, locale }))).toBe(expected);
  });

  it.each([
    ['2026-12-01T12:00:20Z', 'now'],
    ['2026-12-01T12:00:40Z', 'in 1 minute'],
    ['2026-12-01T11:58:00Z', '2 minutes ago'],
    ['2026-12-01T12:59:40Z', 'in 1 hour'],
    ['2026-12-02T11:00:00Z', 'in 23 hours'],
    ['2026-12-02T12:30:00Z', 'tomorrow'],
    ['2026-11-30T12:00:00Z', 'yesterday'],
    ['2026-12-20T12:00:00Z', 'in 19 days'],
    ['2027-01-02T12:00:00Z', 'in 1 month'],
    ['2027-12-02T12:00:00Z', 'in 1 year'],
    ['2016-12-02T12:00:00Z', '10 years ago'],
  ])('at noon %s is %j', (moment, expected) => {
    expect(formatMoment(at(moment), 'relative', { now: at('2026-12-01T12:00Z'), timezone: 'UTC', locale: 'en' })).toBe(expected);
  });

  it('is tomorrow only on the next day of the clock that reads it', () => {
    const words = (timezone: string) => formatMoment(at('2026-12-03T00:30Z'), 'relative', { now: at('2026-12-01T23:00Z'), timezone, locale: 'en' });
    expect([words('UTC'), words('Asia/Tokyo')]).toEqual(['in 2 days', 'tomorrow']);
  });

  it('has the formats that are named, and no others', () => {
    expect(['short', 'long', 'time', 'relative'].every(isMomentFormat)).toBe(true);
    expect(['', 'full', 'constructor', 'Short'].some(isMomentFormat)).toBe(false);
    const formats: MomentFormat[] = ['short', 'long', 'time'];
    for (const locale of ['ar-EG', 'ja', 'hi', 'pt-BR']) for (const format of formats) expect(formatMoment(0, format, { now: 0, timezone: 'UTC', locale })).toBeTruthy();
  });
});

describe('opening hours', () => {
  const schedule = parseSchedule('mon-fri 09:00-17:30; sat 10:00-14:00; 12-25 closed') ?? [];
  const words = { open: 'Open until {time}', closed: 'Opens {day} at {time}' };
  const ask = (now: string, timezone = 'Europe/Paris', given: typeof words | { open: null; closed: string } = words) => {
    const { open, text } = hoursWords(schedule, 'Europe/Paris', given, { now: at(now), timezone, locale: 'en-US' });
    return [open, plain(text)];
  };

  it.each([
    ['2026-11-23T10:00Z', true, 'Open until 5:30 PM'],
    ['2026-11-23T05:00Z', false, 'Opens today at 9:00 AM'],
    ['2026-11-23T17:00Z', false, 'Opens tomorrow at 9:00 AM'],
    ['2026-11-28T15:00Z', false, 'Opens Monday at 9:00 AM'],
    ['2026-12-24T17:00Z', false, 'Opens Saturday at 10:00 AM'],
  ])('at %s are open: %s, in words %j', (now, open, text) => {
    expect(ask(now)).toEqual([open, text]);
  });

  it('are told by the clock of whoever reads them', () => {
    expect(ask('2026-11-23T10:00Z', 'Asia/Tokyo')).toEqual([true, 'Open until 1:30 AM']);
    expect(ask('2026-11-23T17:00Z', 'Asia/Tokyo')).toEqual([false, 'Opens today at 5:00 PM']);
  });

  it('say nothing where the owner has no words, or a word has no value', () => {
    expect(ask('2026-11-23T10:00Z', 'UTC', { open: null, closed: 'x' })).toEqual([true, undefined]);
    const always = parseSchedule('00:00-24:00') ?? [];
    const reading = { now: at('2026-11-23T10:00Z'), timezone: 'UTC', locale: 'en' };
    expect(hoursWords(always, 'UTC', words, reading)).toEqual({ open: true, change: undefined, text: undefined });
    expect(hoursWords(always, 'UTC', { ...words, open: 'Open {time|always}' }, reading).text).toBe('Open always');
  });

  it('can name the zone and how long it takes', () => {
    const reading = { now: at('2026-11-23T10:00Z'), timezone: 'Europe/Paris', locale: 'en-US' };
    expect(hoursWords(schedule, 'Europe/Paris', { open: 'Closes {relative}, {zone}', closed: null }, reading).text).toBe('Closes in 7 hours, GMT+1');
  });
});
