import { expect, settled, test } from '../support/test.ts';

test('nothing that a browser gets has the key in it', async ({ page, site }) => {
  const key = process.env.GEOLET_TEST_KEY ?? '';
  expect(key).not.toBe('');
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    received.push(
      Promise.all([response.text().catch(() => ''), response.allHeaders()]).then(
        ([body, headers]) => `${response.url()} ${JSON.stringify(headers)} ${body}`,
      ),
    );
  });
  const html =
    '<geo-text template="{city}">City</geo-text> <geo-currency prices="USD 1, EUR 2">$1</geo-currency> <geo-flag></geo-flag> <span data-geo-text="{country}">Country</span>';
  await page.goto(site.page(html));
  await settled(page);
  await page.evaluate(() => globalThis.geolet?.refresh());
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      await globalThis.geolet?.ready,
    ]),
  );
  const all = [...(await Promise.all(received)), stored];
  expect(all.filter((text) => text.includes('/geo'))).not.toEqual([]);
  expect(all.filter((text) => text.includes(key))).toEqual([]);
});
