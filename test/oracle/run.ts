import { parseArgs } from 'node:util';
import { agrees } from './properties.ts';

/** `npm test -- oracle`: schedules and clocks beside Temporal, in all zones of the last and next ten years. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, path: { type: 'string' }, year: { type: 'string' }, cases: { type: 'string' } },
});
const seed = wholeNumber('seed', Math.floor(Math.random() * 2 ** 31));
const year = wholeNumber('year', new Date().getUTCFullYear());
const numRuns = wholeNumber('cases', 100_000);

console.log(
  `${numRuns} cases of ${year - 10} to ${year + 10}; to repeat them: npm test -- oracle --seed ${seed} --year ${year} --cases ${numRuns}`,
);
try {
  agrees({ year, seed, numRuns, path: values.path });
  console.log(`0 wrong of ${numRuns}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function wholeNumber(name: 'seed' | 'year' | 'cases', otherwise: number): number {
  const written = values[name] ?? String(otherwise);
  if (!/^-?\d+$/.test(written)) {
    console.error(`--${name} ${written}: write a whole number`);
    process.exit(2);
  }
  return Number(written);
}
