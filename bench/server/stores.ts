import { createApiKey } from '../../src/service/store/api-key.ts';
import { findOrInstallServers } from '../../test/scale/find-servers.ts';
import { newPostgres } from '../../test/scale/postgres-process.ts';
import { newRedis } from '../../test/scale/redis-process.ts';
import { visitor } from './service.ts';
import type { StartedServers, Suite } from './suite.ts';

async function servers(): Promise<StartedServers | { readonly missing: string }> {
  const found = findOrInstallServers(['postgresDirectory', 'redis']);
  if ('missing' in found) return found;
  const [postgres, redis] = [newPostgres(found.postgresDirectory), newRedis(found.redis)];
  await Promise.all([postgres.create(), redis.create()]);
  return {
    environment: { BENCH_DATABASE_URL: postgres.url, BENCH_REDIS_URL: redis.url },
    stop: async () => void (await Promise.all([postgres.remove(), redis.remove()])),
  };
}

const file = 'bench/server/service-shared.ts';
const environment = { KEY: createApiKey() };

/** The whole service over each kind of store, in one run. The processor time of PostgreSQL and Redis does not count. */
export const suite: Suite = {
  name: 'stores',
  servers,
  comparisons: [
    {
      name: 'records: 1,000 visitors again and again',
      floor: { name: 'embedded store, limits in memory', file, environment },
      variants: [
        { name: 'PostgreSQL', file, environment: { ...environment, SHARED: 'store' } },
        { name: 'Redis', file, environment: { ...environment, SHARED: 'limits' } },
        { name: 'PostgreSQL and Redis', file, environment: { ...environment, SHARED: 'store limits' } },
      ],
      request: (index) => visitor(index % 1000, environment.KEY),
    },
  ],
};
