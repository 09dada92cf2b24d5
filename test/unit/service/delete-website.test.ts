import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src/service/configuration.ts';
import { keepLog } from './log-lines.ts';
import { startService, temporaryDirectory } from './running-service.ts';

const path = (siteID: string) => `/beta/api/delete-website/${siteID}`;

async function start(configuration: Partial<Configuration> = {}) {
  const started = await startService(configuration);
  const { service, account, request } = started;
  return {
    ...started,
    remove: (siteID = 'site-1', headers = {}) => request(path(siteID), { method: 'DELETE', headers }),
    sites: async () => (await service.store.listSites(account)).map(({ siteID }) => siteID),
  };
}

describe('delete-website', () => {
  it('removes the website and no other, and says so; the second time it answers 404', async () => {
    const { remove, service, account, sites } = await start();
    await service.store.addSite(account, 'site-2');
    const [first, second] = [await remove(), await remove()];
    expect([first.status, await first.json()]).toEqual([
      200,
      { status: 200, message: 'Success', description: 'The website was deleted from the account.' },
    ]);
    expect([second.status, await second.json()]).toEqual([
      404,
      { status: 404, message: 'Not Found', description: 'There is no website with this site ID.' },
    ]);
    expect(await sites()).toEqual(['site-2']);
  });

  it('succeeds once among 50 at the same time', async () => {
    const { remove } = await start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove()));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(49).fill(404)]);
  });

  it("answers 401 for a website in somebody else's account, and leaves it there", async () => {
    const { remove, service } = await start();
    const other = await service.store.createAccount('other');
    await service.store.addSite(other, 'theirs');
    const response = await remove('theirs');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await service.store.listSites(other)).toHaveLength(1);
  });

  it('answers 401 to a key that may only read, and deletes nothing', async () => {
    const { remove, service, account, sites } = await start();
    const { key } = await service.store.issueKey(account, { scopes: ['read'] });
    const response = await remove('site-1', { authorization: `Bearer ${key}` });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await sites()).toEqual(['site-1']);
  });

  it.each([
    ['of what is no text', ['%00', '%E0%A4%A', 'site-%31%00', '%25', 'site-%']],
    ['of other folders', ['%2e%2e%2f', '..%2f..%2fetc%2fpasswd', 'a%2Fb', '.', '..', '%2e', '~']],
    ['that means more elsewhere', ["'%20OR%201=1--", '*', 'site-_', '<script>alert(1)</script>']],
    ['that every object has', ['__proto__', 'constructor']],
    ['that looks like one of ours', ['site-1%20', 'ѕite-1', 'SITE-1']],
    ['that is too long', ['a'.repeat(129), 'a'.repeat(10_000)]],
  ])('answers 404 in the error shape to a site ID %s, and echoes nothing: %j', async (_which, siteIDs) => {
    const { remove, sites } = await start();
    for (const siteID of siteIDs) {
      const response = await remove(siteID);
      const body = await response.text();
      expect([siteID, response.status]).toEqual([siteID, 404]);
      expect(JSON.parse(body)).toMatchObject({ status: 404, message: 'Not Found' });
      expect(body).not.toContain('<script');
    }
    expect(await sites()).toEqual(['site-1']);
  });

  it('reads a site ID that is needlessly percent-encoded', async () => {
    const { remove } = await start();
    expect((await remove('site%2D1')).status).toBe(200);
  });

  it('answers 500 and deletes nothing when the disk refuses', async () => {
    const logged = keepLog();
    const dataDirectory = temporaryDirectory();
    const { remove, sites } = await start({ dataDirectory });
    const client = createClient({ url: `file:${join(dataDirectory, 'service.db')}` });
    await client.execute(
      "CREATE TRIGGER refuse AFTER DELETE ON sites BEGIN SELECT raise(ABORT, 'disk I/O error'); END",
    );
    const response = await remove();
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('disk')]);
    expect(logged()).toHaveLength(1);
    expect(await sites()).toEqual(['site-1']);
    await client.execute('DROP TRIGGER refuse');
    client.close();
    expect((await remove()).status).toBe(200);
  });

  it('takes no key from the query', async () => {
    const { url, key } = await start();
    const address = `${url}${path('site-1')}?access_token=${key}&authorization=Bearer%20${key}`;
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(401);
  });
});
