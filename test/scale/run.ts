import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findOrInstallServers } from './find-servers.ts';

/** `npm run test:scale`: copies of the service over a real PostgreSQL and a real Redis, behind real servers, and what may befall them. */
const servers = findOrInstallServers();
if ('missing' in servers) {
  console.log(`scale: skipped, because ${servers.missing}`);
} else {
  const output = 'test-results/scale.json';
  mkdirSync('test-results', { recursive: true });
  rmSync(output, { force: true });
  const args = ['vitest', 'run', '--config', 'test/scale/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const { status } = spawnSync('npx', [...args, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      POSTGRES_DIRECTORY: servers.postgresDirectory, REDIS_PROGRAM: servers.redis, HAPROXY_PROGRAM: servers.haproxy,
      PGBOUNCER_PROGRAM: servers.pgbouncer, FAKETIME_LIBRARY: servers.faketime,
    },
  });
  console.log(`\nscale: ${count(output, 'numPassedTests')} passed, ${count(output, 'numFailedTests')} failed`);
  process.exitCode = status ?? 1;
}

function count(path: string, name: string): string {
  try {
    const result: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return String(Object.getOwnPropertyDescriptor(result, name)?.value ?? '?');
  } catch {
    return '?';
  }
}
