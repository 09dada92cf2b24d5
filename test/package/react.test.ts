import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { startSite } from '../support/site.ts';
import { consumers, run } from './packed.ts';

const app = join(consumers, 'react-app');
const vite = resolve('node_modules/.bin/vite');
const output = join(app, 'dist');

let browser: Browser;
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
  service = await startService();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

it('a Vite app with React that is rendered on a server is written on the server, hydrated without a word, and speaks to its visitor', async () => {
  const built = { status: 0, output: '' };
  const plain = ['--minify', 'false', '--mode', 'development', '--config', 'vite.client.config.js'];
  expect(run(vite, ['build', '--ssr', 'src/server.jsx', '--outDir', 'dist/server'], app)).toEqual(built);
  expect(run(vite, ['build', '--outDir', 'dist/client', ...plain], app)).toEqual(built);
  const { html, visitor } = (await import(pathToFileURL(join(output, 'server/server.js')).href)) as {
    html: string;
    visitor: unknown;
  };
  expect(html).toContain('<geo-currency prices="USD 149, EUR 139">$149</geo-currency>');
  expect(visitor).toBeUndefined();

  const site = await startSite(service.url, service.key);
  site.file('/client.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(output, 'client/client.js'))),
  );
  const page = await browser.newPage({ locale: 'en-US' });
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));

  await page.goto(
    site.page(`<div id="root">${html}</div>`, { tag: '<script type="module" src="/client.js"></script>' }),
  );
  // Once asked over the network, and once with the answer at hand before anything is hydrated.
  for (const source of ['network', 'cache']) {
    await page.waitForFunction(
      () => document.querySelector('geo-currency')?.shadowRoot?.querySelector('[part=value]')?.textContent === '€139',
    );
    expect(await page.evaluate(() => globalThis.geolet?.visitor?.source)).toBe(source);
    await page.getByRole('button').click();
    await page.getByText('1 in the cart').waitFor();
    expect(await page.locator('geo-if').innerText()).toBe('Livraison en 2 jours, panier 1');
    expect(lines.filter((line) => !/React DevTools|Lit is in dev mode/.test(line))).toEqual([]);
    await page.reload();
  }
  await page.close();
  await site.close();
});
