import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canLimitDescriptors, isClosed, spendDescriptors } from '../../support/descriptors.ts';
import { key, patience } from './upstream-server.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

describe.runIf(canLimitDescriptors)('a proxy without a descriptor left', () => {
  it('says so once, is not ready, ends not, and both are over when there are some again', async () => {
    const environment = {
      PATH: process.env['PATH'],
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: 'http://127.0.0.1:1',
      GEOLET_TRUST: '1',
      PORT: '0',
    };
    const child = spawn(process.execPath, [...runTypeScript, 'src/adapters/node.ts'], {
      env: environment,
      stdio: 'pipe',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => printed.push(line));
    await expect.poll(() => printed.join('\n'), patience).toMatch(/http:/);
    const url = new URL(/http:\S+/.exec(printed.join('\n'))?.[0] ?? '').origin;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ready = () =>
      new Promise((resolve, reject) =>
        get(`${url}/geolet-ready`, { agent }, (response) => resolve(response.resume().statusCode)).on('error', reject),
      );
    const told = () => printed.filter((line) => /can be opened/.test(line)).length;
    expect(await ready()).toBe(200);

    const relieve = await spendDescriptors(child.pid ?? 0, url);
    await expect.poll(ready, patience).toBe(503);
    expect(await isClosed(url)).toBe(true);
    await expect.poll(told, patience).toBe(1);
    relieve();
    await expect.poll(ready, patience).toBe(200);
    await expect.poll(told, patience).toBe(2);
    expect([await isClosed(url), child.exitCode]).toEqual([false, null]);
  }, 120_000);
});
