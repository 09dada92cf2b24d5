/**
 * The service as it is, over the stores that `SHARED` names (`store`, `limits`) and else its own, with the key of the
 * run.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { Client } from 'pg';
import { openService } from '../../src/service/index.ts';
import { hashApiKey } from '../../src/service/store/api-key.ts';

const { KEY = '', SHARED = '', BENCH_DATABASE_URL = '', BENCH_REDIS_URL } = process.env;
const dataDirectory = mkdtempSync(join(tmpdir(), 'geolet-bench-'));
const databaseURL = SHARED.includes('store') ? await ownDatabase() : undefined;
const service = await openService({
  dataDirectory,
  databaseURL,
  redisURL: SHARED.includes('limits') ? BENCH_REDIS_URL : undefined,
  keyLimit: { requests: 1_000_000_000, seconds: 60 },
});
const { id } = await service.store.issueKey(await service.store.createAccount('bench'), { scopes: ['read'] });
await setHash(hashApiKey(KEY));
const { url } = await service.listen({ port: 0 });
console.log(url);

async function ownDatabase(): Promise<string> {
  const name = `bench_${process.pid}`;
  await withClient(BENCH_DATABASE_URL, (client) => client.query(`CREATE DATABASE ${name}`));
  return BENCH_DATABASE_URL.replace(/\/postgres$/, `/${name}`);
}

/** The runner chooses the key, since it sends it. */
async function setHash(hash: string): Promise<void> {
  if (databaseURL !== undefined)
    return withClient(databaseURL, (client) =>
      client.query('UPDATE geolet.keys SET hash = $1 WHERE id = $2', [hash, id]),
    );
  const client = createClient({ url: `file:${join(dataDirectory, 'service.db')}` });
  await client.execute('UPDATE keys SET hash = ? WHERE id = ?', [hash, id]);
  client.close();
}

async function withClient(connectionString: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await use(client);
  await client.end();
}
