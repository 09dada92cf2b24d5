import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { start } from './command-line-process.ts';
import { temporaryDirectory } from './running-service.ts';

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

/** A process that may not write beyond so many bytes of a file meets what a full disk is. */
function limitFileSize(pid: number | undefined, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error(String(stderr));
}

describe.runIf(canLimit)('while the disk is full', () => {
  it('a website is not deleted and stays, records are answered, and it is deleted once there is room', async () => {
    const DATA_DIR = temporaryDirectory();
    const main = (...args: string[]): Promise<string> => runCommand(args, { DATA_DIR, GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' });
    await main('account', 'create', 'shop');
    for (const siteID of ['one', 'two']) await main('site', 'add', siteID);
    const authorization = `Bearer ${/^geolet_\w+$/m.exec(await main('key', 'create', '--scope', 'read,delete'))?.[0] ?? ''}`;
    const service = await start({ DATA_DIR });
    const remove = () => fetch(`${service.url}/beta/api/delete-website/one`, { method: 'DELETE', headers: { authorization } });
    const sites = async () => (await main('site', 'list')).match(/^\w+/gm);

    limitFileSize(service.process.pid, '4096');
    const refused = await remove();
    expect([refused.status, await refused.json()]).toEqual([500, { status: 500, message: 'Internal Server Error', description: expect.stringContaining('operator') }]);
    expect((await fetch(`${service.url}/beta/api/get-visitor-data`, { headers: { authorization, 'x-visitor-ip': '8.8.8.8' } })).status).toBe(200);
    expect(await sites()).toEqual(['one', 'two']);

    limitFileSize(service.process.pid, 'unlimited');
    expect((await remove()).status).toBe(200);
    expect(await sites()).toEqual(['two']);
  }, 120_000);
});
