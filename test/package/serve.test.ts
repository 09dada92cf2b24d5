import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitors } from '../support/visitors.ts';
import { tarball } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'geolet-serve-'));
const environment = { ...process.env, PORT: '0', GEOLET_TRUST: '1', GEOLET_UPDATE: 'off' };
const program = () => join(folder, 'node_modules/.bin/geolet');
let running: ChildProcess | undefined;
let url = '';

/** Prints how long a step takes, which depends on the machine. */
async function timed<Value>(what: string, act: () => Promise<Value> | Value): Promise<Value> {
  const start = performance.now();
  const value = await act();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return value;
}

function install(...packages: readonly string[]): void {
  execFileSync('npm', ['install', '--loglevel=error', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function start(): Promise<string> {
  const child = spawn(program(), ['serve'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  running = child;
  for await (const chunk of child.stdout) {
    const [address] = /http:\/\/[\w.:]+/.exec(String(chunk)) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('geolet serve ended without an address');
}

/** The first of the two packages alone, and then both. */
beforeAll(() => install(tarball()), 600_000);

afterAll(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGTERM');
    await once(running, 'exit');
  }
  rmSync(folder, { recursive: true });
});

describe('geolet serve, from an empty folder', () => {
  it('says what to install where the service is missing', () => {
    const { status, stderr } = spawnSync(program(), ['serve'], { cwd: folder, encoding: 'utf8', env: environment });
    expect([status, stderr]).toEqual([
      1,
      'geolet serve: The package @geolet/service is not installed here. Install it: npm install @geolet/service\n',
    ]);
  });

  it('answers with a record and the script after two commands', async () => {
    await timed('npm install', () => install(tarball(), tarball('geolet-service')));
    url = await timed('geolet serve', start);
    const headers = { 'x-forwarded-for': visitors.lyon };
    expect(await (await fetch(`${url}/geo`, { headers })).json()).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
    expect((await fetch(`${url}/geolet.js`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  }, 600_000);

  it('shows the visitor their city in a browser', async () => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': visitors.lyon } });
      await page.route(`${url}/shop`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><script async src="/geolet.js"></script><h1 data-geo-text="Shoes for {city}">Shoes for you</h1>',
        }),
      );
      await page.goto(`${url}/shop`);
      await expect.poll(() => page.innerText('h1'), { timeout: 60_000 }).toBe('Shoes for Lyon');
    } finally {
      await browser.close();
    }
  });
});
