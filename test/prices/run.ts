import { parseArgs } from 'node:util';
import { runOnSurfaces } from '../surfaces/run-on-surfaces.ts';

/** `npm test -- prices --shops 5 -t WordPress`: the same number makes the same shops. What else there is, Vitest takes. */
const { values } = parseArgs({
  options: { shops: { type: 'string', default: '50' }, testNamePattern: { type: 'string', short: 't', default: '' } },
});
const isGood = runOnSurfaces('prices', {
  args: values.testNamePattern ? ['-t', values.testNamePattern] : [],
  environment: { GEOLET_SHOPS: values.shops },
});
process.exitCode = isGood ? 0 : 1;
