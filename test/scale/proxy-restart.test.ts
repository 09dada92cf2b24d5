import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { untilReady } from '../support/output.ts';
import { key, startUpstream } from '../unit/proxy/upstream-server.ts';
import { startBalancer } from './balancer.ts';
import { runTypeScript } from '../support/run-typescript.ts';

const requests = 10_000;
const atOnce = 16;

async function startProxy(upstream: string) {
  const environment = {
    PATH: process.env['PATH'],
    GEOLET_KEY: key,
    GEOLET_UPSTREAM: upstream,
    GEOLET_TRUST: '1',
    GEOLET_LIMIT: '0',
    DRAIN_SECONDS: '1',
    PORT: '0',
  };
  const child = spawn(process.execPath, [...runTypeScript, 'src/adapters/node.ts'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = once(child.stdout, 'data');
  await untilReady(child, printed);
  const [line]: unknown[] = await printed;
  return { child, url: new URL(/http:\S+/.exec(String(line))?.[0] ?? '').origin };
}

it('while 10,000 requests come, SIGTERM to one of two proxies fails none of them', async () => {
  const upstream = await startUpstream();
  const [one, two] = await Promise.all([startProxy(upstream.url), startProxy(upstream.url)]);
  const balancer = await startBalancer([one.url, two.url], 50, '/geolet-ready');
  onTestFinished(() => balancer.stop());
  const exited = once(one.child, 'exit');
  const results = { first: new Map<number | string, number>(), second: new Map<number | string, number>() };
  let sent = 0;
  const worker = async () => {
    while (sent < requests) {
      const number = sent++;
      if (number === 3000) one.child.kill('SIGTERM');
      const { url, result } = await balancer.send('/geo', { 'x-forwarded-for': `81.0.${number >> 8}.${number & 255}` });
      const ofCopy = url === one.url ? results.first : results.second;
      ofCopy.set(result, (ofCopy.get(result) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect([...results.first.keys(), ...results.second.keys()]).toEqual([200, 200]);
  expect(results.first.get(200)).toBeLessThan(requests / 2);
  expect(await exited).toEqual([0, null]);
});
