import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect, it } from 'vitest';
import { run, start } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';
import { fill, read, remove, startCopies } from './copies.ts';
import { emptyDatabase, usePostgres, withClient } from './postgres-server.ts';

const postgres = usePostgres();

/** Two websites and a key in a store of its own kind. */
async function filledDirectory() {
  const DATA_DIR = temporaryDirectory();
  const command = (...args: string[]) => run('main', args, { DATA_DIR });
  await command('account', 'create', 'shop');
  for (const siteID of ['site-1', 'site-2']) await command('site', 'add', siteID);
  const key = /^geolet_\w+$/m.exec((await command('key', 'create', '--scope', 'read,delete')).output)?.[0] ?? '';
  return { DATA_DIR, command, key };
}

describe('a back-up', () => {
  it('of the embedded store, restored, answers over HTTP as of its moment', async () => {
    const { DATA_DIR, command, key } = await filledDirectory();
    const backup = join(temporaryDirectory(), 'backup.db');
    const before = await start({ DATA_DIR });
    expect(await command('store', 'backup', backup)).toMatchObject({
      code: 0,
      errors: expect.stringMatching(/^Store: .+service\.db\n$/),
    });
    expect((await remove(before, key, 'site-1')).status).toBe(200);
    const restored = temporaryDirectory();
    copyFileSync(backup, join(restored, 'service.db'));
    const after = await start({ DATA_DIR: restored });
    expect((await read(after, key)).status).toBe(200);
    expect([(await remove(after, key, 'site-1')).status, (await remove(after, key, 'site-1')).status]).toEqual([
      200, 404,
    ]);
    expect((await fetch(`${after.url}/ready`)).status).toBe(200);
  });

  it('of PostgreSQL, restored with the documented commands, answers over HTTP as of its moment', async () => {
    const [from, to] = [await emptyDatabase(postgres), await emptyDatabase(postgres)];
    const { key } = await fill(from, ['site-1', 'site-2']);
    const programs = process.env['POSTGRES_DIRECTORY'] ?? '';
    const backup = execFileSync(`${programs}/pg_dump`, ['--schema=geolet', from]);
    execFileSync(`${programs}/psql`, ['-q', '-v', 'ON_ERROR_STOP=1', to], {
      input: backup,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const [copy] = await startCopies(1, { DATABASE_URL: to });
    if (copy === undefined) throw new Error('a copy was wanted');
    expect((await read(copy, key)).status).toBe(200);
    expect([(await remove(copy, key, 'site-1')).status, (await remove(copy, key, 'site-1')).status]).toEqual([
      200, 404,
    ]);
  });
});

describe('a program that is older than its store', () => {
  it('does not start over an embedded one, nor run a command, and says which program to start', async () => {
    const { DATA_DIR, command } = await filledDirectory();
    const client = createClient({ url: `file:${join(DATA_DIR, 'service.db')}` });
    await client.execute('PRAGMA user_version = 99');
    client.close();
    for (const args of [
      ['start', '--port', '0'],
      ['key', 'create'],
    ]) {
      const { code, output, errors } = await command(...args);
      expect([code, output]).toEqual([1, '']);
      expect(errors).toMatch(/^DATA_DIR: .* it was written by a newer Geolet: start that one\n$/);
    }
  });

  it('does not start over PostgreSQL, nor run a command, and a newer one that runs is not disturbed', async () => {
    const DATABASE_URL = await emptyDatabase(postgres);
    const { key } = await fill(DATABASE_URL);
    const [newer] = await startCopies(1, { DATABASE_URL });
    if (newer === undefined) throw new Error('a copy was wanted');
    await withClient(DATABASE_URL, (client) => client.query('INSERT INTO geolet.migrations (version) VALUES (99)'));
    for (const args of [
      ['start', '--port', '0'],
      ['key', 'create'],
    ]) {
      const { code, output, errors } = await run('main', args, { DATABASE_URL, DATA_DIR: temporaryDirectory() });
      expect([code, output]).toEqual([1, '']);
      expect(errors).toMatch(/^DATABASE_URL: .* it was written by a newer Geolet: start that one\n$/);
    }
    expect((await read(newer, key)).status).toBe(200);
  });
});
