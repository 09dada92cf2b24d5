import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, it } from 'vitest';
import { openEmbeddedStore } from '../../../src/service/store/embedded-store.ts';
import { start } from '../../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

it.each([1, 40, 90])(
  'kill -9 after %i of 120 deletions leaves each website there or gone, and loses nothing else',
  async (answersBeforeKill) => {
    const directory = temporaryDirectory();
    const siteIDs = Array.from({ length: 120 }, (_, index) => `site-${index}`);
    const key = await fill(directory, [...siteIDs, 'never-deleted']);
    const service = await start({ DATA_DIR: directory });
    const answered = new Set<string>();
    const killed = once(service.process, 'exit');

    await Promise.allSettled(
      siteIDs.map(async (siteID) => {
        const response = await fetch(`${service.url}/beta/api/delete-website/${siteID}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${key}` },
        });
        if (response.status === 200) answered.add(siteID);
        if (answered.size === answersBeforeKill) service.process.kill('SIGKILL');
      }),
    );
    expect(await killed).toEqual([null, 'SIGKILL']);

    const store = await openEmbeddedStore(directory);
    const account = await store.findAccount('owner');
    if (account === undefined) throw new Error('the account is lost');
    const left = (await store.listSites(account)).map(({ siteID }) => siteID);
    expect(left.filter((siteID) => answered.has(siteID))).toEqual([]);
    expect(left).toContain('never-deleted');
    expect(await store.listKeys(account)).toHaveLength(1);
    await store.close();
    const client = createClient({ url: `file:${join(directory, 'service.db')}` });
    expect((await client.execute('PRAGMA integrity_check')).rows[0]?.[0]).toBe('ok');
    client.close();
  },
);

async function fill(directory: string, siteIDs: readonly string[]): Promise<string> {
  const store = await openEmbeddedStore(directory);
  const account = await store.createAccount('owner');
  for (const siteID of siteIDs) await store.addSite(account, siteID);
  const { key } = await store.issueKey(account, { scopes: ['delete'] });
  await store.close();
  return key;
}
