import { afterAll, beforeAll } from 'vitest';
import { newPostgres } from './postgres-process.ts';
import type { DatabaseServer } from './server-process.ts';

export { emptyDatabase, withClient } from './postgres-process.ts';

/** A PostgreSQL of this file's tests. */
export function usePostgres(): DatabaseServer {
  const server = newPostgres(process.env['POSTGRES_DIRECTORY'] ?? '');
  beforeAll(() => server.create());
  afterAll(() => server.remove());
  return server;
}
