import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { start } from '../../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** A process that may not write beyond so many bytes of a file meets what a full disk is. */
function limitFileSize(pid: number | undefined, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error(String(stderr));
}

/** A service with two websites and a key. */
async function started(scope: string) {
  const DATA_DIR = temporaryDirectory();
  const main = (...args: string[]): Promise<string> =>
    runCommand(args, { DATA_DIR, GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' });
  await main('account', 'create', 'shop');
  for (const siteID of ['one', 'two']) await main('site', 'add', siteID);
  const authorization = `Bearer ${/^geolet_\w+$/m.exec(await main('key', 'create', '--scope', scope))?.[0] ?? ''}`;
  const service = await start({ DATA_DIR });
  return {
    service,
    remove: () => fetch(`${service.url}/beta/api/delete-website/one`, { method: 'DELETE', headers: { authorization } }),
    read: () =>
      fetch(`${service.url}/beta/api/get-visitor-data`, { headers: { authorization, 'x-visitor-ip': '8.8.8.8' } }),
    sites: async () => (await main('site', 'list')).match(/^\w+/gm),
    told: (message: string) =>
      service.logged.filter((line) => line.includes(`The store in DATA_DIR ${message}`)).length,
  };
}

async function answered(response: Response): Promise<unknown> {
  return [response.status, await response.json()];
}

describe.runIf(canLimit)('while the disk is full', () => {
  it('a website is not deleted and stays, /ready says no, records are answered, and it is deleted once there is room', async () => {
    const { service, remove, read, sites, told } = await started('read,delete');
    limitFileSize(service.process.pid, '4096');
    for (let time = 0; time < 3; time++) {
      const refused = await remove();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    }
    expect((await read()).status).toBe(200);
    expect(await answered(await fetch(`${service.url}/ready`))).toEqual([
      503,
      { status: 'not ready', store: 'read-only', limits: 'ok', descriptors: 'ok', isStopping: false },
    ]);
    expect(await answered(await fetch(`${service.url}/health`))).toEqual([
      200,
      { status: 'degraded', store: 'read-only', limits: 'ok', data: [] },
    ]);
    expect(await sites()).toEqual(['one', 'two']);
    expect([told("can't be written"), service.logged.length]).toEqual([1, 1]);

    limitFileSize(service.process.pid, 'unlimited');
    expect((await remove()).status).toBe(200);
    expect(await sites()).toEqual(['two']);
    await expect
      .poll(async () => [(await fetch(`${service.url}/ready`)).status, told('can be written again')], {
        timeout: 60_000,
      })
      .toEqual([200, 1]);
    expect(service.logged).toHaveLength(2);
  }, 120_000);

  it('a service whose keys may only read stays ready', async () => {
    const { service, read } = await started('read');
    limitFileSize(service.process.pid, '4096');
    expect(await answered(await fetch(`${service.url}/ready`))).toEqual([
      200,
      { status: 'ready', store: 'read-only', limits: 'ok', descriptors: 'ok', isStopping: false },
    ]);
    expect((await read()).status).toBe(200);
  }, 120_000);
});
