import { spawnSync } from 'node:child_process';
import { runVitest } from '../support/run-vitest.ts';

/**
 * `npm test -- hosts`: the proxy as a function, in the local runtimes of the hosts themselves. No install script is
 * needed.
 */
const { status } = spawnSync('npm', ['ci', '--prefix', 'test/hosts', '--silent', '--ignore-scripts'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode =
  status === 0 && runVitest('hosts', ['--config', 'test/hosts/vitest.config.ts', ...process.argv.slice(2)]) ? 0 : 1;
