import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Outage } from '../../../src/service/outage.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function watched() {
  const told: string[] = [];
  return { told, outage: new Outage('Redis', (message) => void told.push(message)) };
}

it('is told once when it begins and once when nothing has failed for a while', () => {
  const { told, outage } = watched();
  outage.end('read');
  for (let time = 0; time < 100; time++) outage.begin(new Error('gone'), 'Start it.');
  outage.end('read');
  expect(told).toEqual(["Redis can't be used"]);
  vi.advanceTimersByTime(5001);
  for (let time = 0; time < 100; time++) outage.end('read');
  expect(told).toEqual(["Redis can't be used", 'Redis can be used again']);
});

it('is one, however often what fails works in between', () => {
  const { told, outage } = watched();
  for (let time = 0; time < 100; time++) {
    outage.begin(new Error('slow'), 'Wait.');
    vi.advanceTimersByTime(1000);
    outage.end('write');
  }
  expect(told).toEqual(["Redis can't be used"]);
});

it('of writing is not over because something can be read', () => {
  const { told, outage } = watched();
  outage.begin(new Error('read only'), 'Name the primary.', 'writes');
  vi.advanceTimersByTime(60_000);
  outage.end('read');
  expect(told).toEqual(["Redis can't be written"]);
  outage.end('write');
  expect(told).toEqual(["Redis can't be written", 'Redis can be written again']);
});

it('of writing that becomes one of everything is told as that, too', () => {
  const { told, outage } = watched();
  outage.begin(new Error('full'), 'Make room.', 'writes');
  outage.begin(new Error('gone'), 'Start it.');
  outage.begin(new Error('full'), 'Make room.', 'writes');
  expect(told).toEqual(["Redis can't be written", "Redis can't be used"]);
});

it('tells callers nothing and the operator what to do', () => {
  const { outage } = watched();
  const error = outage.begin(new Error('disk is full'), 'Make room.', 'writes');
  expect([error.status, error.headers, error.message]).toEqual([
    503,
    { 'retry-after': '1' },
    expect.not.stringContaining('disk'),
  ]);
  expect(error.advice).toBe("Redis can't be written (disk is full). Make room.");
});
