import { Agent, get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canLimitDescriptors, isClosed, spendDescriptors } from '../../support/descriptors.ts';
import { key, patience } from './upstream-server.ts';
import { startProgram } from '../../programs/running-program.ts';

describe.runIf(canLimitDescriptors)('a proxy without a descriptor left', () => {
  it('says so once, is not ready, ends not, and both are over when there are some again', async () => {
    const settings = { GEOLET_KEY: key, GEOLET_UPSTREAM: 'http://127.0.0.1:1', GEOLET_TRUST: '1' };
    const { child, text, url: record } = startProgram(['src/adapters/node.ts'], settings);
    const url = new URL(await record()).origin;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ready = () =>
      new Promise((resolve, reject) =>
        get(`${url}/geolet-ready`, { agent }, (response) => resolve(response.resume().statusCode)).on('error', reject),
      );
    const told = () => text().match(/can be opened/g)?.length;
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
