import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryRateLimiter } from '../../../src/service/limits/memory-rate-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const once = () => new MemoryRateLimiter({ requests: 1, seconds: 60 });

describe('MemoryRateLimiter', () => {
  it('lets as many through as the limit says, and no more', () => {
    const limiter = new MemoryRateLimiter({ requests: 100, seconds: 60 });
    const answers = Array.from({ length: 1000 }, () => limiter.consume('a').isExceeded);
    expect(answers.filter(Boolean)).toHaveLength(900);
  });

  it('opens again when the window ends, not a moment before', () => {
    const limiter = once();
    limiter.consume('a');
    vi.advanceTimersByTime(59_999);
    expect(limiter.consume('a')).toMatchObject({ isExceeded: true, resetSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(limiter.consume('a')).toMatchObject({ isExceeded: false, remaining: 0, resetSeconds: 60 });
  });

  it('opens for as many seconds as the limit says, whatever fraction of a millisecond it is', () => {
    const clock = vi.spyOn(performance, 'now');
    const told = [6000.015838, 65_000.000001, 71_071.999999, 130_000.123457].map((time, index) => {
      clock.mockReturnValue(time);
      const limiter = once();
      return [limiter.peek(String(index)).resetSeconds, limiter.consume(String(index)).resetSeconds];
    });
    clock.mockRestore();
    expect(told).toEqual(told.map(() => [60, 60]));
  });

  it.each([3_600_000, -3_600_000, 10 * 365 * 86_400_000])('does not care when the clock is set by %i ms', (step) => {
    const limiter = once();
    limiter.consume('a');
    vi.setSystemTime(Date.now() + step);
    expect(limiter.consume('a')).toMatchObject({ isExceeded: true, resetSeconds: 60 });
    vi.advanceTimersByTime(60_000);
    expect(limiter.consume('a').isExceeded).toBe(false);
  });

  it('does not count what only looks', () => {
    const limiter = once();
    for (let i = 0; i < 5; i++) expect(limiter.peek('a').remaining).toBe(1);
    limiter.consume('a');
    expect(limiter.peek('a').remaining).toBe(0);
    expect(limiter.peek('b').remaining).toBe(1);
  });

  it('forgets the key that came first when there are too many', () => {
    const limiter = new MemoryRateLimiter({ requests: 1, seconds: 60 }, 1000);
    for (let i = 0; i < 1001; i++) limiter.consume(String(i));
    expect(['0', '1', '1000'].map((key) => limiter.peek(key).remaining)).toEqual([1, 0, 0]);
  });
});
