import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findMissing } from './find-systemd.ts';
import { folder, warmCache } from './packages.ts';

/** `npm run test:deploy`: what `deploy/` and docs/own-server.md say, done for real: by a systemd that boots, and line by line of the container file. */
const missing = findMissing();
if (missing === undefined) {
  const output = 'test-results/deploy.json';
  mkdirSync('test-results', { recursive: true });
  rmSync(output, { force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // As docs/own-server.md has it.
  for (const args of [[], ['-w', 'src/service']]) run('npm', 'pack', '--silent', ...args, '--pack-destination', folder);
  run('npm', 'ci', '--silent', '--prefix', 'test/newest-node');
  warmCache();
  const vitest = ['npx', 'vitest', 'run', '--config', 'test/deploy/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  // A network of their own, in which the documented ports are free and nobody else is asked; what is fetched is fetched from the network of this process.
  // Mounts of their own, which end with them, however that happens.
  const isolated = ['unshare', '--net', '--mount', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...vitest, ...process.argv.slice(2)];
  const [program = '', ...args] = isolated;
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, OUTER_NETWORK: `/proc/${process.pid}/ns/net` } });
  console.log(`\ndeploy: ${count(output, 'numPassedTests')} passed, ${count(output, 'numFailedTests')} failed`);
  process.exitCode = status ?? 1;
} else console.log(`deploy: skipped, because ${missing}`);

function run(program: string, ...args: readonly string[]): void {
  if (spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0) return;
  console.error(`${[program, ...args].join(' ')} failed.`);
  process.exit(1);
}

function count(path: string, name: string): string {
  try {
    const result: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return String(Object.getOwnPropertyDescriptor(result, name)?.value ?? '?');
  } catch {
    return '?';
  }
}
