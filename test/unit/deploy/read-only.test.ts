import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { command } from '../service/command-line-process.ts';
import { startUpstream } from '../proxy/upstream-server.ts';

/** In a mount namespace of its own, where nothing but the data directory can be written: not even the folder for temporary files. */
const readOnly = 'mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,bind,ro / && ! touch "$PWD/written" 2>/dev/null && exec "$@"';

const canMount = process.platform === 'linux' && spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-o', 'remount,bind,ro', '/']).status === 0;

function dataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'geolet-read-only-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a program there and waits for its URL. */
async function startReadOnly(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', readOnly, 'sh', process.execPath, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const chunk of child.stdout) {
    const url = /http:\/\/127[^\s]+/.exec(String(chunk))?.[0];
    if (url !== undefined) return { url, child };
  }
  throw new Error('it ended without telling its URL');
}

describe.runIf(canMount)('where nothing but the data directory can be written', () => {
  it('the service starts, makes its store there, and takes an account from its command line', async () => {
    const DATA_DIR = dataDirectory();
    const { url } = await startReadOnly(command('main', ['start', '--port', '0']), { DATA_DIR, GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(existsSync(join(DATA_DIR, 'service.db'))).toBe(true);
    const made = spawnSync(process.execPath, command('main', ['account', 'create', 'shop']), { env: { PATH: process.env['PATH'], DATA_DIR }, encoding: 'utf8' });
    expect(made.status).toBe(0);
    expect((await fetch(`${url}/beta/api/get-visitor-data`)).status).toBe(401);
  }, 120_000);

  it('the proxy starts, answers and stops, and writes nothing', async () => {
    const upstream = await startUpstream();
    const { url, child } = await startReadOnly(['--import', 'tsx', 'src/proxy/node.ts'], { DATA_DIR: dataDirectory(), GEOLET_KEY: 'key', GEOLET_UPSTREAM: upstream.url, PORT: '0' });
    expect((await fetch(url)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 120_000);
});
