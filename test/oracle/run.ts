import { parseArgs } from 'node:util';
import { minutesAgree, promisesAgree } from './delivery-properties.ts';
import { agrees } from './properties.ts';

/**
 * `npm test -- oracle`: schedules, clocks and delivery dates beside Temporal, in all zones of the last and next ten
 * years. `schedules`, `deliveries` or `minutes` runs one part.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    path: { type: 'string' },
    year: { type: 'string' },
    cases: { type: 'string' },
    zones: { type: 'string' },
  },
});
const seed = wholeNumber('seed', Math.floor(Math.random() * 2 ** 31));
const year = wholeNumber('year', new Date().getUTCFullYear());
const numRuns = wholeNumber('cases', 100_000);
const zones = wholeNumber('zones', 40);
const days = 60;

const parts: Readonly<Record<string, () => string>> = {
  schedules() {
    agrees({ year, seed, numRuns, path: values.path });
    return `${numRuns} schedules`;
  },
  deliveries() {
    promisesAgree({ year, seed, numRuns, path: values.path });
    return `${numRuns} deliveries`;
  },
  minutes() {
    const minutes = minutesAgree({ year, seed, zones, days });
    return `${minutes} minutes of deliveries: ${days} days around a transition in each of ${zones} zones`;
  },
};

const chosen = positionals.length ? positionals : Object.keys(parts);
const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  console.error(`${unknown}: write ${Object.keys(parts).join(', ')}, or nothing for all`);
  process.exit(2);
}
console.log(
  `${year - 10} to ${year + 10}; to repeat: npm test -- oracle ${chosen.join(' ')} --seed ${seed} --year ${year} --cases ${numRuns} --zones ${zones}`,
);
for (const name of chosen)
  try {
    console.log(`0 wrong of ${parts[name]?.() ?? ''}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }

function wholeNumber(name: 'seed' | 'year' | 'cases' | 'zones', otherwise: number): number {
  const written = values[name] ?? String(otherwise);
  if (!/^-?\d+$/.test(written)) {
    console.error(`--${name} ${written}: write a whole number`);
    process.exit(2);
  }
  return Number(written);
}
