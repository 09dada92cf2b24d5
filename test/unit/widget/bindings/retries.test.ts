import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countRetry, giveUp, hasGivenUp } from '../../../../src/widget/bindings/retries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('how often a slot is written again', () => {
  it('is given up by the 26th time within a moment', () => {
    const bound = { retries: 0 };
    const results = Array.from({ length: 26 }, () => countRetry(bound));
    expect(results.indexOf(true)).toBe(25);
    vi.advanceTimersByTime(10_000);
    expect(hasGivenUp(bound)).toBe(true);
  });

  it('is not given up when a page refreshes every 20 ms, however long', () => {
    const bound = { retries: 0 };
    for (let round = 0; round < 1000; round++) {
      expect(countRetry(bound)).toBe(false);
      vi.advanceTimersByTime(20);
    }
  });

  it('is given up at once when what it led to fails', () => {
    const bound = { retries: 0 };
    giveUp(bound);
    expect(hasGivenUp(bound)).toBe(true);
    expect(hasGivenUp({ retries: 0 })).toBe(false);
  });
});
