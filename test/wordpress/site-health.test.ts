import { type RequestListener, type Server, createServer } from 'node:http';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, listen } from '../support/loopback.ts';
import { startService } from '../support/service.ts';
import { route, startWordPress, type WordPress } from './start-wordpress.ts';

let wordpress: WordPress;
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  service = await startService();
  wordpress = await startWordPress();
});
afterAll(async () => {
  const complaints = wordpress?.complaints();
  await wordpress?.stop();
  await service?.stop();
  expect(complaints).toEqual([]);
});

/** Saves settings, and puts lines of PHP behind. */
async function withSettings(settings: Readonly<Record<string, unknown>>, key: string, code: string): Promise<unknown> {
  const all = JSON.stringify({ upstream: service.url, timeoutMs: 20_000, ...settings });
  return JSON.parse(
    await wordpress.php(`
      update_option( 'geolet', json_decode( '${all}', true ) );
      update_option( 'geolet_key', '${key}', false );
      ${code}
    `),
  );
}

/** What Site Health says of record and address, as somebody gets them whose request came with these variables. */
function siteHealth(
  settings: Readonly<Record<string, unknown>>,
  { key = service.key, request = '' } = {},
): Promise<unknown> {
  return withSettings(
    settings,
    key,
    `
      $_SERVER = array_merge( $_SERVER, array( ${request} ) );
      $checks = apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) )['direct'];
      echo json_encode( array_map( function ( $check ) { return call_user_func( $check['test'] )['status']; }, array( $checks['geolet_record'], $checks['geolet_address'] ) ) );
    `,
  );
}

describe('Site Health', () => {
  const london = "'REMOTE_ADDR' => '81.2.69.142'";

  it('finds nothing wrong where pages get records', () =>
    expect(siteHealth({ source: 'service' }, { request: london })).resolves.toEqual(['good', 'good']));

  it('says that nothing is set up', () =>
    expect(siteHealth({ source: 'none' })).resolves.toEqual(['recommended', 'good']));

  it('says that a setting is wrong', () =>
    expect(siteHealth({ source: 'service', trust: 'everybody' }, { request: london })).resolves.toEqual([
      'critical',
      'recommended',
    ]));

  it('says that a server in front is taken for every visitor', () =>
    expect(
      siteHealth(
        { source: 'service' },
        { request: "'REMOTE_ADDR' => '10.0.0.1', 'HTTP_X_FORWARDED_FOR' => '81.2.69.142'" },
      ),
    ).resolves.toEqual(['good', 'critical']));

  it('says that no server in front names a visitor', () =>
    expect(siteHealth({ source: 'service', trust: 1 }, { request: london })).resolves.toEqual(['good', 'recommended']));

  it.each([
    ['good', "'HTTP_CF_IPCOUNTRY' => 'FR', "],
    ['recommended', ''],
  ])('says %s of a host that sends %s', async (status, sent) => {
    const request = `${sent}'REMOTE_ADDR' => '10.0.0.1', 'HTTP_X_FORWARDED_FOR' => '81.2.69.142'`;
    expect(await siteHealth({ source: 'host', host: 'cloudflare', trust: 1 }, { request })).toEqual(['good', status]);
  });

  it.each([
    [10, 'good'],
    [100, 'recommended'],
  ])('says of data that are %d days old that this is %s', async (days, status) => {
    const said = await wordpress.php(`
      update_option( 'geolet_data', array( 'license' => '', 'dataDate' => gmdate( 'Y-m-d', time() - ${days} * DAY_IN_SECONDS ) ) );
      echo Geolet_Site_Health::check_data()['status'];
    `);
    expect(said).toBe(status);
  });
});

/** What Site Health says of the record. */
async function recordCheck(
  settings: Readonly<Record<string, unknown>>,
  { key = service.key, before = '' } = {},
): Promise<{ readonly status: string; readonly label: string; readonly description: string }> {
  const said = await withSettings(
    { source: 'service', trust: 1, ...settings },
    key,
    `${before} echo json_encode( Geolet_Site_Health::check_record() );`,
  );
  return said as { status: string; label: string; description: string };
}

it('a setting in wp-config.php that is wrong is in the log once, and not for each visitor', async () => {
  const file = join(wordpress.root, 'wp-config-of-test.php');
  writeFileSync(
    file,
    "<?php define( 'GEOLET_SOURCE', 'service' ); define( 'GEOLET_TRUST', \"every\u{1b}[2J\u{9b}body\" );",
  );
  const start = wordpress.log().length;
  for (const visitor of ['81.2.69.1', '81.2.69.2', '81.2.69.3'])
    expect((await fetch(wordpress.url + route, { headers: { 'x-forwarded-for': visitor } })).status).toBe(500);
  rmSync(file);
  const said = wordpress.log().slice(start).trim();
  expect(said.split('\n')).toHaveLength(1);
  expect(said).toContain('The setting "trust" is');
  expect(said).not.toMatch(/\p{Cc}/u);
});

/** While a visitor reads what the service said before. */
describe('with a record in the cache, Site Health asks the service anew and says that', () => {
  let server: Server;
  let url: string;
  let answer: RequestListener;
  const record = JSON.stringify({ city: 'Lyon' });
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    url = await listen(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const status =
    (code: number, body = record): RequestListener =>
    (_request, response) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(body);

  it.each<[string, RequestListener, string, string, Record<string, unknown>]>([
    ['it refuses the key', status(401), 'refuses the key', '(401)', {}],
    ['the key may not ask', status(403), 'refuses the key', '(403)', {}],
    ['the limit of the key is reached', status(429), 'answers no more for now', 'too often', {}],
    ['it fails', status(500), 'the service fails', 'status 500', {}],
    ['it is no service', status(404), 'is not that of a visitor-data service', 'status 404', {}],
    [
      'it writes a page',
      status(200, '<!doctype html>'),
      'is not that of a visitor-data service',
      'not a JSON object',
      {},
    ],
    [
      'it writes too much',
      status(200, ' '.repeat(70_000)),
      'is not that of a visitor-data service',
      'more than 65536 bytes',
      {},
    ],
    ['it knows another visitor', status(200, '{"IP":"9.9.9.9"}'), 'about another visitor', 'another address', {}],
    ['it breaks off', (request) => request.socket.destroy(), 'cannot be reached', 'cURL error', {}],
    ['it is silent', () => {}, 'does not answer in time', 'within 300 ms', { timeoutMs: 300 }],
  ])('%s', async (_what, broken, label, description, settings) => {
    answer = status(200);
    await recordCheck({ upstream: url, ...settings });
    const headers = { 'x-forwarded-for': '81.2.69.142' };
    expect((await fetch(wordpress.url + route, { headers })).status).toBe(200);
    answer = broken;
    expect((await fetch(wordpress.url + route, { headers })).status).toBe(200);
    const said = await recordCheck({ upstream: url, ...settings });
    expect(said.status).toBe('critical');
    expect(said.label).toContain(label);
    expect(said.description).toContain(description);
  });

  it('nobody listens', async () => {
    const said = await recordCheck({ upstream: `http://127.0.0.1:${await freePort()}` });
    expect([said.status, said.label]).toEqual(['critical', 'Geolet: the service cannot be reached']);
    expect(said.description).toContain('cURL error 7');
  });

  it('the budget of the day is spent', async () => {
    answer = status(200);
    const spent = 'Geolet_Store::open( 10 )->count( "budget", DAY_IN_SECONDS );';
    const said = await recordCheck({ upstream: url, dailyBudget: 1 }, { before: spent + spent });
    expect([said.status, said.label]).toEqual(['critical', 'Geolet: the daily budget is spent']);
  });

  it('it is well again, also after an outage', async () => {
    answer = status(200);
    expect((await recordCheck({ upstream: url })).status).toBe('good');
  });

  it('waits for a silent service five seconds, whatever the settings say', async () => {
    answer = () => {};
    expect((await recordCheck({ upstream: url, timeoutMs: 60_000 })).description).toContain('within 5000 ms');
  });

  it('prints what a server says as text', async () => {
    answer = status(404, record);
    const said = await recordCheck({ source: 'proxy', endpoint: `${url}/<b>geo` });
    expect(said.status).toBe('critical');
    answer = status(500, JSON.stringify({ description: '<img src=x onerror=alert(1)>' }));
    const foreign = await recordCheck({ source: 'proxy', endpoint: `${url}/geo` });
    expect(foreign.description).not.toContain('<img');
    expect(foreign.description).toContain('&lt;img');
  });
});

describe('of a proxy elsewhere, Site Health says', () => {
  let server: Server;
  let headers: Record<string, string>;
  let endpoint: string;
  let count = 0;
  beforeAll(async () => {
    server = createServer((_request, response) =>
      response.writeHead(200, { 'x-request-id': String(++count), ...headers }).end('{"countryCode":"FR"}'),
    );
    endpoint = `${await listen(server)}/geo`;
  });
  afterAll(() => server.close());

  it.each([
    ['good', 'it answers pages of this site', () => ({ 'access-control-allow-origin': wordpress.url })],
    ['critical', 'it answers no pages of this site', () => ({})],
    [
      'critical',
      'a cache keeps the record',
      () => ({ 'access-control-allow-origin': wordpress.url, 'x-request-id': '1' }),
    ],
  ])('%s where %s', async (status, _what, own) => {
    headers = { 'cache-control': 'private, no-cache', ...own() };
    expect((await recordCheck({ source: 'proxy', endpoint })).status).toBe(status);
  });

  it('critical where nobody listens', async () => {
    const said = await recordCheck({ source: 'proxy', endpoint: `http://127.0.0.1:${await freePort()}/geo` });
    expect([said.status, said.label]).toEqual(['critical', 'Geolet: the record cannot be reached']);
  });

  it('critical where its address is missing', async () =>
    expect((await recordCheck({ source: 'proxy', endpoint: '' })).status).toBe('critical'));
});
