import { parseArgs } from 'node:util';
import { buildWidget, installFolder } from '../../scripts/prepare.ts';
import { runVitest } from '../support/run-vitest.ts';

/** `npm test -- random-pages --count 5000 --seed 1`: the same numbers make the same pages. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
if (!installFolder('test/workers') || !buildWidget()) process.exit(1);
const environment = { ...process.env, GEOLET_RANDOM_COUNT: values.count, GEOLET_RANDOM_SEED: values.seed };
process.exitCode = runVitest('random-pages', ['--config', 'test/random-pages/vitest.config.ts'], { environment })
  ? 0
  : 1;
