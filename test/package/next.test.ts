import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { writeRecipes } from '../frameworks/support/recipes.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { consumers, folder, installed, run } from './packed.ts';

const app = join(consumers, 'next-app');
const next = resolve('test/package/node_modules/next/dist/bin/next');

let browser: Browser;
let service: Awaited<ReturnType<typeof startService>>;
let build: ReturnType<typeof run>;
let server: ChildProcess;
let url = '';

beforeAll(async () => {
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  writeApp();
  build = run('node', [next, 'build'], app);
  service = await startService();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
  server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
    cwd: app,
    env: { ...process.env, NODE_ENV: 'production', GEOLET_UPSTREAM: service.url, GEOLET_KEY: service.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await addressIn(server);
}, 180_000);

afterAll(async () => {
  server.kill();
  await browser.close();
  await service.stop();
});

/** What the documentation shows, in its places, and the widget's files beside it. */
function writeApp(): void {
  const recipes = join(folder, 'recipes');
  writeRecipes(recipes);
  rmSync(join(app, '.next'), { recursive: true, force: true });
  mkdirSync(join(app, 'app/geo'), { recursive: true });
  for (const name of ['layout.tsx', 'use-visitor.js', 'delivery.jsx']) copyFileSync(join(recipes, 'react', name), join(app, 'app', name));
  copyFileSync(join(recipes, 'the proxy in your framework\'s server', 'route.ts'), join(app, 'app/geo/route.ts'));
  cpSync(join(installed, 'dist'), join(app, 'public'), { recursive: true });
}

async function addressIn({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('next start prints nothing');
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\/\/\S+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error(`next start has ended: ${build.output}`);
}

/** A visitor's page behind a server in front, and what its console says. */
async function visit(address: string): Promise<{ page: Page; lines: string[] }> {
  const context = await browser.newContext({ locale: 'en-US', extraHTTPHeaders: { 'x-forwarded-for': `9.9.9.9, ${address}` } });
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  return { page, lines };
}

/** Cache Components keep the page that was left, hidden. */
const read = (page: Page) => visibleText(page.locator('main').filter({ visible: true }));
const delivered = (times: number) => `No customs. ${times} Lyon, ${times} times France, counted`;
const inLyon = (name: string) => `${name} for Lyon €139 Two days.`;

describe('an app of Next.js', () => {
  it('is built without the key, its types checked', () => {
    expect(build.status, build.output).toBe(0);
    // On a machine that calls itself one of continuous integration it misses a cache.
    expect(build.output.replace(/.*No build cache found.*/, '')).not.toMatch(/warn|⚠/i);
    expect(build.output).toMatch(/○ \/\n/);
    expect(build.output).toMatch(/ƒ \/geo\n/);
  });

  it('answers each visitor for themselves, and believes the server in front alone', async () => {
    const ask = async (address: string) => (await (await fetch(`${url}/geo`, { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })).json()) as { countryCode?: string };
    expect((await ask(visitors.lyon)).countryCode).toBe('FR');
    expect((await ask(visitors.osaka)).countryCode).toBe('JP');
    expect((await fetch(`${url}/geo`)).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('knows the connection in an API route of the pages router, where the proxy for Node is bundled', async () => {
    const answer = await fetch(`${url}/api/geo`, { headers: { 'x-forwarded-for': visitors.lyon } });
    expect(await answer.json()).toMatchObject({ IP: '127.0.0.1' });
  });

  it('hydrates without a word, with bindings too, and follows its links and what it streams', async () => {
    const { page, lines } = await visit(visitors.lyon);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // Once asked over the network, and then with the answer at hand before anything is hydrated.
    for (const path of ['/', '/', '/', '/late', '/late', '/late']) {
      await page.goto(`${url}${path}`);
      await expect.poll(() => read(page), { timeout: 10_000 }).toContain(delivered(0));
      await expect.poll(() => read(page), { timeout: 10_000 }).toContain(inLyon(path === '/' ? 'Shoes' : 'Boots'));
    }
    await page.getByRole('button').click();
    await expect.poll(() => read(page)).toContain(delivered(1));
    await page.getByRole('link').click();
    await expect.poll(() => read(page), { timeout: 10_000 }).toContain(inLyon('Shoes'));
    expect(lines).toEqual([]);
    expect(asked.filter((path) => path === '/geo')).toHaveLength(1);
    await page.context().close();
  });

  it('has the same in the pages router', async () => {
    const { page, lines } = await visit(visitors.lyon);
    for (const _time of ['first', 'second']) {
      await page.goto(`${url}/old`);
      await expect.poll(() => read(page), { timeout: 10_000 }).toBe(`${inLyon('Hats')} ${delivered(0)}`);
    }
    await page.getByRole('button').click();
    await expect.poll(() => read(page)).toContain(delivered(1));
    expect(lines).toEqual([]);
    await page.context().close();
  });
});
