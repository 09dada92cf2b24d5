import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevHandler, scriptTag } from '../../../src/command-line/dev-handler.ts';
import { createNodeServer, toNodeListener } from '../../../src/proxy/node/index.ts';
import { dist } from '../../support/site.ts';
import { expect, test as base, visibleText } from '../support/test.ts';
import { listen } from '../../support/loopback.ts';

const test = base.extend<{ dev: { url: string; as(words: string): void } }>({
  dev: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'geolet-dev-'));
    await writeFile(join(folder, 'index.html'), `<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,">${scriptTag}<h1>Hello <geo-text template="{country}">you</geo-text></h1>`);
    const handlerAs = (words: string) => createDevHandler({ folder, words, host: 'localhost', tell: () => {}, files: dist });
    let handler = handlerAs('JP');
    const server = createNodeServer(toNodeListener((request, peer) => handler(request, peer)));
    await use({ url: `${await listen(server)}/`, as: (words) => (handler = handlerAs(words)) });
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  },
});

test('a page that geolet dev serves is that of the visitor who was named, and of another after a reload', async ({ page, dev }) => {
  const says = (words: string) => expect.poll(() => visibleText(page.locator('h1'))).toBe(words);
  await page.goto(dev.url);
  await says('Hello Japan');
  expect(await page.evaluate(() => geolet?.visitor?.source)).toBe('network');
  dev.as('DE');
  await page.reload();
  await says('Hello Germany');
  await page.goto(`${dev.url}?geo-as=FR`);
  await says('Hello France');
  await page.goto(dev.url);
  await says('Hello France');
  await page.getByRole('button', { name: 'Leave' }).click();
  await says('Hello Germany');
});
