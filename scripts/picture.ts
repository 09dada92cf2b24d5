import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { createDemoServer } from '../demo/server.ts';
import { chromium as chromiumBrowser, findOrInstallBrowser } from '../test/support/find-browser.ts';
import { startService } from '../test/support/service.ts';

/** `npm run make -- picture`: the README's pictures, taken of the demo as it is served. */
const viewport = { width: 1180, height: 840 };
const sideBySide = 'docs/pictures/side-by-side.jpg';
const ofThePanel = 'docs/pictures/panel.jpg';

const service = await startService();
const server = createDemoServer({ upstream: service.url, key: service.key, log: () => {} });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await chromium.launch({
  executablePath: findOrInstallBrowser(chromiumBrowser) ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});

const shots: string[] = [];
for (const visitor of ['lyon', 'osaka']) {
  const context = await browser.newContext({ viewport, colorScheme: 'light', locale: 'en-US' });
  await context.addCookies([{ name: 'demo-visitor', value: visitor, url }]);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(
    () =>
      /Seen from/.test(document.querySelector('#visit-status')?.textContent ?? '') &&
      document.querySelector('geo-text')?.shadowRoot?.querySelector('[part=value]'),
  );
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter((image) => image.loading !== 'lazy').map((image) => image.decode().catch(() => {})),
    ),
  );
  const shop = await page.locator('#shop').screenshot({ type: 'png' });
  shots.push(`data:image/png;base64,${shop.toString('base64')}`);
  await context.close();
}

const sheet = await browser.newPage({ viewport: { width: 1600, height: 560 } });
await sheet.setContent(
  `<!doctype html><style>body{margin:0;display:flex;align-items:flex-start;gap:16px;background:#fff}img{width:calc(50% - 8px);border-radius:12px}</style>${shots.map((shot) => `<img src="${shot}">`).join('')}`,
);
await sheet.locator('body').screenshot({ path: sideBySide, type: 'jpeg', quality: 82 });

const owner = await browser.newPage({ viewport: { width: 1480, height: 800 }, colorScheme: 'light', locale: 'en-US' });
await owner.goto(`${url}/?geo-as=FR`);
await owner.mouse.wheel(0, 260);
await owner.getByRole('button', { name: /^Change this page/ }).click();
const panel = owner.getByRole('region', { name: 'Change this page' });
await panel.getByRole('button', { name: 'Point at the page' }).click();
// While one points, the panel's glass lies over the page.
const name = await owner.getByText('The Asterisk, a day shoe', { exact: true }).first().boundingBox();
await owner.mouse.click((name?.x ?? 0) + 40, (name?.y ?? 0) + 10);
await panel.getByLabel('New words').fill('L’Astérisque, pour tous les jours');
await panel.getByLabel('For whom').selectOption('Visitors from …');
const place = panel.getByRole('combobox', { name: 'Country, state or group' });
await place.fill('France');
await place.press('Enter');
await owner.evaluate(() => document.fonts.ready);
await owner.screenshot({ path: ofThePanel, type: 'jpeg', quality: 82 });

await browser.close();
server.close();
server.closeAllConnections();
await service.stop();
for (const output of [sideBySide, ofThePanel]) console.log(`${output}: ${readFileSync(output).length} bytes`);
