import { Client } from 'pg';
import { additionsOf } from './contents.ts';
import type { StoreContents } from './store.ts';

/** Adds all in one transaction, over a connection of its own, as the migrations do. */
export async function addToPostgres(databaseURL: string, contents: StoreContents): Promise<void> {
  const client = new Client({ connectionString: databaseURL, connectionTimeoutMillis: 5000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const { sql, args } of additionsOf(contents, 'geolet.')) await client.query(numbered(sql), args);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** PostgreSQL numbers its parameters. No text with a question mark stands in these statements. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}
