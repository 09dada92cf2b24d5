import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/service/store/api-key.ts';
import { shortened } from '../../../src/service/peer-address.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { keepLog } from './log-lines.ts';
import { lyon, parseAnswer, startService, temporaryDirectory } from './running-service.ts';

const get = '/beta/api/get-visitor-data';
const visitor = { 'x-visitor-ip': '212.27.48.10' };

type Asking = Pick<Awaited<ReturnType<typeof startService>>, 'request'>;

const metricsOf = async ({ request }: Asking) => (await request('/metrics')).text();

const samplesOf = (metrics: string) => metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const seriesOf = (metrics: string) => samplesOf(metrics).map((line) => line.replace(/ \S+$/, ''));

describe('request ids', () => {
  it('are taken from the request, where they are short and plain', async () => {
    const { request } = await startService();
    for (const id of ['abc-123', 'A.b:c_d', 'x'.repeat(64)]) {
      const { headers } = await request(get, { headers: { ...visitor, 'x-request-id': id } });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  it.each(['', 'a b', '<script>', 'x'.repeat(65), '"; drop', 'é'])('are made anew for %j', async (id) => {
    const { request } = await startService();
    const given = (await request(get, { headers: { ...visitor, 'x-request-id': id } })).headers.get('x-request-id');
    expect(given).toMatch(/^[\da-f-]{36}$/);
  });

  it('come with errors as well, and differ', async () => {
    const { request, url } = await startService();
    const answers = [await fetch(`${url}${get}`), await request('/nowhere'), await request(get)];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id?.length === 36)).toBe(true);
  });
});

describe('the log', () => {
  it('has a line for each request, without an address, a key or a website', async () => {
    const logged = keepLog();
    const { request, key } = await startService({ logRequests: true });
    await request(`${get}?secret=1`, { headers: { ...visitor, 'x-request-id': 'one' } });
    await request('/beta/api/delete-website/private-site', { method: 'DELETE', headers: { 'x-request-id': 'two' } });
    await request('/elsewhere/secret');
    const ofGet = { id: 'one', method: 'GET', operation: 'get-visitor-data', status: 200 };
    expect(logged()).toMatchObject([
      { level: 'info', message: 'request', ...ofGet, peer: '127.0.0.0' },
      { id: 'two', method: 'DELETE', operation: 'delete-website', status: 404 },
      { method: 'GET', operation: 'none', status: 404 },
    ]);
    for (const secret of [key, '212.27.48.10', '127.0.0.1', 'private-site', 'secret'])
      expect(JSON.stringify(logged())).not.toContain(secret);
  });

  it('says nothing about requests otherwise', async () => {
    const logged = keepLog();
    const { request } = await startService();
    await request(get, { headers: visitor });
    await request(get);
    expect(logged()).toEqual([]);
  });

  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['2001:db8:1234:5678::/64', '2001:db8:1234::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['unknown', 'unknown'],
  ])('shortens %s to %s', (peer, expected) => {
    expect(shortened(peer)).toBe(expected);
  });

  it('stays one line whatever a request holds', async () => {
    const logged = keepLog();
    const { exchange } = await startService({ logRequests: true });
    await exchange(`GET ${get}%0a%1b[31m HTTP/1.1\r\nHost: a\r\nX-Request-Id: a"b[31m\r\nConnection: close\r\n\r\n`);
    expect(logged()).toHaveLength(1);
    expect(JSON.stringify(logged())).not.toContain('[31m');
  });
});

describe('GET /metrics', () => {
  it('counts requests by operation and status, and how long they took', async () => {
    const { request } = await startService();
    for (let i = 0; i < 3; i++) await request(get, { headers: visitor });
    await request(get, { headers: { authorization: `Bearer ${createApiKey()}` } });
    const text = await metricsOf({ request });
    for (const line of [
      'geolet_requests_total{operation="get-visitor-data",status="200"} 3',
      'geolet_requests_total{operation="get-visitor-data",status="401"} 1',
      'geolet_request_duration_seconds_count{operation="get-visitor-data"} 4',
      'geolet_request_duration_seconds_bucket{operation="get-visitor-data",le="+Inf"} 4',
      'geolet_requests_in_flight 1',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^geolet_data_built_timestamp_seconds\{kind="city",name="GeoIP2-Enterprise"\} \d{10}$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  it('has these names, types and labels, which dashboards and alerts read', async () => {
    const { request } = await startService();
    await request('/nowhere');
    const response = await request('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect([...text.matchAll(/^# TYPE (\S+ \S+)$/gm)].map(([, type]) => type)).toEqual([
      'geolet_requests_total counter',
      'geolet_request_duration_seconds histogram',
      'geolet_requests_in_flight gauge',
      'geolet_data_reloads_total counter',
      'geolet_data_built_timestamp_seconds gauge',
      'geolet_data_failed_lookups_total counter',
      'nodejs_eventloop_delay_p99_seconds gauge',
      'process_resident_memory_bytes gauge',
      'process_start_time_seconds gauge',
      'process_cpu_seconds_total counter',
    ]);
    for (const sample of samplesOf(text)) expect(sample).toMatch(/ [-+.\de]+$/);
    expect(new Set(seriesOf(text).map((series) => series.replace(/"[^"]*"/g, '…')))).toEqual(
      new Set([
        'geolet_requests_total{operation=…,status=…}',
        'geolet_request_duration_seconds_bucket{operation=…,le=…}',
        'geolet_request_duration_seconds_sum{operation=…}',
        'geolet_request_duration_seconds_count{operation=…}',
        'geolet_requests_in_flight',
        'geolet_data_reloads_total{result=…}',
        'geolet_data_built_timestamp_seconds{kind=…,name=…}',
        'geolet_data_failed_lookups_total{kind=…,name=…}',
        'nodejs_eventloop_delay_p99_seconds',
        'process_resident_memory_bytes',
        'process_start_time_seconds',
        'process_cpu_seconds_total',
      ]),
    );
  });

  it('has one value for each series, that of the older of two files with one name', async () => {
    const dataDirectory = temporaryDirectory();
    const older = Date.parse('2026-01-01T00:00:00Z');
    const city = [older, older + 60_000].map((time, index) => {
      const path = join(dataDirectory, `${index}.mmdb`);
      writeFileSync(path, writeMmdb({ ...lyon, builtAt: new Date(time) }));
      return path;
    });
    const text = await metricsOf(await startService({ dataDirectory, databases: { city, asn: [] } }));
    expect(new Set(seriesOf(text)).size).toBe(seriesOf(text).length);
    const labels = '{kind="city",name="GeoIP2-Enterprise"}';
    expect(text).toContain(`geolet_data_built_timestamp_seconds${labels} ${older / 1000}\n`);
    expect(text).toContain(`geolet_data_failed_lookups_total${labels} 0\n`);
  });

  it('grows with operations, not with what requests say', async () => {
    const { request } = await startService();
    for (let i = 0; i < 50; i++) await request(`/nowhere/${i}`, { headers: { 'x-request-id': `r${i}` } });
    const text = await metricsOf({ request });
    expect(text).toContain('geolet_requests_total{operation="none",status="404"} 50\n');
    expect(text).not.toContain('nowhere');
  });

  it('counts what was no request', async () => {
    const { request, exchange } = await startService();
    expect(parseAnswer(await exchange('hello\r\n\r\n')).status).toBe(400);
    expect(await metricsOf({ request })).toContain('geolet_requests_total{operation="none",status="400"} 1\n');
  });
});

describe('GET /ready', () => {
  const ready = { store: 'ok', limits: 'ok', descriptors: 'ok', isStopping: false, dataAgeDays: 0 };

  it('says yes, and how old the data are', async () => {
    const { request } = await startService();
    const response = await request('/ready');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', ...ready }]);
  });

  it('says no once the service is to stop, which goes on answering', async () => {
    const { request, service } = await startService();
    service.drain();
    const response = await request('/ready');
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
    expect(await response.json()).toMatchObject({ status: 'not ready', isStopping: true });
    expect((await request(get, { headers: visitor })).status).toBe(200);
  });

  it('says no while the store is gone', async () => {
    const { request, service } = await startService();
    await service.store.close();
    const response = await request('/ready');
    const expected = { status: 'not ready', ...ready, store: 'failing' };
    expect([response.status, await response.json()]).toEqual([503, expected]);
  });
});
