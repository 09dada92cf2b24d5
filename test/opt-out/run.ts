import { parseArgs } from 'node:util';
import { runOnSurfaces } from '../surfaces/run-on-surfaces.ts';

/** `npm test -- opt-out --half`: whom the law lets opt out, with what browser and what choice, on everything that serves pages. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'boolean' }, testNamePattern: { type: 'string', short: 't', default: '' } },
});
const isGood = runOnSurfaces('opt-out', {
  packages: ['test/opt-out'],
  args: [...positionals, ...(values.testNamePattern ? ['-t', values.testNamePattern] : [])],
  environment: { GEOLET_CELLS: values.half ? 'half' : 'all' },
});
process.exitCode = isGood ? 0 : 1;
