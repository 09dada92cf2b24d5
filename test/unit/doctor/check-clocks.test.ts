import { describe, expect, it } from 'vitest';
import { checkClocks } from '../../../src/doctor/check-clocks.ts';
import { checkMarkup } from '../../../src/doctor/check-markup.ts';

const november = Date.parse('2026-11-28T12:00Z');
/** As if the Union had stopped changing clocks, and Tokyo had moved. Lisbon is as this Node has it. */
const later = {
  version: '2026z',
  until: '2029-01-01T00:00Z',
  '+60': 'Europe/Paris Europe/Berlin',
  '+600': 'Asia/Tokyo',
  '+0 2026-03-29T01:00Z +60 2026-10-25T01:00Z +0 2027-03-28T01:00Z +60 2027-10-31T01:00Z +0': 'Europe/Lisbon',
};

const textsFor = (zones: readonly string[], { node = '2025c', nowMs = november } = {}) =>
  checkClocks(zones, nowMs, node, later).map(({ result, text }) => `${result}: ${text}`);

describe('the doctor', () => {
  it('warns of zones whose clocks go otherwise by a newer table, and says from when', () =>
    expect(textsFor(['Europe/Lisbon', 'Europe/Berlin', 'Asia/Tokyo'])).toEqual([
      'warning: From 2027-03-28 it is 60 minutes later in Europe/Berlin by the time zones of this Node (2025c) than by the newest known here (2026z).',
      'warning: From 2026-11-28 it is 60 minutes earlier in Asia/Tokyo by the time zones of this Node (2025c) than by the newest known here (2026z).',
    ]));

  const well = 'good: This Node has the time zones of 2025c, and the newest known here are of 2026z.';
  it.each([
    ['the same clocks', ['Europe/Lisbon'], {}, well],
    ['a zone that the table lacks', ['Asia/Dubai'], {}, well],
    ['a zone that is none', ['Europe/Nowhere'], {}, well],
    ['a day behind the end of the table', ['Asia/Tokyo'], { nowMs: Date.parse('2029-02-01') }, well],
    ['a Node that is newer', ['Asia/Tokyo'], { node: '2027a' }, well.replace('2025c', '2027a')],
    ['a Node that says no version', ['Europe/Lisbon'], { node: '' }, well.replace('2025c', 'an unknown version')],
  ])('does not warn of %s', (_what, zones, options, text) => expect(textsFor(zones, options)).toEqual([text]));

  it('says nothing of clocks where a page has none', () => expect(textsFor([])).toEqual([]));

  it('knows the clocks that every Node has', () => {
    const zones = ['Europe/Paris', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
    expect(checkClocks(zones, november, '')).toMatchObject([{ result: 'good' }]);
  });

  it.each([
    ['<geo-time hours="mon-fri 09:00-17:30" timezone="Europe/Paris">x</geo-time>', true],
    ['<geo-delivery days="*: 5-9" cutoff="14:00" timezone="Europe/Paris">x</geo-delivery>', true],
    ['<script type="application/json" data-geo-settings>{"delivery":{"a":{"timezone":"Europe/Paris"}}}</script>', true],
    ['<geo-if timezone="Europe/Paris">x</geo-if>', false],
    ['<p data-timezone="Europe/Paris" timezone="Europe/Paris">x</p>', false],
    ['<script type="application/json" data-geo-settings>{"timezone":"Europe/Paris"}</script>', false],
  ])('looks at the clocks of %s: %s', (html, expected) => {
    const checks = checkMarkup(html, 'https://shop.example/').map(({ check }) => check);
    expect(checks.includes('clocks')).toBe(expected);
  });
});
