import { describe, expect, it } from 'vitest';
import { isWithin, nextChange, parseSchedule } from '../../../src/rules/schedule.ts';

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
    expect(parseSchedule('mon-fri 09:00-12:00, 13:00-17:30, sat, sun 10:00-14:00, 12-24..12-26 closed')).toEqual(parseSchedule('mon-fri 09:00-12:00 13:00-17:30; sat sun 10:00-14:00; 12-24..12-26 closed'));
  });

  it.each(['mon-fri 09:00-17:30 sat 10:00-14:00', 'mon 09:00-17:30 12-24', '', ';', 'mo-fr', '9-17', '25:00-26:00', '09:00-17:60', '13-01', '12-24..2026-12-26', 'mon-tue-wed', 'mon 09:00', '09:00–17:00'])('%j is none', (text) => {
    expect(parseSchedule(text)).toBeUndefined();
  });

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
