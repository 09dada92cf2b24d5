import { expect, it } from 'vitest';
import { createCheck } from '../../../src/service/health.ts';
import type { StoreState } from '../../../src/service/store/store.ts';

function checked(state: StoreState, mayDelete: boolean) {
  let checks = 0;
  const store = {
    check: () => (checks++, Promise.resolve(state)),
    hasKeysThatDelete: () => Promise.resolve(mayDelete),
  };
  return { check: createCheck({ store, limiters: {} }), checks: () => checks };
}

it.each([
  ['ok', true, true],
  ['ok', false, true],
  ['read-only', false, true],
  ['read-only', true, false],
] as const)(
  'over a store that is %s, with a key that may delete: %s, ready is %s',
  async (state, mayDelete, isReady) => {
    expect(await checked(state, mayDelete).check()).toMatchObject({ store: state, isReady });
  },
);

it('the store is asked once for all who ask at the same time and right after', async () => {
  const { check, checks } = checked('ok', true);
  await Promise.all(Array.from({ length: 100 }, () => check()));
  await check();
  expect(checks()).toBe(1);
});
