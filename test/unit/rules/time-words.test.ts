import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../src/rules/time/schedule.ts';
import { hoursWords, relativeWords } from '../../../src/rules/time/time-words.ts';

const plain = (text: string | undefined) => text?.replace(/\s/g, ' ');
const at = (text: string) => Date.parse(text);

describe('relative words', () => {
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
    expect(relativeWords(at(moment), { now: at('2026-12-01T12:00Z'), timezone: 'UTC', locale: 'en' })).toBe(expected);
  });

  it('is tomorrow only on the next day of the clock that reads it', () => {
    const words = (timezone: string) =>
      relativeWords(at('2026-12-03T00:30Z'), { now: at('2026-12-01T23:00Z'), timezone, locale: 'en' });
    expect([words('UTC'), words('Asia/Tokyo')]).toEqual(['in 2 days', 'tomorrow']);
  });
});

describe('opening hours', () => {
  const schedule = parseSchedule('mon-fri 09:00-17:30; sat 10:00-14:00; 12-25 closed') ?? [];
  const words = { open: 'Open until {time}', closed: 'Opens {day} at {time}' };
  const ask = (
    now: string,
    timezone = 'Europe/Paris',
    given: typeof words | { open: null; closed: string } = words,
  ) => {
    const { open, text } = hoursWords(schedule, 'Europe/Paris', given, { now: at(now), timezone, locale: 'en-US' });
    return [open, plain(text)];
  };

  it.each([
    ['2026-11-23T10:00Z', true, 'Open until 5:30 PM'],
    ['2026-11-23T05:00Z', false, 'Opens today at 9:00 AM'],
    ['2026-11-23T17:00Z', false, 'Opens tomorrow at 9:00 AM'],
    ['2026-11-28T15:00Z', false, 'Opens Monday at 9:00 AM'],
    ['2026-12-24T17:00Z', false, 'Opens Saturday at 10:00 AM'],
  ])('at %s are open: %s, in words %j', (now, open, text) => expect(ask(now)).toEqual([open, text]));

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
    expect(
      hoursWords(schedule, 'Europe/Paris', { open: 'Closes {relative}, {zone}', closed: null }, reading).text,
    ).toBe('Closes in 7 hours, GMT+1');
  });
});
