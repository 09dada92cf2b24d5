import { expect, it } from 'vitest';
import { greatestExponent, measureGrowth } from './measure-growth.ts';

/** Measures on a clock that only the work moves. */
async function measure(costMs: (size: number, run: number) => number) {
  let nowMs = 0;
  const measured: number[] = [];
  const work = (size: number) => () => {
    measured.push(size);
    nowMs += costMs(size, measured.length);
  };
  return { ...(await measureGrowth(work, 80, { nowMs: () => nowMs })), measured };
}

it('finds work that grows as its input', async () => {
  expect(await measure((size) => size * 2)).toMatchObject({ exponent: 1, timesMs: [20, 40, 80, 160] });
});

it('finds work that grows as the square of its input, also beside work that is the same for all', async () => {
  expect((await measure((size) => 10 + size ** 2 / 40)).exponent).toBeGreaterThan(greatestExponent);
});

it('takes the least of several runs, and more runs where the growth looks too great', async () => {
  const { exponent, measured } = await measure((size, run) => size * 2 * (size === 80 && run < 40 ? 3 : 1));
  expect(exponent).toBe(1);
  expect(measured.length).toBeGreaterThanOrEqual(40);
});

it('believes a small growth after two runs of each size, and one near the limit after four', async () => {
  expect((await measure((size) => size * 2)).measured).toHaveLength(8);
  expect((await measure((size) => size ** 1.2)).measured).toHaveLength(16);
});

it('leaves out the sizes after one that takes too long, and still finds the growth', async () => {
  const { exponent, measured } = await measure((size) => size ** 3 / 10);
  expect(exponent).toBeCloseTo(3);
  expect(measured).not.toContain(80);
});

it('refuses work that takes too long at once', async () => {
  expect((await measure(() => 10_000)).exponent).toBe(Infinity);
});

it('does not judge work that is fast', async () => {
  expect((await measure((size) => size ** 2 / 10_000)).exponent).toBe(0);
});
