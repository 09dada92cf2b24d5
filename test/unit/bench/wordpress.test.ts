import { expect, it } from 'vitest';
import { type MeasuredWordPress, wordpressFailures } from '../../../bench/server/wordpress.ts';

const measured = (statuses: Readonly<Record<number, number>>, wrong: number): MeasuredWordPress => ({
  wordpress: { requests: 10, requestsPerSecond: 5, medianMs: 1, statuses, wrong },
  proxy: { requests: 10, requestsPerSecond: 5, medianMs: 1, statuses: { 200: 10 }, wrong: 0 },
});

it('a load without mixed records and with documented statuses breaks no promise', () =>
  expect(wordpressFailures(measured({ 200: 9, 429: 1 }, 0))).toEqual([]));

it.each([
  [measured({ 200: 10 }, 2), 'wordpress: 2 records of somebody else'],
  [measured({ 200: 9, 500: 1 }, 0), 'wordpress: the status 500 is not documented'],
])('a load that breaks one is told: %#', (broken, line) => expect(wordpressFailures(broken)).toEqual([line]));
