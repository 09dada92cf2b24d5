import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createDemoServer } from '../../demo/server.ts';
import { expect, test as base } from './support/test.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const test = base.extend<{ demo: string }>({
  demo: async ({ page }, use) => {
    const server = createDemoServer({ upstream: process.env.GEOLET_TEST_UPSTREAM ?? '', key: process.env.GEOLET_TEST_KEY ?? '', log: () => {} });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await page.context().addCookies([{ name: 'demo-visitor', value: 'lyon', url }]);
    await page.goto(url);
    await expect(page.locator('#visit-status')).toHaveText(/Lyon, France/);
    await use(url);
    server.close();
    server.closeAllConnections();
  },
});

test('the demo says why of what is clicked, and lets links be links again', async ({ page, demo }) => {
  await expect(page.locator('#why')).toBeHidden();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('#shop .price geo-currency').click();
  await expect(page.locator('#why-words')).toContainText("the visitor's currency is EUR, which the list has");
  await page.locator('#card-link .result a').first().click();
  await expect(page.locator('#why-words')).toContainText('data-geo-text="A map for {city}" has written "A map for Lyon"');
  expect(page.url()).toBe(`${demo}/`);
  await page.keyboard.press('Escape');
  await expect(page.locator('#why')).toBeHidden();
  await page.locator('#card-link .result a').nth(1).click();
  await expect(page).toHaveURL(`${demo}/?shop=fr#shop`);
});

test('the demo says why by keyboard alone', async ({ page, demo }) => {
  expect(demo).toBeTruthy();
  await page.getByRole('button', { name: 'Why?' }).press('Enter');
  await page.locator('#shop geo-text.city').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#why-words')).toContainText('{city} → Lyon');
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.locator('[data-why]')).toHaveCount(0);
  expect(await page.locator('#shop geo-text.city').getAttribute('tabindex')).toBeNull();
});

test('the demo shows its state as JSON', async ({ page, demo }) => {
  await page.getByRole('button', { name: 'geolet.inspect()' }).click();
  await expect(page.locator('#why-words')).toContainText(`"url": "${demo}/geo"`);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the demo has nothing for axe to say while it says why, ${scheme}`, async ({ browser, demo }) => {
    const page = await browser.newPage({ bypassCSP: true, colorScheme: scheme });
    await page.context().addCookies([{ name: 'demo-visitor', value: 'lyon', url: demo }]);
    await page.goto(demo);
    await expect(page.locator('#visit-status')).toHaveText(/Lyon, France/);
    await page.getByRole('button', { name: 'Why?' }).click();
    for (const asked of ['#shop geo-text.city', '#card-price [data-geo-currency]', '#card-if geo-if']) {
      await page.locator(asked).click();
      await expect(page.locator(asked)).toHaveAttribute('data-asked', '');
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axe });
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
      });
      expect(violations, asked).toEqual([]);
    }
    await page.close();
  });
}
