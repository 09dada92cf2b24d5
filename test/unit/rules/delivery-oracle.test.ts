import { describe, expect, it } from 'vitest';
import { minutesAgree, promisesAgree } from '../../oracle/delivery-properties.ts';

describe('delivery dates', { timeout: 600_000 }, () => {
  it('are what Temporal and a count of its own say, in 2,000 cases beside transitions', () => {
    promisesAgree({ year: 2026, seed: 2026, numRuns: 2000 });
  });

  it('leave as Temporal says, each minute of a day around a transition in 40 zones', () => {
    expect(minutesAgree({ year: 2026, seed: 2026, zones: 40, days: 1 })).toBe(40 * 1440);
  });
});
