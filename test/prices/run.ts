import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runVitest } from '../support/run-vitest.ts';
import { installMissingPrograms, searchPath } from '../wordpress/find-programs.ts';

/** `npm test -- prices --shops 5`: the same number makes the same shops. */
const { values } = parseArgs({ options: { shops: { type: 'string', default: '50' } } });
for (const args of [
  ['ci', '--prefix', 'test/workers', '--silent'],
  ['run', '--silent', 'build'],
]) {
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(1);
}
const missing = installMissingPrograms();
if (missing.length > 0) console.log(`Without WordPress, which needs ${missing.join(', ')}.`);
const environment = {
  ...process.env,
  PATH: searchPath,
  GEOLET_SHOPS: values.shops,
  GEOLET_SHOPS_WORDPRESS: missing.length > 0 ? 'no' : 'yes',
};
process.exitCode = runVitest('prices', ['--config', 'test/prices/vitest.config.ts'], { environment }) ? 0 : 1;
