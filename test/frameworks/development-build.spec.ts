import { readFile } from 'node:fs/promises';
import { expect, test } from '../browser/support/test.ts';
import { library, propertyFixture } from './support/build-fixtures.ts';
import { asWritten, be, inLyon, inOsaka, read, shop } from './support/shop.ts';

test('bundled with the development build of lit, Geolet is not warned of', async ({ page, site, expectLines }) => {
  // What that says of itself, on every page.
  expectLines(/Lit is in dev mode/);
  const client = await readFile(propertyFixture(library));
  site.file('/client.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(client),
  );
  const beside =
    '<div hidden><geo-if country="FR" hidden>A</geo-if><geo-switch hidden><geo-case country="FR" hidden>B</geo-case></geo-switch><geo-flag></geo-flag><geo-select countries="FR JP"></geo-select><geo-time datetime="2026-12-01T18:00:00Z">x</geo-time><geo-suggest country="JP" href="/jp" hidden>C</geo-suggest></div>';
  await page.goto(
    site.page(`<main>${shop}</main>${beside}`, { tag: '<script type="module" src="/client.js"></script>' }),
  );
  await expect.poll(() => read(page)).toBe(inLyon);
  await be(page, 'country: JP; city: Osaka');
  await expect.poll(() => read(page)).toBe(inOsaka);
  await be(page, 'unknown');
  await expect.poll(() => read(page)).toBe(asWritten);
  await page.evaluate(() => globalThis.geolet?.reset());
  await expect.poll(() => read(page)).toBe(inLyon);
  await page.evaluate(() => document.querySelector('geo-if')?.toggleAttribute('hidden'));
  await page.evaluate(() => document.querySelector('geo-if')?.setAttribute('country', 'JP'));
  await expect.poll(() => read(page)).toBe(inLyon.replace('Two days', 'Five days'));
});
