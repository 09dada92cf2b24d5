import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { median } from '../../../bench/median.ts';

const page = readFileSync('docs/running-at-scale.md', 'utf8');

interface Row {
  readonly comparison: string;
  readonly program: string;
  readonly rounds: ReadonlyArray<{ readonly ratio: number; readonly perCpuSecond: number }>;
}

/** The raw values that the bench wrote when it ran last. */
function rounds(suite: string, comparison: RegExp, program: string): Row['rounds'] {
  const { measured } = JSON.parse(readFileSync(`bench/results/server-${suite}.json`, 'utf8')) as {
    measured: readonly Row[];
  };
  return measured.find((row) => comparison.test(row.comparison) && row.program === program)?.rounds ?? [];
}

it('docs/running-at-scale.md has the figures of PostgreSQL and Redis that the bench measured last', () => {
  const ratios = rounds('stores', /^records/, 'PostgreSQL and Redis').map(({ ratio }) => ratio);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const alone = (program: string) => median(rounds('stores', /^records/, program).map(({ ratio }) => ratio)).toFixed(2);
  expect(page).toContain(
    `| ${median(ratios).toFixed(2)} of the embedded figure (range ${range}): Redis alone ${alone('Redis')}, PostgreSQL alone ${alone('PostgreSQL')},`,
  );
});

it('docs/running-at-scale.md has the figures of the proxy that the bench measured last, to the hundred', () => {
  const perSecond = (comparison: RegExp) =>
    (
      Math.round(median(rounds('proxy', comparison, 'Geolet').map(({ perCpuSecond }) => perCpuSecond)) / 100) * 100
    ).toLocaleString('en');
  expect(page).toContain(`| ${perSecond(/^cold/)}; ${perSecond(/^cached/)} from its cache |`);
});
