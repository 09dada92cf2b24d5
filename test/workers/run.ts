import { spawnSync } from 'node:child_process';
import { runVitest } from '../support/run-vitest.ts';

/** `npm test -- workers`: the proxy on Cloudflare's own runtime, workerd. */
for (const args of [
  ['ci', '--prefix', 'test/workers', '--silent'],
  ['run', '--silent', 'build'],
]) {
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(1);
}
process.exitCode = runVitest('workers', ['--config', 'test/workers/vitest.config.ts', ...process.argv.slice(2)])
  ? 0
  : 1;
