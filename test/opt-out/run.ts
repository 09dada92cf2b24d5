import { runOnSurfaces } from '../surfaces/run-on-surfaces.ts';

/** `npm test -- opt-out`: whom the law lets opt out, with what browser and what choice, on everything that serves pages. */
const isGood = runOnSurfaces('opt-out', { packages: ['test/opt-out'], args: process.argv.slice(2) });
process.exitCode = isGood ? 0 : 1;
