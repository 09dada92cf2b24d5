import { spawnSync } from 'node:child_process';
import { runVitest } from '../support/run-vitest.ts';
import { installMissingPrograms, searchPath } from '../wordpress/find-programs.ts';

/** `npm test -- opt-out`: whom the law lets opt out, with what browser and what choice, on everything that serves pages. */
for (const args of [
  ['ci', '--prefix', 'test/workers', '--silent'],
  ['ci', '--prefix', 'test/opt-out', '--silent'],
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
  GEOLET_OPT_OUT_WORDPRESS: missing.length > 0 ? 'no' : 'yes',
};
process.exitCode = runVitest('opt-out', ['--config', 'test/opt-out/vitest.config.ts', ...process.argv.slice(2)], {
  environment,
})
  ? 0
  : 1;
