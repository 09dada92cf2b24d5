import { afterEach, describe, expect, it, vi } from 'vitest';
import { daysBetween, usableTimezone, wallTimeAt } from '../../../src/rules/time/zoned-time.ts';

describe('a zone', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(['Mars/Base', '', 'constructor', '__proto__', 'GMT+25:00'])('%j is none, and throws nothing', (timezone) => {
    expect(usableTimezone(timezone)).toBeUndefined();
    expect(wallTimeAt(0, timezone)).toBeUndefined();
  });

  it('with a new name is the same clock under its old one, in an engine that knows no other', async () => {
    const { DateTimeFormat } = Intl;
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
      if (options?.timeZone === 'Europe/Kyiv' || options?.timeZone === 'America/Coyhaique')
        throw new RangeError('Invalid time zone');
      return new DateTimeFormat(locale, options);
    });
    vi.resetModules();
    const fresh = await import('../../../src/rules/time/zoned-time.ts');
    expect(fresh.wallTimeAt(Date.parse('2026-12-01T12:00Z'), 'Europe/Kyiv')?.minute).toBe(14 * 60);
    expect(fresh.wallTimeAt(Date.parse('2026-07-01T12:00Z'), 'America/Coyhaique')?.minute).toBe(9 * 60);
    expect(fresh.usableTimezone('Europe/Kyiv')).toMatch(/^Europe\/K/);
  });

  it('has midnights of its own', () => {
    const days = (timezone: string) =>
      daysBetween(Date.parse('2026-11-23T14:00Z'), Date.parse('2026-11-23T16:00Z'), timezone);
    expect([days('UTC'), days('Asia/Tokyo')]).toEqual([0, 1]);
    expect(daysBetween(Date.parse('2026-11-23T14:00Z'), Date.parse('2026-11-22T16:00Z'), 'UTC')).toBe(-1);
    // Over the end of summer time.
    expect(daysBetween(Date.parse('2026-10-24T10:00Z'), Date.parse('2026-10-26T10:00Z'), 'Europe/Paris')).toBe(2);
  });
});
