import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevHandler } from '../../../src/command-line/dev-handler.ts';
import { createNodeServer, toNodeListener } from '../../../src/adapters/node/index.ts';
import { listen } from '../../support/loopback.ts';
import { dist, faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const readme = readFileSync('README.md', 'utf8');
const start = readFileSync('docs/start.md', 'utf8');
const [shown = '', own = ''] = [readme, start].map((text) => /```html\n(.*?)```/s.exec(text)?.[1] ?? '');
const columns = ['Lyon', 'Osaka', 'failure', 'scripts off'];

/** What a column of the first table says, line by line. */
function read(column: number): { lines: string[]; href: string } {
  const table = readme.split('\n\n').find((part) => part.startsWith('| a visitor in Lyon sees')) ?? '';
  const cells = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(1, -1)[Math.min(column, 2)]?.trim() ?? '');
  const [label = '', href = ''] = cells.at(-1)?.split(' → ') ?? [];
  return { lines: [...cells.slice(0, -1), label], href: href.replaceAll('`', '') };
}

for (const [column, name] of columns.entries()) {
  test(`the first example of the README reads as its table says: ${name}`, async ({ browser, site }) => {
    site.visitor = name === 'Osaka' ? visitors.osaka : visitors.lyon;
    if (name === 'failure') site.geo = faults.status(503);
    const page = await browser.newPage({ javaScriptEnabled: name !== 'scripts off' });
    const url = site.page(`<main>${shown.replace(/<script.*?<\/script>/, '')}</main>`);
    if (name === 'scripts off') await page.goto(url);
    else await open(page, url);
    const { lines, href } = read(column);
    expect(lines).toHaveLength(4);
    await expect.poll(() => visibleText(page.locator('main'))).toBe(lines.join(' '));
    expect(await page.getByRole('link').evaluate((link: HTMLAnchorElement) => link.pathname)).toBe(href);
    await page.close();
  });
}

test('a reader who pastes the page of docs/start.md, and runs its command, reads what it says', async ({ page }) => {
  const [, words = ''] = /npx geolet dev \.\.\/my-page --as "(.*)"/.exec(start) ?? [];
  const said = [...(/You see (.*?) To preview/s.exec(start)?.[1]?.matchAll(/_(.*?)_/g) ?? [])].map(
    ([, text = '']) => text,
  );
  expect(said).toHaveLength(3);
  const folder = await mkdtemp(join(tmpdir(), 'geolet-start-'));
  await writeFile(join(folder, 'index.html'), own);
  const server = createNodeServer(
    toNodeListener(createDevHandler({ folder, words, host: 'localhost', report: () => undefined, files: dist })),
  );
  const url = (await listen(server)).replace('127.0.0.1', 'localhost');
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await open(page, `${url}/`);
  const texts = async () => Promise.all((await page.locator('body > :not(geo-preview)').all()).map(visibleText));
  await expect.poll(async () => (await texts()).filter(Boolean)).toEqual(said);
  const corner = page.getByRole('region', { name: 'Preview of this page' });
  await expect(corner).toHaveCSS('position', 'fixed');
  expect(await corner.getByLabel('Viewing as').inputValue()).toBe('JP');
  for (const [, somebody = ''] of start.matchAll(/`\?geo-as=([\w-]+)`/g)) {
    await open(page, `${url}/?geo-as=${somebody}`);
    expect(await page.evaluate(() => globalThis.geolet?.visitor?.source), somebody).toBe('preview');
  }
  await page.goto('about:blank');
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});
