import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { untilReady } from '../support/output.ts';
import type { StartedService } from '../unit/service/command-line-process.ts';
import { fill, startCopies, tally, untilStatus } from './copies.ts';
import { startHaproxy } from './haproxy.ts';
import { emptyDatabase, usePostgres } from './postgres-server.ts';
import { useRedis } from './redis-server.ts';
import { runTypeScript } from '../support/run-typescript.ts';

const postgres = usePostgres();
const redis = useRedis();

const atOnce = 16;

/** Two copies behind HAProxy. */
async function balanced(settings: Readonly<Record<string, string>> = {}) {
  const DATABASE_URL = await emptyDatabase(postgres);
  const [one, two] = await startCopies(2, {
    DATABASE_URL,
    REDIS_URL: redis.url,
    KEY_LIMIT: '1000000/60',
    DRAIN_SECONDS: '6',
    ...settings,
  });
  if (one === undefined || two === undefined) throw new Error('two copies were wanted');
  const { service } = await startHaproxy({ copies: [one.url, two.url] });
  const filled = await fill(DATABASE_URL);
  const ask = () =>
    fetch(`${service}/beta/api/get-visitor-data`, {
      headers: { authorization: `Bearer ${filled.key}`, 'x-visitor-ip': '8.8.8.8' },
    });
  await untilStatus(200, ask);
  return { one, two, service, ask, ...filled };
}

/** So many requests, and something that happens in the middle. How often each status came, or what went wrong. */
async function underLoad(
  requests: number,
  ask: () => Promise<Response>,
  happens: () => void,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let sent = 0;
  const worker = async () => {
    while (sent < requests) {
      if (++sent === Math.floor(requests / 4)) happens();
      const result = await ask().then(
        async (response) => (await response.arrayBuffer(), String(response.status)),
        String,
      );
      counts[result] = (counts[result] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return counts;
}

async function startProxy(upstream: string, key: string) {
  const environment = {
    PATH: process.env['PATH'],
    GEOLET_KEY: key,
    GEOLET_UPSTREAM: upstream,
    GEOLET_TRUST: '1',
    GEOLET_EXPOSE: 'IP',
    PORT: '0',
  };
  const child = spawn(process.execPath, [...runTypeScript, 'src/adapters/node.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const logged: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => logged.push(line));
  const printed = once(child.stdout, 'data');
  await untilReady(child, printed);
  const [line]: unknown[] = await printed;
  return { child, logged, url: new URL(/http:\S+/.exec(String(line))?.[0] ?? '').origin };
}

const exited = async ({ process: child }: StartedService) =>
  child.exitCode === null ? ((await once(child, 'exit')) as unknown[])[0] : child.exitCode;

describe('behind HAProxy as the documentation has it', () => {
  it('SIGTERM to one of two copies fails none of 4,000 requests', async () => {
    const { one, ask } = await balanced();
    expect(await underLoad(4000, ask, () => one.process.kill('SIGTERM'))).toEqual({ 200: 4000 });
    expect(await exited(one)).toBe(0);
  });

  it('a copy that stands still (SIGSTOP) fails none of 4,000 requests, and takes part again when it goes on', async () => {
    const { one, two, ask, service, key } = await balanced();
    expect(await underLoad(4000, ask, () => one.process.kill('SIGSTOP'))).toEqual({ 200: 4000 });
    one.process.kill('SIGCONT');
    await untilStatus(200, () => fetch(`${one.url}/ready`));
    two.process.kill('SIGKILL');
    await untilStatus(200, () =>
      fetch(`${service}/beta/api/get-visitor-data`, {
        headers: { authorization: `Bearer ${key}`, 'x-visitor-ip': '8.8.8.8' },
      }),
    );
  });

  it('while no copy is ready, HAProxy itself says so, as the service would, and when to come back', async () => {
    const { ask } = await balanced();
    await redis.stop();
    const answer = await untilStatus(503, async () => {
      const response = await ask();
      return response.headers.has('x-request-id') ? new Response(null, { status: 599 }) : response;
    });
    expect([answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual(['1', 'application/json']);
    expect(await answer.json()).toMatchObject({ status: 503, message: 'Service Unavailable' });
    await redis.start();
    await untilStatus(200, ask);
  });
});

it("from visitor to log, through HAProxy, two proxies, HAProxy and two copies one ID names a request everywhere, the visitor is the client of HAProxy, and a client's own X-Forwarded-For is not believed", async () => {
  const { one, two, service, key } = await balanced({ LOG_REQUESTS: 'on' });
  const proxies = await Promise.all([startProxy(service, key), startProxy(service, key)]);
  const { visitors } = await startHaproxy({ proxies: proxies.map(({ url }) => url) });
  const ask = (id: string) =>
    fetch(`${visitors}/geo`, { headers: { 'x-request-id': id, 'x-forwarded-for': '8.8.8.8', 'user-agent': id } });
  await untilStatus(200, () => ask('first'));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`visit-${index}`)));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
  for (const [index, answer] of answers.entries()) {
    expect(answer.headers.get('x-request-id')).toBe(`visit-${index}`);
    expect(await answer.json()).toMatchObject({ IP: '127.0.0.1' });
  }
  const logged = () =>
    [...one.logged, ...two.logged].filter((line) => /"id":"visit-\d+".*"status":200/.test(line)).length;
  await expect.poll(logged, { timeout: 20_000 }).toBe(20);
  for (const copy of [one, two]) copy.process.kill('SIGKILL');
  await expect.poll(async () => (await ask('failed')).status, { timeout: 20_000 }).toBeGreaterThanOrEqual(500);
  await expect
    .poll(() => proxies.flatMap(({ logged }) => logged).filter((line) => line.includes('"id":"failed"')).length, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
});
