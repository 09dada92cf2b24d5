import { skipSuite } from '../support/closing-line.ts';
import { runVitest } from '../support/run-vitest.ts';
import { findOrInstallServers } from './find-servers.ts';

/**
 * `npm test -- scale`: copies of the service over a real PostgreSQL and a real Redis, behind real servers, and what
 * may befall them.
 */
const servers = findOrInstallServers();
const isGood =
  'missing' in servers
    ? skipSuite('scale', servers.missing)
    : runVitest('scale', ['--config', 'test/scale/vitest.config.ts', ...process.argv.slice(2)], {
        environment: {
          ...process.env,
          POSTGRES_DIRECTORY: servers.postgresDirectory,
          REDIS_PROGRAM: servers.redis,
          HAPROXY_PROGRAM: servers.haproxy,
          PGBOUNCER_PROGRAM: servers.pgbouncer,
          PROMETHEUS_PROGRAM: servers.prometheus,
          FAKETIME_LIBRARY: servers.faketime,
        },
      });
process.exitCode = isGood ? 0 : 1;
