import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { run } from './packed.ts';

const program = join(process.cwd(), 'test/package/node_modules/.bin/geolet');
let running: ChildProcess | undefined;

afterEach(() => running?.kill());

/** Starts a command of the installed package. @returns the address that it prints. */
async function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<URL> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const [address] = /http:\/\/[\w.:]+[\w/]*/.exec(printed) ?? [];
    if (address !== undefined) return new URL(address);
  }
  throw new Error(`No address in: ${printed}`);
}

describe('npx geolet', () => {
  it.each([
    ['which commands there are', 0, [], /geolet dev[^]*geolet proxy/],
    ['which there are not', 1, ['prxy'], /there is no command "prxy"/],
    ['the settings of a command', 0, ['proxy', '--help'], /GEOLET_KEY.*required[^]*GEOLET_TRUST/],
    ['what is no setting', 1, ['proxy', '--port', '9000'], /"--port" is not a setting/],
  ])('says %s', (_what, status, args, words) => {
    expect(run(program, args)).toMatchObject({ status, output: expect.stringMatching(words) as string });
  });

  it('proxy: answers with the record and serves the files of its own version', async () => {
    const service = await startService();
    const address = await start(['proxy'], { GEOLET_UPSTREAM: service.url, GEOLET_KEY: service.key, PORT: '0' });
    const record = await fetch(address);
    expect(record.status).toBe(200);
    expect(await record.json()).toHaveProperty('deviceType');
    const script = await fetch(new URL('/geolet.js', address));
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    await service.stop();
  });

  it('dev: serves a folder that has nothing but a page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'geolet-shop-'));
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><title>Shop</title><script async src="/geolet.js"></script>',
    );
    const address = await start(['dev', '--port', '0'], {}, folder);
    const texts = await Promise.all(
      ['/', '/geolet.js', '/geo'].map(async (path) => (await fetch(new URL(path, address))).text()),
    );
    expect(texts).toEqual([
      expect.stringContaining('<title>Shop'),
      expect.stringContaining('geo-ready'),
      expect.stringMatching(/^\{/),
    ]);
    const check = new URL('/geolet-check', address);
    const secret = /name="secret" value="([\w-]+)"/.exec(await (await fetch(check)).text())?.[1] ?? '';
    const report = await fetch(check, { method: 'POST', body: new URLSearchParams({ secret }) });
    expect(await report.text()).toContain('class="report"');
    rmSync(folder, { recursive: true });
  });
});
