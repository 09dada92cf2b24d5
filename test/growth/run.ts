import { spawnSync } from 'node:child_process';
import { runVitest } from '../support/run-vitest.ts';

/** `npm test -- growth`: no input of any kind costs more than its size, and no regular expression more than its text. */
const install = ['ci', '--prefix', 'test/growth', '--silent', '--ignore-scripts', '--omit=optional'];
const { status } = spawnSync('npm', install, { stdio: 'inherit', shell: process.platform === 'win32' });
process.exitCode =
  status === 0 && runVitest('growth', ['--config', 'test/growth/vitest.config.ts', ...process.argv.slice(2)]) ? 0 : 1;
