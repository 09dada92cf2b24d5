import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetFilesIn } from '../../../src/adapters/node/index.ts';
import { startProxy } from './visitor.ts';

let folder = '';

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'geolet-'));
  folder = join(parent, 'dist');
  await mkdir(join(folder, 'geolet-folder.js'), { recursive: true });
  await mkdir(join(folder, 'geolet-flags'));
  await mkdir(join(folder, 'geolet-countries'));
  await writeFile(join(parent, 'geolet.js'), 'outside');
  for (const name of [
    'geolet.js',
    'geolet.js.map',
    'geolet-elements.3f2a9c1b.js',
    'geolet-elements.3f2a9c1b.js.map',
    'geolet-elements.js',
    'geolet-flags/fr.svg',
    'geolet-flags/secret.svg',
    'geolet-countries/fr.json',
    'geolet-countries/secret.json',
    'secret.txt',
    '.env',
  ]) {
    await writeFile(join(folder, name), `/* ${name} */`);
  }
  for (const [ending, text] of [
    ['', 'plain'],
    ['.br', 'br'],
    ['.gz', 'gzip'],
  ])
    await writeFile(join(folder, `geolet-small.js${ending}`), `/* ${text} */`);
});

afterAll(async () => rm(join(folder, '..'), { recursive: true }));

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const { ask, upstream } = await startProxy({ files: widgetFilesIn(folder), limit: 1 });
  const response = await ask(headers, { path, method });
  expect(upstream.received).toHaveLength(0);
  return response;
}

const minutes = 'public, max-age=300, stale-while-revalidate=604800';
const forever = 'public, max-age=31536000, immutable';

describe('a compressed file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0.5, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=1', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000', null],
    ['*', null],
    ['brr', null],
    ['', null],
  ])('comes to who accepts %j as %s', async (accepted, encoding) => {
    const response = await get('/geolet-small.js', { 'accept-encoding': accepted });
    const said = ['content-encoding', 'vary', 'content-type'].map((name) => response.headers.get(name));
    expect(said).toEqual([encoding, 'Accept-Encoding', 'text/javascript; charset=utf-8']);
    expect(await response.text()).toBe(`/* ${encoding ?? 'plain'} */`);
  });

  it('has a tag of its own', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (accepted) =>
        (await get('/geolet-small.js', { 'accept-encoding': accepted })).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('does not come where the build made none, and is no file by its own name', async () => {
    expect((await get('/geolet.js', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
    expect((await get('/geolet-small.js.br')).status).toBe(404);
  });
});

describe("the widget's files", () => {
  it.each([
    ['/geolet.js', 'text/javascript; charset=utf-8', minutes],
    ['/geolet.js?v=2', 'text/javascript; charset=utf-8', minutes],
    ['/geolet-elements.js', 'text/javascript; charset=utf-8', minutes],
    ['/geolet.js.map', 'application/json; charset=utf-8', minutes],
    ['/geolet-elements.3f2a9c1b.js', 'text/javascript; charset=utf-8', forever],
    ['/geolet-elements.3f2a9c1b.js.map', 'application/json; charset=utf-8', forever],
    ['/geolet-flags/fr.svg', 'image/svg+xml', 'public, max-age=86400'],
    ['/geolet-countries/fr.json', 'application/json; charset=utf-8', 'public, max-age=86400'],
  ])('%s comes as %s, %s', async (path, type, caching) => {
    const response = await get(path);
    const { 'cdn-cache-control': cdn, ...headers } = Object.fromEntries(response.headers);
    expect([response.status, cdn]).toEqual([200, undefined]);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': caching,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(await response.text()).toBe(`/* ${path.slice(1).replace(/\?.*/, '')} */`);
  });

  it('are pictures and nothing else where they are flags', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
    expect(await policyOf('/geolet-flags/fr.svg')).toBe("default-src 'none'; sandbox");
    expect(await policyOf('/geolet.js')).toBeNull();
  });

  it('come to pages of any site', async () => {
    const ofAnother = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    expect((await get('/geolet.js', ofAnother)).status).toBe(200);
  });

  it('answer HEAD without a body', async () => {
    const response = await get('/geolet.js', {}, 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toMatch(/^".{16}"$/);
  });

  it.each([
    [(etag: string) => etag, 304],
    [(etag: string) => `"other", W/${etag}`, 304],
    [() => '"other"', 200],
  ])('are not sent again to who has them (%s)', async (ifNoneMatch, status) => {
    const etag = (await get('/geolet.js')).headers.get('etag') ?? '';
    const response = await get('/geolet.js', { 'if-none-match': ifNoneMatch(etag) });
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, minutes]);
    expect(await response.text()).toBe(status === 304 ? '' : '/* geolet.js */');
  });

  it.each(['POST', 'DELETE', 'OPTIONS'])('do not answer %s', async (method) => {
    const response = await get('/geolet.js', {}, method);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    '/secret.txt',
    '/.env',
    '/geolet-missing.3f2a9c1b.js',
    '/geolet-folder.js',
    '/geolet',
    '/geolet.js/',
    '/GEOLET.js',
    '/..%2fgeolet.js',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/geolet-..%2fsecret.txt',
    '/geolet.js%00.map',
    '/geolet.js.map.map',
    '/geolet-.js',
    '/geolet..js',
    '//geolet.js',
    '/geolet-flags/secret.svg',
    '/geolet-flags/FR.svg',
    '/geolet-flags/',
    '/geolet-flags/../secret.txt',
    '/geolet-flags/fr.svg.map',
    '/geolet-countries/secret.json',
    '/geolet-countries/FR.json',
    '/geolet-countries/fr.svg',
    '/geolet-flags/fr.json',
    '/fr.svg',
  ])('%s is none', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'private, no-cache']);
    expect(await response.json()).toMatchObject({ status: 404 });
  });

  it('are not there without the option', async () => {
    const { ask } = await startProxy();
    expect((await ask({}, { path: '/geolet.js' })).status).toBe(404);
  });
});
