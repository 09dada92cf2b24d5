import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { installFolder } from '../../scripts/prepare.ts';
import { skipSuite } from '../support/closing-line.ts';
import { runQuietly } from '../support/output.ts';
import { runVitest } from '../support/run-vitest.ts';
import { findMissing } from './find-systemd.ts';
import { folder, warmCache } from './packages.ts';

/**
 * `npm test -- deploy`: what `deploy/` and docs/own-server.md say, done for real: by a systemd that boots, and line by
 * line of the container file.
 */
process.exitCode = (await testDeploy()) ? 0 : 1;

async function testDeploy(): Promise<boolean> {
  const missing = findMissing();
  if (missing !== undefined) return skipSuite('deploy', missing);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // As docs/own-server.md has it.
  const pack = ['pack', '--loglevel=error', '--pack-destination', folder];
  for (const args of [[], ['-w', 'src/service']]) if (!(await runQuietly('npm', ...pack, ...args))) return false;
  if (!installFolder('test/newest-node') || !(await warmCache())) return false;
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
