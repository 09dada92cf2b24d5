import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect, it, vi } from 'vitest';
import { startService, temporaryDirectory } from './running-service.ts';

const path = (siteID: string) => `/beta/api/delete-website/${siteID}`;

describe('delete-website', () => {
  it('removes the website and says so', async () => {
    const { request, service } = await startService();
    const response = await request(path('site-1'), { method: 'DELETE' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 200,
      message: 'Success',
      description: 'The website was deleted from the account.',
    });
    const account = await service.store.findAccount('owner');
    expect(account && (await service.store.listSites(account))).toEqual([]);
  });

  it('removes no other website', async () => {
    const { request, service } = await startService();
    const account = await service.store.findAccount('owner');
    if (account) await service.store.addSite(account, 'site-2');
    await request(path('site-1'), { method: 'DELETE' });
    expect(account && (await service.store.listSites(account)).map(({ siteID }) => siteID)).toEqual(['site-2']);
  });

  it('answers 404 the second time', async () => {
    const { request } = await startService();
    await request(path('site-1'), { method: 'DELETE' });
    const second = await request(path('site-1'), { method: 'DELETE' });
    expect(second.status).toBe(404);
    expect(await second.json()).toEqual({
      status: 404,
      message: 'Not Found',
      description: 'There is no website with this site ID.',
    });
  });

  it('succeeds once among 50 at the same time', async () => {
    const { request } = await startService();
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(path('site-1'), { method: 'DELETE' })));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(49).fill(404)]);
  });

  it("answers 401 for a website in somebody else's account, and leaves it there", async () => {
    const { request, service } = await startService();
    const other = await service.store.createAccount('other');
    await service.store.addSite(other, 'theirs');
    const response = await request(path('theirs'), { method: 'DELETE' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await service.store.listSites(other)).toHaveLength(1);
  });

  it('answers 401 to a key that may only read, and deletes nothing', async () => {
    const { request, service } = await startService();
    const account = await service.store.findAccount('owner');
    if (account === undefined) throw new Error('no account');
    const { key } = await service.store.issueKey(account, { scopes: ['read'] });
    const response = await request(path('site-1'), { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await service.store.listSites(account)).toHaveLength(1);
  });

  it.each([
    '%00',
    '%E0%A4%A',
    '%2e%2e%2f',
    '..%2f..%2fetc%2fpasswd',
    'a%2Fb',
    'site-1%20',
    'site-%31%00',
    "'%20OR%201=1--",
    '%25',
    '*',
    'site-_',
    'site-%',
    '__proto__',
    'constructor',
    'ѕite-1',
    'SITE-1',
    '<script>alert(1)</script>',
    '.',
    '..',
    '%2e',
    '~',
  ])('answers 404 in the error shape for the site ID %j, and echoes nothing', async (siteID) => {
    const { request, service } = await startService();
    const response = await request(path(siteID), { method: 'DELETE' });
    const body = await response.text();
    expect(response.status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ status: 404, message: 'Not Found' });
    expect(body).not.toContain('<script');
    const account = await service.store.findAccount('owner');
    expect(account && (await service.store.listSites(account))).toHaveLength(1);
  });

  it.each([129, 10_000])('answers 404 for a site ID of %i characters', async (length) => {
    const { request } = await startService();
    expect((await request(path('a'.repeat(length)), { method: 'DELETE' })).status).toBe(404);
  });

  it('reads a site ID that is needlessly percent-encoded', async () => {
    const { request } = await startService();
    expect((await request(path('site%2D1'), { method: 'DELETE' })).status).toBe(200);
  });

  it('answers 500 and deletes nothing when the disk refuses', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const dataDirectory = temporaryDirectory();
    const { request, service } = await startService({ dataDirectory });
    const client = createClient({ url: `file:${join(dataDirectory, 'service.db')}` });
    await client.execute(
      "CREATE TRIGGER refuse AFTER DELETE ON sites BEGIN SELECT raise(ABORT, 'disk I/O error'); END",
    );
    const response = await request(path('site-1'), { method: 'DELETE' });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('disk');
    expect(log).toHaveBeenCalledOnce();
    const account = await service.store.findAccount('owner');
    expect(account && (await service.store.listSites(account))).toHaveLength(1);
    await client.execute('DROP TRIGGER refuse');
    client.close();
    expect((await request(path('site-1'), { method: 'DELETE' })).status).toBe(200);
    log.mockRestore();
  });

  it('takes no key from the query', async () => {
    const { url, key } = await startService();
    const response = await fetch(`${url}${path('site-1')}?access_token=${key}&authorization=Bearer%20${key}`, {
      method: 'DELETE',
    });
    expect(response.status).toBe(401);
  });
});
