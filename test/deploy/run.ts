import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { installFolder } from '../../scripts/prepare.ts';
import { skipSuite } from '../support/closing-line.ts';
import { runVitest } from '../support/run-vitest.ts';
import { findMissing } from './find-systemd.ts';
import { folder, warmCache } from './packages.ts';

/**
 * `npm test -- deploy`: what `deploy/` and docs/own-server.md say, done for real: by a systemd that boots, and line by
 * line of the container file.
 */
process.exitCode = testDeploy() ? 0 : 1;

function testDeploy(): boolean {
  const missing = findMissing();
  if (missing !== undefined) return skipSuite('deploy', missing);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // As docs/own-server.md has it.
  for (const args of [[], ['-w', 'src/service']]) run('npm', 'pack', '--silent', ...args, '--pack-destination', folder);
  if (!installFolder('test/newest-node')) return false;
  warmCache();
  return runVitest('deploy', ['--config', 'test/deploy/vitest.config.ts', ...process.argv.slice(2)], {
    run: runIsolated,
    environment: { ...process.env, OUTER_NETWORK: `/proc/${process.pid}/ns/net` },
  });
}

/**
 * In a network of its own, in which the documented ports are free and no other host is reached; what is fetched is
 * fetched from the network of this process. In mounts of its own, too, which end with it, however that happens.
 */
function runIsolated(command: readonly string[], environment: NodeJS.ProcessEnv): number {
  const isolated = ['--net', '--mount', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...command];
  return spawnSync('unshare', isolated, { stdio: 'inherit', env: environment }).status ?? 1;
}

function run(program: string, ...args: readonly string[]): void {
  if (spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0) return;
  console.error(`${[program, ...args].join(' ')} failed.`);
  process.exit(1);
}
