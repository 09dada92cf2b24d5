import { afterAll, beforeAll } from 'vitest';
import { newRedis } from './redis-process.ts';
import type { DatabaseServer } from './server-process.ts';

/** A Redis of this file's tests, which keeps nothing. */
export function useRedis(): DatabaseServer {
  const server = newRedis(process.env['REDIS_PROGRAM'] ?? '');
  beforeAll(() => server.create());
  afterAll(() => server.remove());
  return server;
}
