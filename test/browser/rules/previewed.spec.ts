import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevHandler, scriptTag } from '../../../src/command-line/dev-handler.ts';
import { createNodeServer, toNodeListener } from '../../../src/adapters/node/index.ts';
import { answerAs } from '../../../src/testing/playwright.ts';
import { listen } from '../../support/loopback.ts';
import { dist } from '../../support/site.ts';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const rules = [
  { select: 'h1', text: 'Bonjour', when: 'country: FR' },
  { select: 'h1', text: 'Hello {country}' },
  { select: '.promo', hide: 'country: FR' },
];
const body = '<main><h1>Hello</h1> <p class="promo">Free delivery</p></main>';

test('an owner’s own tests see what rules write, as any visitor @rare', async ({ page, site }) => {
  const visitor = answerAs(page);
  const says = (words: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(words);
  await visitor('JP');
  await open(page, site.page(body, { head: block({ rules }) }));
  await says('Hello Japan Free delivery');
  await visitor('FR');
  await says('Bonjour');
  await visitor('unknown');
  await says('Hello Free delivery');
});

test('geolet dev and its preview show what rules write @rare', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'geolet-rules-'));
  const html = `<!doctype html><html lang="en"><title>Rules</title><link rel="icon" href="data:,">${block({ rules })}${scriptTag}${body}`;
  await writeFile(join(folder, 'index.html'), html);
  const handle = createDevHandler({ folder, words: 'JP', host: 'localhost', report: () => undefined, files: dist });
  const server = createNodeServer(toNodeListener((request, peer) => handle(request, peer)));
  const url = `${await listen(server)}/`;
  const says = (words: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(words);
  await page.goto(url);
  await says('Hello Japan Free delivery');
  await page.goto(`${url}?geo-as=FR`);
  await says('Bonjour');
  await page.goto('about:blank');
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});
