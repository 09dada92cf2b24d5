import { describe, expect, it } from 'vitest';
import { answerRecord, key, patience, startUpstream } from '../../unit/proxy/upstream-server.ts';
import { startProgram } from '../running-program.ts';

/** Starts the program, with metrics unless the test says otherwise. @returns their address, and that of its records. */
async function start(environment: Readonly<Record<string, string>>) {
  const usual = { GEOLET_KEY: key, GEOLET_TRUST: '1', GEOLET_METRICS: '0' };
  const program = startProgram(['src/adapters/node.ts'], { ...usual, ...environment });
  const record = await program.url();
  const metrics = /http:\S+\/metrics$/m.exec(program.text())?.[0];
  const visit = (address: string) => fetch(record, { headers: { 'x-forwarded-for': address } });
  return { ...program, record, metrics, visit };
}

/** Values by the name and the labels of their line. */
async function valuesAt(url: string | undefined): Promise<ReadonlyMap<string, number>> {
  const lines = (await (await fetch(url ?? '')).text()).split('\n');
  return new Map(
    lines.filter((line) => /^[a-z]/.test(line)).map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line))]),
  );
}

const ok = 'geolet_requests_total{operation="record",status="200"}';

describe('GEOLET_METRICS', () => {
  it('counts requests, the cache and the service, at a port of its own and not where visitors come', async () => {
    const upstream = await startUpstream();
    const { record, metrics, visit } = await start({ GEOLET_UPSTREAM: upstream.url });
    for (const address of ['81.2.69.142', '81.2.69.142', '212.27.48.10'])
      expect((await visit(address)).status).toBe(200);
    await fetch(new URL('/nothing', record));
    await expect.poll(async () => (await valuesAt(metrics)).get(ok), patience).toBe(3);
    const values = await valuesAt(metrics);
    expect(Object.fromEntries(values)).toMatchObject({
      'geolet_requests_total{operation="none",status="404"}': 1,
      'geolet_cache_lookups_total{result="hit"}': 1,
      'geolet_cache_lookups_total{result="miss"}': 2,
      'geolet_service_requests_total{outcome="ok"}': 2,
      'geolet_service_requests_total{outcome="outage"}': 0,
      geolet_service_circuit_open: 0,
      geolet_requests_in_flight: 0,
      'geolet_request_duration_seconds_count{operation="record"}': 3,
      nodejs_eventloop_delay_p99_seconds: expect.any(Number),
    });
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect((await fetch(new URL('/metrics', record))).status).toBe(404);
    expect((await fetch(new URL('/geo', metrics))).status).toBe(404);
    const text = [...values.keys()].join('\n');
    for (const secret of [key, '81.2.69.142', '127.0.0.1']) expect(text).not.toContain(secret);
  });

  it('counts pages whose header named another place than the record, and no other request', async () => {
    const upstream = await startUpstream();
    const { record, metrics, visit } = await start({ GEOLET_UPSTREAM: upstream.url });
    const { countryCode, stateCode } = (await (await visit('81.2.69.142')).json()) as Record<string, string>;
    const differs = async () => (await valuesAt(metrics)).get('geolet_header_differs_total');
    const tell = async (query: string, method = 'HEAD') => {
      const init = { method, headers: { 'x-forwarded-for': '81.2.69.142' } };
      const response = await fetch(`${record}${query}`, init);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    };
    await expect.poll(differs, patience).toBe(0);
    const here = `?header=${countryCode}`;
    const same = [here, `${here}-${stateCode}`, '?header=', '?header=jp', '?header=JP%0A', '?other=JP', ''];
    for (const query of same) await tell(query);
    await tell('?header=JP', 'GET');
    expect(await differs()).toBe(0);
    for (const query of ['?header=JP', `${here}-ZZZ`, '?site=1&header=XX']) await tell(query);
    expect(await differs()).toBe(3);
  });

  it('tells of an outage, of old answers in its place, and of its end', async () => {
    let isAway = false;
    const upstream = await startUpstream((request, response) =>
      isAway ? response.writeHead(500).end() : answerRecord()(request, response),
    );
    const patient = { GEOLET_CACHE_SECONDS: '1', GEOLET_TIMEOUT_MS: '20000' };
    const { metrics, visit } = await start({ GEOLET_UPSTREAM: upstream.url, ...patient });
    const value = async (name: string) => (await valuesAt(metrics)).get(name);
    expect((await visit('81.2.69.142')).status).toBe(200);
    isAway = true;
    for (let host = 1; host <= 5; host++) expect((await visit(`81.2.70.${host}`)).status).toBe(502);
    await expect.poll(() => value('geolet_service_circuit_open'), patience).toBe(1);
    const stale = async () => {
      expect((await visit('81.2.69.142')).status).toBe(200);
      return value('geolet_cache_lookups_total{result="stale"}');
    };
    await expect.poll(stale, patience).toBeGreaterThan(0);
    expect(await value('geolet_service_requests_total{outcome="outage"}')).toBeGreaterThanOrEqual(5);
    isAway = false;
    const openAfterVisit = async () => {
      await visit('81.2.69.142');
      return value('geolet_service_circuit_open');
    };
    await expect.poll(openAfterVisit, patience).toBe(0);
  });

  it('is off unless it is set, and keeps no process from its end', async () => {
    const upstream = await startUpstream();
    expect((await start({ GEOLET_UPSTREAM: upstream.url, GEOLET_METRICS: '' })).metrics).toBeUndefined();
    const { child, ended, metrics } = await start({ GEOLET_UPSTREAM: upstream.url, GEOLET_METRICS: '127.0.0.1:0' });
    await valuesAt(metrics);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
