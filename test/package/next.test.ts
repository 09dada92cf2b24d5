import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, startApplication } from './application.ts';

const next = resolve('test/package/node_modules/next/dist/bin/next');

let application: Application;

beforeAll(async () => {
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  application = await startApplication({
    folder: 'next-app',
    documented: {
      'react/layout.tsx': 'app/layout.tsx',
      'react/delivery.jsx': 'app/delivery.jsx',
      "the proxy in your framework's server/route.ts": 'app/geo/route.ts',
    },
    statics: 'public',
    built: '.next',
    build: [next, 'build'],
    start: (port) => [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)],
  });
  return application.stop;
}, 180_000);

/** Cache Components keep the page that was left, hidden. */
const shown = (page: Page) =>
  expect.poll(() => visibleText(page.locator('main').filter({ visible: true })), { timeout: 10_000 });
const delivered = (times: number) => `No customs. ${times} Lyon, ${times} times France, counted`;
const inLyon = (name: string) => `${name} for Lyon €139 Two days.`;

describe('an app of Next.js', () => {
  it('is built without the key, its types checked', () => {
    // On a machine that calls itself one of continuous integration it misses a cache.
    expect(application.build.replace(/.*No build cache found.*/, '')).not.toMatch(/warn|⚠/i);
    expect(application.build).toMatch(/○ \/\n/);
    expect(application.build).toMatch(/ƒ \/geo\n/);
  });

  it('answers each visitor for themselves, and believes the server in front alone', async () => {
    const ask = async (address: string) =>
      (await fetch(`${application.url}/geo`, { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })).json();
    expect(await ask(visitors.lyon)).toHaveProperty('countryCode', 'FR');
    expect(await ask(visitors.osaka)).toHaveProperty('countryCode', 'JP');
    expect((await fetch(`${application.url}/geo`)).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('knows the connection in an API route of the pages router, where the proxy for Node is bundled', async () => {
    const answer = await fetch(`${application.url}/api/geo`, { headers: { 'x-forwarded-for': visitors.lyon } });
    expect(await answer.json()).toMatchObject({ IP: '127.0.0.1' });
  });

  it('hydrates without a word, with bindings too, and follows its links and what it streams', async () => {
    const { page, lines, asked } = await application.visit(visitors.lyon);
    // Once asked over the network, and then with the answer at hand before anything is hydrated.
    for (const path of ['/', '/', '/', '/late', '/late', '/late']) {
      await page.goto(`${application.url}${path}`);
      await shown(page).toContain(delivered(0));
      await shown(page).toContain(inLyon(path === '/' ? 'Shoes' : 'Boots'));
    }
    await page.getByRole('button').click();
    await shown(page).toContain(delivered(1));
    await page.getByRole('link').click();
    await shown(page).toContain(inLyon('Shoes'));
    expect(lines).toEqual([]);
    expect(asked.filter((path) => path === '/geo')).toHaveLength(1);
    await page.context().close();
  });

  it('has the same in the pages router', async () => {
    const { page, lines } = await application.visit(visitors.lyon);
    for (const _time of ['first', 'second']) {
      await page.goto(`${application.url}/old`);
      await shown(page).toBe(`${inLyon('Hats')} ${delivered(0)}`);
    }
    await page.getByRole('button').click();
    await shown(page).toContain(delivered(1));
    expect(lines).toEqual([]);
    await page.context().close();
  });
});
