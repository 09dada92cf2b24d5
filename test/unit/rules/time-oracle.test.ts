import { it } from 'vitest';
import { agrees } from '../../oracle/properties.ts';

it('schedules and clocks say what Temporal says, in 3,000 cases beside transitions', { timeout: 600_000 }, () => {
  agrees({ year: 2026, seed: 2026, numRuns: 3000 });
});
