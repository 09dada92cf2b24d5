import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceText } from '../support/replace-text.ts';
import { freePort } from '../support/loopback.ts';
import { start } from '../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../unit/service/running-service.ts';
import { endProcess, startProcess } from './server-process.ts';
import { runTypeScript } from '../support/run-typescript.ts';

const prometheus = process.env['PROMETHEUS_PROGRAM'] ?? '';
const promtool = prometheus.replace(/prometheus$/, 'promtool');
const folder = resolve('deploy/prometheus');
const patience = { timeout: 60_000, interval: 200 };

/** Starts `geolet serve` or `geolet proxy` from its sources. @returns the addresses of its records and its metrics. */
async function startProgram(command: 'serve' | 'proxy', environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...runTypeScript, 'scripts/command-line/geolet.ts', command], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: temporaryDirectory(),
      GEOLET_UPDATE: 'off',
      GEO_CITY_DB: 'none',
      PORT: '0',
      GEOLET_METRICS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  });
  let record = '';
  for await (const line of createInterface({ input: child.stdout })) {
    record = /http:\S+\/geo$/.exec(line)?.[0] ?? record;
    const metrics = /^Metrics: (\S+)$/.exec(line)?.[1];
    if (metrics !== undefined) return { child, record, metrics };
  }
  throw new Error('It ended without an address.');
}

/** What promtool says of metrics: nothing, where they are well. */
async function faultsOf(url: string): Promise<readonly [number | null, string]> {
  const input = await (await fetch(url)).text();
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' });
  return [status, `${stdout}${stderr}`];
}

/** Runs Prometheus with the files of deploy/, often enough for a test, and these addresses in place of the documented. */
async function runPrometheus(geolet: string, service: string) {
  const directory = temporaryDirectory();
  const documented = readFileSync(join(folder, 'prometheus.yaml'), 'utf8');
  const configuration = [
    ['127.0.0.1:9787', geolet],
    ['127.0.0.1:8090', service],
    ['scrape_interval: 15s', 'scrape_interval: 1s\n  scrape_timeout: 1s\n  evaluation_interval: 1s'],
  ].reduce((text, [before = '', after = '']) => replaceText(text, before, after), documented);
  writeFileSync(join(directory, 'prometheus.yaml'), configuration);
  copyFileSync(join(folder, 'alerts.yaml'), join(directory, 'alerts.yaml'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    `--config.file=${join(directory, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=${new URL(url).host}`,
  ];
  const child = await startProcess(prometheus, args, port);
  onTestFinished(() => endProcess(child, 'SIGKILL'));
  /** The values of a query, by the job. */
  return async (query: string): Promise<Readonly<Record<string, number>>> => {
    const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`).catch(() => undefined);
    if (!response?.ok) return {};
    const { data } = (await response.json()) as {
      data: { result: readonly { metric: { job?: string }; value: readonly [number, string] }[] };
    };
    return Object.fromEntries(data.result.map(({ metric, value }) => [metric.job ?? '', Number(value[1])]));
  };
}

describe("Debian's Prometheus", () => {
  it('takes the metrics of serve, proxy and service, and its own promtool finds no fault with them', async () => {
    const service = await start({ DATA_DIR: temporaryDirectory() });
    const serve = await startProgram('serve', {});
    const proxy = await startProgram('proxy', { GEOLET_UPSTREAM: service.url, GEOLET_KEY: 'nobody-knows-it' });
    await fetch(serve.record);
    // The service does not know the key.
    expect((await fetch(proxy.record)).status).toBe(502);
    for (const url of [serve.metrics, proxy.metrics, `${service.url}/metrics`])
      expect(await faultsOf(url)).toEqual([0, '']);

    const ask = await runPrometheus(new URL(proxy.metrics).host, new URL(service.url).host);
    await expect.poll(() => ask('up'), patience).toEqual({ geolet: 1, 'geolet-service': 1 });
    const failed = 'geolet_requests_total{operation="record",status="502"}';
    await expect.poll(() => ask(failed), patience).toEqual({ geolet: 1 });
    await expect.poll(() => ask('geolet_service_requests_total{outcome="outage"}'), patience).toEqual({ geolet: 1 });
    proxy.child.kill('SIGKILL');
    await expect
      .poll(() => ask('ALERTS{alertname="GeoletIsDown",alertstate="pending"}'), patience)
      .toEqual({ geolet: 1 });
  });

  it.each([
    ['check', 'config', 'prometheus.yaml'],
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alert-cases.yaml'],
  ])('agrees with the examples: promtool %s %s %s', (...args) => {
    expect(execFileSync(promtool, args, { cwd: folder, encoding: 'utf8' })).toContain('SUCCESS');
  });
});
