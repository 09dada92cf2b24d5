import { describe, expect, it } from 'vitest';
import { isWithin, nextChange, parseSchedule } from '../../../src/rules/time/schedule.ts';
import { partsOf, wordsOf } from '../../support/listed.ts';

const paris = 'Europe/Paris';
const at = (iso: string) => Date.parse(iso);
const parsed = (text: string) => {
  const schedule = parseSchedule(text);
  if (!schedule) throw new Error(text);
  return schedule;
};

describe('a schedule', () => {
  it.each([
    // 2026-11-23 is a Monday; Paris is UTC+1 in winter and UTC+2 in summer.
    ['mon-fri 09:00-17:30', '2026-11-23T08:00:00Z', true],
    ['mon-fri 09:00-17:30', '2026-11-23T07:59:00Z', false],
    ['mon-fri 09:00-17:30', '2026-11-23T16:29:00Z', true],
    ['mon-fri 09:00-17:30', '2026-11-23T16:30:00Z', false],
    ['mon-fri 09:00-17:30', '2026-11-22T10:00:00Z', false],
    ['mon-fri 09:00-17:30', '2026-07-20T07:00:00Z', true],
    ['fri-mon', '2026-11-22T10:00:00Z', true],
    ['fri-mon', '2026-11-25T10:00:00Z', false],
    ['mon, wed 10:00-12:00 14:00-16:00', '2026-11-25T13:30:00Z', true],
    ['mon, wed 10:00-12:00 14:00-16:00', '2026-11-25T12:30:00Z', false],
    ['sat 22:00-02:00', '2026-11-28T21:30:00Z', true],
    ['sat 22:00-02:00', '2026-11-29T00:30:00Z', true],
    ['sat 22:00-02:00', '2026-11-29T21:30:00Z', false],
    ['12-24..12-26', '2026-12-25T12:00:00Z', true],
    ['12-24..12-26', '2027-12-26T12:00:00Z', true],
    ['12-20..01-06', '2027-01-01T12:00:00Z', true],
    ['12-20..01-06', '2027-02-01T12:00:00Z', false],
    ['12-24..26', '2027-12-26T12:00:00Z', true],
    ['12-24..26', '2027-12-27T12:00:00Z', false],
    ['2026-12-24..26', '2026-12-26T12:00:00Z', true],
    ['2026-12-24..26', '2027-12-26T12:00:00Z', false],
    ['2026-12-24..12-26', '2026-12-26T12:00:00Z', true],
    ['2026-12-24..12-26', '2027-12-26T12:00:00Z', false],
    ['2026-12-24..01-06', '2027-01-06T12:00:00Z', true],
    ['2026-12-24..01-06', '2027-01-07T12:00:00Z', false],
    ['2026-12-24..01-06', '2027-12-25T12:00:00Z', false],
    // All of the year but a day.
    ['12-26..12-24', '2027-12-24T12:00:00Z', true],
    ['12-26..12-24', '2027-12-25T12:00:00Z', false],
    ['2027-12-24..02-29', '2028-02-29T12:00:00Z', true],
    ['2026-12-01..2026-12-24', '2026-12-24T22:59:00Z', true],
    ['2026-12-01..2026-12-24', '2026-12-24T23:01:00Z', false],
    ['2026-12-01..2026-12-24', '2027-12-02T12:00:00Z', false],
    ['mon-fri 09:00-17:30; 2026-11-23 closed', '2026-11-23T10:00:00Z', false],
    ['mon-fri 09:00-17:30; sat 10:00-14:00', '2026-11-28T10:00:00Z', true],
    ['00:00-24:00', '2026-11-28T10:00:00Z', true],
    // The night of the 24th goes on into a day that is closed; that day has no night of its own.
    ['22:00-02:00; 12-25 closed', '2026-12-25T00:30:00Z', true],
    ['22:00-02:00; 12-25 closed', '2026-12-25T22:30:00Z', false],
    ['22:00-02:00; 12-25 closed', '2026-12-26T00:30:00Z', false],
    ['mon-fri 09:00-17:30; wed 12:00-13:00 closed', '2026-11-25T11:30:00Z', false],
    ['mon-fri 09:00-17:30; wed 12:00-13:00 closed', '2026-11-25T12:30:00Z', true],
  ])('%s at %s in Paris: %s', (text, moment, expected) => {
    expect(isWithin(parsed(text), at(moment), paris)).toBe(expected);
  });

  it('has its lines end at semicolons, or at commas between hours and days', () => {
    expect(parseSchedule('mon-fri 09:00-12:00, 13:00-17:30, sat, sun 10:00-14:00, 12-24..12-26 closed')).toEqual(
      parseSchedule('mon-fri 09:00-12:00 13:00-17:30; sat sun 10:00-14:00; 12-24..12-26 closed'),
    );
  });

  it.each([
    'mon-fri 09:00-17:30 sat 10:00-14:00',
    'mon 09:00-17:30 12-24',
    '',
    ...partsOf(`
      ; | mo-fr | 9-17 | 25:00-26:00 | 09:00-17:60 | mon-tue-wed | mon 09:00 | mon- | -fri | 09:00–17:00 |
      12-24..2026-12-26 | 12-26..24 | 12-24..32 | 2026-12-26..24 | 2026-12-26..12-24 | 2026-11-20..31 |
      2026-12-24..02-29 | 2026-12-24.. | ..26 | 26..12-26 | 2026-..26 | 9999-12-24..01-02
    `),
    // No calendar and no clock has them.
    ...partsOf(`
      02-30 closed | 02-31 | 04-31 | 06-31 | 09-31 | 11-31 | 01-32 | 13-01 | 00-10 | 01-00 | 2026-02-29 | 2100-02-29 |
      0000-12-25 | 24:30-25:00 | 09:00-24:30 | 9:60-10:00 | 24:00-01:00
    `),
    // Half of a range is none, and one of days in a year does not end before it begins.
    ...wordsOf(`
      12-24.. ..12-24 12-24..02-30 02-30..12-24 12-24..x 12-24..12-25..12-26 2026-12-24..2026-12-23
      2026-12-24..2025-12-26
    `),
  ])('%j is none', (text) => expect(parseSchedule(text)).toBeUndefined());

  it.each([
    ...wordsOf(
      '2028-02-29 2000-02-29 02-28..03-01 12-31..01-01 2026-12-24..2026-12-24 00:00-24:00 9:00-17:30 23:59-00:00',
    ),
    '02-29 closed',
  ])('%j is one', (text) => expect(parseSchedule(text)).toHaveLength(1));

  it.each([
    ['mon-fri 09:00-17:30', '2026-11-23T10:00:00Z', '2026-11-23T16:30:00.000Z'],
    ['mon-fri 09:00-17:30', '2026-11-23T17:00:00Z', '2026-11-24T08:00:00.000Z'],
    ['mon-fri 09:00-17:30', '2026-11-27T17:00:00Z', '2026-11-30T08:00:00.000Z'],
    ['mon-fri 09:00-17:30; 2026-11-30 closed', '2026-11-27T17:00:00Z', '2026-12-01T08:00:00.000Z'],
    // Clocks in Paris go forward on 2027-03-28.
    ['sun 09:00-17:30', '2027-03-27T12:00:00Z', '2027-03-28T07:00:00.000Z'],
    ['sat 22:00-02:00', '2026-11-28T23:00:00Z', '2026-11-29T01:00:00.000Z'],
  ])('%s changes next after %s at %s', (text, from, next) => {
    const change = nextChange(parsed(text), at(from), paris);
    expect(change && new Date(change).toISOString()).toBe(next);
  });

  it('does not change when it always holds, and knows nothing of a zone that is none', () => {
    expect(nextChange(parsed('00:00-24:00'), at('2026-11-23T10:00:00Z'), paris)).toBeUndefined();
    expect(isWithin(parsed('mon'), 0, 'Mars/Base')).toBeUndefined();
    expect(nextChange(parsed('mon'), 0, 'Mars/Base')).toBeUndefined();
  });
});

describe('a schedule, where the clock leaps', () => {
  /** Each change from one moment to another, as the clock of UTC shows it. */
  const changes = (text: string, zone: string, from: string, until: string) => {
    const found: string[] = [];
    for (let moment = at(from); ;) {
      const next = nextChange(parsed(text), moment, zone);
      if (next === undefined || next > at(until)) return found;
      found.push(
        `${new Date(next).toISOString().slice(0, 16)} ${isWithin(parsed(text), next, zone) ? 'opens' : 'closes'}`,
      );
      expect(isWithin(parsed(text), next - 1, zone)).toBe(!isWithin(parsed(text), next, zone));
      moment = next;
    }
  };

  /** Schedules of a zone from one moment to another, each with its name and its changes. */
  const between = (place: string, ...rows: readonly (readonly [name: string, text: string, changes: string])[]) => {
    const [zone = '', from = '', until = ''] = wordsOf(place);
    return rows.map(([name, text, expected]) => ({ name, text, zone, from, until, expected }));
  };

  it.each([
    // 02:00 to 03:00 is skipped at 07:00Z.
    ...between(
      'America/New_York 2026-03-08T05:00Z 2026-03-09T00:00Z',
      ['closes at the leap where its end is skipped', '18:00-02:30', '2026-03-08T07:00 closes, 2026-03-08T22:00 opens'],
      ['opens at it where its beginning is skipped', '02:30-05:00', '2026-03-08T07:00 opens, 2026-03-08T09:00 closes'],
      ['does not open where all of it is skipped', '02:10-02:50', ''],
    ),
    // 01:00 to 02:00 comes twice, from 05:00Z and from 06:00Z.
    ...between(
      'America/New_York 2026-11-01T05:00Z 2026-11-02T02:00Z',
      [
        'holds again where the clock shows its last hour again',
        '20:00-01:30',
        '2026-11-01T05:30 closes, 2026-11-01T06:00 opens, 2026-11-01T06:30 closes, 2026-11-02T01:00 opens',
      ],
      ['holds on where the clock goes back', '20:00-02:00', '2026-11-01T07:00 closes, 2026-11-02T01:00 opens'],
    ),
    ...between('Australia/Lord_Howe 2026-10-03T12:00Z 2026-10-04T00:00Z', [
      'leaps by half an hour',
      '01:45-02:15',
      '2026-10-03T15:15 opens, 2026-10-03T15:30 closes',
    ]),
    // Cairo goes from 00:00 to 01:00, and from 24:00 to 23:00.
    ...between('Africa/Cairo 2026-04-23T12:00Z 2026-04-25T12:00Z', [
      'begins with the first hour of a day without a midnight',
      'fri',
      '2026-04-23T22:00 opens, 2026-04-24T21:00 closes',
    ]),
    ...between(
      'Africa/Cairo 2026-10-29T12:00Z 2026-10-30T12:00Z',
      ['is of the day before while the clock shows its last hour again', 'fri', '2026-10-29T22:00 opens'],
      [
        'closes with the day that is closed, and not before',
        '20:00-24:00; fri closed',
        '2026-10-29T17:00 opens, 2026-10-29T22:00 closes',
      ],
    ),
    ...between('America/Asuncion 2023-09-30T12:00Z 2023-10-01T12:00Z', [
      'leaps at midnight',
      '22:00-00:30',
      '2023-10-01T02:00 opens, 2023-10-01T04:00 closes',
    ]),
    // Samoa had no 30 December 2011, which was a Friday.
    ...between(
      'Pacific/Apia 2011-12-29T12:00Z 2012-01-02T00:00Z',
      ['has no day that the calendar of the place skips', 'fri', ''],
      ['has what is left of its night', 'thu-fri 22:00-02:00', '2011-12-30T08:00 opens, 2011-12-30T12:00 closes'],
      ['is not cut short by a skipped day that is closed', 'thu-sat; 12-30 closed', '2011-12-31T10:00 closes'],
    ),
    ...between('Europe/Paris 2026-03-28T06:00Z 2026-03-31T00:00Z', [
      'goes from a special day to the next',
      '2026-03-28..2026-03-29 10:00-24:00; 2026-03-29 00:00-04:00',
      '2026-03-28T09:00 opens, 2026-03-29T02:00 closes, 2026-03-29T08:00 opens, 2026-03-29T22:00 closes',
    ]),
    ...between('Europe/Paris 2026-11-23T00:00Z 2026-11-24T00:00Z', [
      'has one span of ranges that overlap',
      '08:00-12:00 11:00-15:00 15:00-16:00',
      '2026-11-23T07:00 opens, 2026-11-23T15:00 closes',
    ]),
  ])('$name', ({ text, zone, from, until, expected }) =>
    expect(changes(text, zone, from, until).join(', ')).toBe(expected),
  );

  it('is open in New York at the second ten past one, and closes twenty minutes later', () => {
    const moment = at('2026-11-01T06:10:00Z');
    expect(isWithin(parsed('20:00-01:30'), moment, 'America/New_York')).toBe(true);
    expect(nextChange(parsed('20:00-01:30'), moment, 'America/New_York')).toBe(at('2026-11-01T06:30:00Z'));
  });

  it('changes next within sixty days, or not at all', () => {
    const change = (text: string, from: string) => nextChange(parsed(text), at(from), 'UTC');
    expect(change('2026-03-02', '2026-01-01T00:00Z')).toBe(at('2026-03-02T00:00Z'));
    expect(change('2026-03-02', '2025-12-31T23:59Z')).toBeUndefined();
  });
});
