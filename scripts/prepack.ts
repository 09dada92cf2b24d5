/** What `npm pack` packs: the widget and the modules, built side by side, since each takes several seconds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const builds = ['build', 'build:package'].map((name) =>
  once(spawn('npm', ['run', '--silent', name], { stdio: 'inherit', shell: process.platform === 'win32' }), 'exit'),
);
process.exitCode = (await Promise.all(builds)).some(([status]) => status !== 0) ? 1 : 0;
