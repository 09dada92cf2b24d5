import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createDevHandler, scriptTag } from '../../../src/command-line/dev-handler.ts';
import { createNodeServer, toNodeListener } from '../../../src/adapters/node/index.ts';
import { dist } from '../../support/site.ts';
import { expect, test as base, visibleText } from '../support/test.ts';
import { listen } from '../../support/loopback.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

const html = (body: string, tag = scriptTag) =>
  `<!doctype html><html lang="en"><title>Test</title><link rel="icon" href="data:,">${tag}<main>${body}</main>`;
const greeting = '<h1 data-geo-text="Hello {country}">Hello you</h1>';

const test = base.extend<{ dev: { url: string; folder: string; as(words: string): void } }>({
  dev: async ({ page }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'geolet-dev-'));
    await writeFile(join(folder, 'index.html'), html(greeting));
    const handlerAs = (words: string) =>
      createDevHandler({ folder, words, host: 'localhost', report: () => undefined, files: dist });
    let handler = handlerAs('JP');
    const server = createNodeServer(toNodeListener((request, peer) => handler(request, peer)));
    await use({ url: `${await listen(server)}/`, folder, as: (words) => (handler = handlerAs(words)) });
    // The control may still fetch what lists mistakes.
    await page.goto('about:blank');
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  },
});

test('a page that geolet dev serves is of the visitor who was named, and of another', async ({ page, dev }) => {
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

test('a visitor with gpc has a browser with the signal, and a record without a state @rare', async ({ page, dev }) => {
  const blocks = '<p data-geo-show="gpc" hidden>signal</p><p data-geo-text="{stateCode|no state}">x</p>';
  await writeFile(join(dev.folder, 'index.html'), html(blocks));
  const says = (words: string) => expect.poll(() => visibleText(page.locator('main'))).toBe(words);
  dev.as('US-CA; gpc');
  await page.goto(dev.url);
  await says('signal no state');
  expect(await page.evaluate(() => [geolet?.optOut, Reflect.get(navigator, 'globalPrivacyControl')])).toEqual([
    'signal',
    true,
  ]);
  dev.as('US-CA');
  await page.reload();
  await says('CA');
  expect(await page.evaluate(() => geolet?.optOut)).toBe(false);
});

const control = (page: Page) => page.getByRole('region', { name: 'Preview of this page' });
const chosen = (page: Page) =>
  control(page)
    .getByRole('combobox', { name: 'Viewing as' })
    .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);

test('a control in the corner says who you are from the first page on @rare', async ({ page, dev }) => {
  dev.as('JP; city: Osaka');
  await page.goto(dev.url);
  await expect(control(page)).toHaveCSS('position', 'fixed');
  expect(await chosen(page)).toBe('Japan');
  await expect(control(page)).toContainText('city: Osaka');
  await expect(page.getByRole('button', { name: 'Leave' })).toBeHidden();
  await expect(page.locator('h1')).toHaveText('Hello Japan');
  expect(await page.evaluate(() => geolet?.visitor?.source)).toBe('network');
  await control(page).getByLabel('Viewing as').selectOption({ label: 'Germany' });
  await expect(page).toHaveURL(`${dev.url}?geo-as=DE`);
  await expect(page.locator('h1')).toHaveText('Hello Germany');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('h1')).toHaveText('Hello Japan');
  expect(await chosen(page)).toBe('Japan');
  await expect(page.locator('geo-preview')).toHaveCount(1);
});

test('the control says who you are @rare', async ({ page, dev, expectLines }) => {
  expectLines(/503/, /\[geolet\] http/, /\[geolet\] timeout/);
  for (const [words, says] of [
    ['US-CA', 'United States'],
    ['unknown', 'Somebody unknown'],
    ['offline', 'No visitor data'],
    ['slow; FR', 'France'],
  ] as const)
    await test.step(words, async () => {
      dev.as(words);
      await page.goto(dev.url);
      await expect(control(page)).toBeVisible();
      expect(await chosen(page)).toBe(says);
      await expect(page.getByLabel('Slow answer')).toBeVisible({ visible: words !== 'offline' });
      await expect(page.getByLabel('Slow answer')).toBeChecked({ checked: words.startsWith('slow') });
      await page.waitForFunction(() => geolet?.visitor);
    });
  // The server ends with the test, and the late answer would never come.
  await expect(page.locator('h1')).toHaveText('Hello France');
});

test('the control says of words that they are not understood @rare', async ({ page, dev, expectLines }) => {
  expectLines(/unusable-visitor/);
  await page.goto(`${dev.url}?geo-as=Mars`);
  await expect(control(page)).toContainText('“Mars” is not understood');
  expect(await chosen(page)).toBe('Japan');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(dev.url);
  expect(await chosen(page)).toBe('Japan');
});

test('the control shows before the answer, and binds nothing by itself @rare', async ({ page, dev }) => {
  await writeFile(
    join(dev.folder, 'manual.html'),
    html(greeting, scriptTag.replace('src', 'data-bindings="manual" src')),
  );
  await page.goto(`${dev.url}manual`);
  await expect(control(page)).toBeVisible();
  await page.evaluate(() => geolet?.ready);
  await expect(page.locator('h1')).toHaveText('Hello you');
});

test("a control in a place of the page's own is the only one @rare", async ({ page, dev }) => {
  await writeFile(join(dev.folder, 'placed.html'), html(`${greeting}<geo-preview></geo-preview>`));
  await page.goto(`${dev.url}placed`);
  await expect(control(page)).toHaveCSS('position', 'static');
  expect(await chosen(page)).toBe('Japan');
  await page.evaluate(() => geolet?.ready);
  await expect(page.locator('geo-preview')).toHaveCount(1);
});

test('a page in a frame leaves the control to the page around it @rare', async ({ page, dev }) => {
  await writeFile(join(dev.folder, 'around.html'), html('<iframe src="/" title="A page"></iframe>'));
  await page.goto(`${dev.url}around`);
  await expect(control(page)).toBeVisible();
  await expect(page.frameLocator('iframe').locator('h1')).toHaveText('Hello Japan');
  await expect(page.frameLocator('iframe').locator('geo-preview')).toHaveCount(0);
});

test('a page that is never tried as somebody else has no control @rare', async ({ page, dev }) => {
  await writeFile(join(dev.folder, 'off.html'), html(greeting, scriptTag.replace('src', 'data-preview="off" src')));
  await page.goto(`${dev.url}off`);
  await page.waitForFunction(() => customElements.get('geo-preview'));
  await expect(page.locator('h1')).toHaveText('Hello Japan');
  await expect(page.locator('geo-preview')).toHaveCount(0);
});

test('the command without --as says in the corner whom it has chosen @rare', async ({ page, dev }) => {
  const command = spawn(process.execPath, [
    ...runTypeScript,
    'src/command-line/main.ts',
    'dev',
    dev.folder,
    '--port',
    '0',
  ]);
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    command.stdout.on(
      'data',
      (chunk: Buffer) => (text += chunk.toString()).includes('Another visitor') && resolve(text),
    );
    command.once('exit', () => reject(new Error(text)));
  });
  const [, code = ''] = /answers as: ([A-Z]{2})\n/.exec(said) ?? [];
  await page.goto(/http:\S+/.exec(said)?.[0] ?? '');
  await expect(control(page)).toBeVisible();
  expect(await chosen(page)).toBe(await page.evaluate(async () => (await geolet?.ready)?.countryName));
  expect(code).toBe(await page.evaluate(() => geolet?.visitor?.countryCode));
  command.kill();
});
