import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FunctionsHandler, startDevServer } from '../hosts/packages.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { Miniflare, type Workerd } from '../workers/packages.ts';
import { nodeForFrameworks } from './application.ts';
import { copyExample, program, runScript, type Server, startProgram } from './example.ts';
import { consumers, installed, run } from './packed.ts';

const hosts = readdirSync('examples');

Object.assign(process.env, { WRANGLER_SEND_METRICS: 'false', ASTRO_TELEMETRY_DISABLED: '1' });

afterAll(() => {
  for (const host of hosts) rmSync(join(consumers, `geolet-${host}`), { recursive: true, force: true });
});

describe('npx geolet init', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'geolet-init-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const init = (...args: string[]) => run(program, ['init', ...args], folder);

  it('lists the hosts that there is an example for, and no other', () => {
    const { status, output } = init();
    expect(status).toBe(0);
    expect([...output.matchAll(/^ {2}([\w-]+) +\S/gm)].map(([, host]) => host)).toEqual(hosts);
  });

  it.each(hosts)('%s: copies every file, and says the next commands', (host) => {
    const { status, output } = init(host);
    const original = join('examples', host);
    expect(filesIn(join(folder, `geolet-${host}`))).toEqual(filesIn(original));
    expect(readFileSync(join(original, 'README.md'), 'utf8')).toContain(commandIn(output));
    expect([status, output]).toEqual([0, expect.stringContaining(`\n  cd geolet-${host}\n  ${commandIn(output)}`)]);
  });

  it('writes into the folder that is named, also into one that is empty', () => {
    expect(init('vercel', 'sites/shop').status).toBe(0);
    expect(existsSync(join(folder, 'sites/shop/vercel.json'))).toBe(true);
    const empty = mkdtempSync(join(folder, 'empty-'));
    expect(init('vercel', empty).status).toBe(0);
  });

  it('writes over nothing', () => {
    const own = mkdtempSync(join(folder, 'own-'));
    writeFileSync(join(own, 'vercel.json'), 'mine');
    expect(init('vercel', own)).toEqual({ status: 1, output: expect.stringContaining('is not empty') as string });
    expect(readdirSync(own)).toEqual(['vercel.json']);
    expect(readFileSync(join(own, 'vercel.json'), 'utf8')).toBe('mine');
    expect(init('vercel', join(own, 'vercel.json'))).toEqual({
      status: 1,
      output: expect.stringContaining('cannot be made') as string,
    });
  });

  it.each(['verce', '..', 'toString'])('refuses %s, and lists the hosts', (host) => {
    const { status, output } = init(host);
    expect([status, output]).toEqual([1, expect.stringMatching(/there is no example for[^]*\n {2}vercel /)]);
  });
});

/** A program of another folder's packages. */
const packageOf = (folder: string, name: string) => resolve(folder, 'node_modules', name);

describe('the example for Cloudflare Workers', () => {
  let worker: Workerd;
  beforeAll(async () => {
    const wrangler = packageOf('test/workers', 'wrangler');
    const folder = copyExample('cloudflare-workers', { wrangler });
    const { status, output } = run(
      'node',
      [join(wrangler, 'bin/wrangler.js'), 'deploy', '--dry-run', '--outdir', 'bundle'],
      folder,
    );
    expect(status, output).toBe(0);
    worker = new Miniflare({
      modules: true,
      script: readFileSync(join(folder, 'bundle/index.js'), 'utf8'),
      compatibilityDate: '2026-04-01',
      bindings: {},
      cf: { country: 'FR', city: 'Saint-Étienne', timezone: 'Europe/Paris' },
      assets: { directory: join(folder, 'public'), routerConfig: { has_user_worker: true } },
    });
  });
  afterAll(() => worker.dispose());

  it('answers with the place that Cloudflare knows, and serves page and widget', async () => {
    const ask = (path: string) =>
      worker.dispatchFetch(`https://shop.example${path}`, { headers: { 'cf-connecting-ip': visitors.lyon } });
    expect(await (await ask('/geo')).json()).toMatchObject({ countryCode: 'FR', city: 'Saint-Étienne' });
    expect(await (await ask('/')).text()).toContain('<geo-text');
    expect(await (await ask('/geolet.js')).text()).toBe(readFileSync(join(installed, 'dist/geolet.js'), 'utf8'));
  });
});

describe('the example for Vercel', () => {
  let stop: () => Promise<void>;
  let url = '';
  let folder = '';
  beforeAll(async () => {
    folder = copyExample('vercel', { typescript: packageOf('test/package', 'typescript') });
    runScript(folder, 'build');
    const server = await startDevServer({
      entrypoint: 'api/geo.ts',
      workPath: folder,
      files: {},
      config: {},
      meta: { isDev: true },
    });
    stop = () => server.shutdown();
    url = `http://127.0.0.1:${server.port}`;
  });
  afterAll(() => stop());

  it('answers with the place that Vercel knows', async () => {
    const headers = {
      'x-real-ip': visitors.lyon,
      'x-vercel-ip-country': 'FR',
      'x-vercel-ip-city': 'Saint-%C3%89tienne',
    };
    const response = await fetch(`${url}/geo`, { headers });
    expect(await response.json()).toMatchObject({ countryCode: 'FR', city: 'Saint-Étienne' });
  });

  it('has the widget beside its page', () => {
    expect(readdirSync(join(folder, 'public'))).toEqual(expect.arrayContaining(['index.html', 'geolet.js']));
  });
});

describe('the example for Netlify', () => {
  let folder = '';
  beforeAll(() => {
    folder = copyExample('netlify');
    runScript(folder, 'build');
  });

  it('answers with the place that Netlify knows', async () => {
    const functions = new FunctionsHandler({
      config: { get: () => ({ functions: { '*': {} }, build: {}, plugins: [] }), subscribe: () => () => {} },
      destPath: `${folder}/.netlify`,
      projectRoot: folder,
      settings: {},
      timeouts: { syncFunctions: 30 },
      userFunctionsPath: `${folder}/netlify/functions`,
      geolocation: { city: 'Saint-Étienne', country: { code: 'FR', name: 'France' } },
    });
    const request = new Request('https://shop.example/geo', { headers: { 'x-forwarded-for': visitors.lyon } });
    const match = await functions.match(request);
    expect(await (await match?.handle(request))?.json()).toMatchObject({ countryCode: 'FR', city: 'Saint-Étienne' });
  });

  it('has the widget beside its page', () => {
    expect(readdirSync(join(folder, 'public'))).toEqual(expect.arrayContaining(['index.html', 'geolet.js']));
  });
});

describe.each([
  {
    host: 'express',
    packages: { express: packageOf('test/workers', 'express') },
    start: ['server.js'],
  },
  {
    host: 'astro',
    packages: Object.fromEntries(
      ['astro', '@astrojs/node'].map((name) => [name, packageOf('test/package/consumers/astro-app', name)]),
    ),
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    start: ['dist/server/entry.mjs'],
  },
])('the example for $host', ({ host, packages, build, start }) => {
  let server: Server;
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    const node = build ? nodeForFrameworks() : process.execPath;
    const folder = copyExample(host, packages);
    if (build) expect(spawnSync(node, build, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
    service = await startService();
    // A list, as behind a CDN.
    const settings = { GEOLET_UPSTREAM: service.url, GEOLET_KEY: service.key, GEOLET_TRUST: '127.0.0.1, 10.0.0.0/8' };
    server = await startProgram([node, ...start], folder, settings);
  });
  afterAll(async () => {
    await server.stop();
    await service.stop();
  });

  const ask = (path: string, address: string) =>
    fetch(server.url + path, { headers: { 'x-forwarded-for': address, accept: 'text/html' } });

  it('writes the page for its visitor, and for nobody else', async () => {
    const pageOf = async (address: string) => (await ask('/', address)).text();
    // A page whose record comes late leaves as it is: the first lookup of a busy machine can be slow.
    await expect
      .poll(() => pageOf(visitors.lyon), { timeout: 20_000 })
      .toMatch(/<bdi part="value">Lyon<\/bdi>[^]*<bdi part="value">€139<\/bdi>/);
    const nowhere = await pageOf(visitors.nowhere);
    expect(nowhere).not.toContain('Lyon');
    expect(nowhere).toContain('your city</geo-text>');
  });

  it('answers with the record, and serves the widget', async () => {
    expect(await (await ask('/geo', visitors.osaka)).json()).toMatchObject({ countryCode: 'JP' });
    expect(await (await ask('/geolet.js', visitors.osaka)).text()).toContain('geo-ready');
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** The first of the next commands. */
function commandIn(output: string): string {
  return /^ {2}cd .*\n {2}(.*)$/m.exec(output)?.[1] ?? 'no command';
}
