import { expect, it } from 'vitest';
import { mostConnections } from '../../../src/http/descriptors.ts';

it.each([
  [65_536, 356, 1, 10_000],
  [1024, 356, 1, 668],
  [1024, 356, 2, 334],
  [1024, 100, 1, 924],
  [200, 356, 1, 100],
  [150, 100, 1, 75],
  [undefined, 356, 1, 10_000],
] as const)(
  'with %s descriptors, %s of them reserved and %s for each, %s connections are taken',
  (limit, reserved, each, most) => {
    expect(mostConnections(10_000, { reserved, each }, limit)).toBe(most);
  },
);
