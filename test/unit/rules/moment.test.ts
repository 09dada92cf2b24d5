import { describe, expect, it } from 'vitest';
import { formatMoment, momentFormats, parseMoment } from '../../../src/rules/time/moment.ts';
import { momentByClock } from '../../../src/rules/time/zoned-time.ts';
import { wordsOf } from '../../support/listed.ts';

const plain = (text: string | undefined) => text?.replace(/\s/g, ' ');
const iso = (text: string, timezone?: string) => {
  const moment = parseMoment(text, timezone === undefined ? undefined : (asUtc) => momentByClock(asUtc, timezone));
  return moment === undefined ? moment : new Date(moment).toISOString();
};

describe('a moment', () => {
  it.each([
    ['2026-12-01T18:00:00Z', undefined, '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T18:00Z', 'Asia/Tokyo', '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T18:00:00.25+05:30', undefined, '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 18:00 -0500', undefined, '2026-12-01T23:00:00.000Z'],
    ['2026-12-01T18:00', 'Europe/Paris', '2026-12-01T17:00:00.000Z'],
    ['2026-07-01T18:00:30', 'Europe/Paris', '2026-07-01T16:00:30.000Z'],
    ['2026-12-01', 'Asia/Tokyo', '2026-11-30T15:00:00.000Z'],
    // Clocks leap over it: the moment of the leap, whichever time is skipped.
    ['2027-03-28T02:00', 'Europe/Paris', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T02:30', 'Europe/Paris', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T02:59:59', 'Europe/Paris', '2027-03-28T01:00:00.000Z'],
    ['2027-03-28T03:00', 'Europe/Paris', '2027-03-28T01:00:00.000Z'],
    // Clocks show it twice.
    ['2026-10-25T02:30', 'Europe/Paris', '2026-10-25T00:30:00.000Z'],
    // By half an hour.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    // At midnight, and over a whole day.
    ['2026-04-24T00:20', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['1993-08-21T23:59', 'Pacific/Kwajalein', '1993-08-21T12:00:00.000Z'],
    // By a clock that was ahead by minutes and seconds.
    ['1970-01-01T00:00', 'Africa/Monrovia', '1970-01-01T00:44:30.000Z'],
    ['2028-02-29T00:00Z', undefined, '2028-02-29T00:00:00.000Z'],
  ])('%j in %s is %s', (text, timezone, expected) => expect(iso(text, timezone)).toBe(expected));

  it.each([
    ...wordsOf(`
      tomorrow 2026-12-01T18:00 2026-12-01 2026-02-31T00:00Z 2026-13-01T00:00Z 2026-12-01T24:00Z 2026-12-01T18:60Z
      2026-12-01T18:00+99:00 1/12/2026 1764612000
    `),
    '',
  ])('%j is none without a zone beside it', (text) => expect(parseMoment(text)).toBeUndefined());

  it.each([
    ['short', 'Europe/Paris', 'en-US', 'Dec 1, 2026, 7:00 PM GMT+1'],
    ['short', 'Europe/Paris', 'fr', '1 déc. 2026, 19:00 UTC+1'],
    ['short', 'America/New_York', 'en-US', 'Dec 1, 2026, 1:00 PM EST'],
    ['long', 'Asia/Tokyo', 'en-US', 'Wednesday, December 2, 2026 at 3:00 AM Japan Standard Time'],
    ['time', 'Asia/Kolkata', 'en-US', '11:30 PM GMT+5:30'],
  ] as const)('%s in %s reads in %s as %j', (format, timezone, locale, expected) => {
    expect(
      plain(formatMoment(Date.parse('2026-12-01T18:00Z'), momentFormats.get(format) ?? {}, { timezone, locale })),
    ).toBe(expected);
  });

  it('has the formats that are named, in every language', () => {
    expect([...momentFormats.keys()]).toEqual(['short', 'long', 'time']);
    for (const locale of ['ar-EG', 'ja', 'hi', 'pt-BR'])
      for (const format of momentFormats.values())
        expect(formatMoment(0, format, { timezone: 'UTC', locale })).toBeTruthy();
  });

  it('is not told by a clock that the engine does not know', () => {
    expect(formatMoment(0, {}, { timezone: 'Mars/Base', locale: 'en' })).toBeUndefined();
  });
});
