import { faults, scriptTag } from '../../support/site.ts';
import { expect, open, test } from '../support/test.ts';

const record = '{"countryCode":"JP","countryName":"Japan"}';
const summary = () => globalThis.geolet?.explain();

test('JSON that comes as text is called so, with its type @rare', async ({ page, site, expectLines }) => {
  expectLines(/^warning: \[geolet\] bad-content-type: .*the answer is JSON, but its Content-Type is text\/plain/);
  site.geo = faults.body(record, 'text/plain');
  await open(page, site.page('<p>A</p>'));
  expect(await page.evaluate(summary)).toContain('let the server send `Content-Type: application/json`');
});

test('a login page is not called JSON @rare', async ({ page, site, expectLines, lines }) => {
  expectLines(/^warning: \[geolet\] bad-content-type/);
  site.geo = faults.body('<!doctype html><form>Log in', 'text/html');
  await open(page, site.page('<p>A</p>'));
  expect(lines.join()).not.toContain('is JSON');
});

test('a request that is blocked has no answer, however long it took @rare', async ({ page, site, expectLines }) => {
  expectLines(/./);
  await page.route('**/geo', (route) => route.abort('blockedbyclient'));
  await open(page, site.page('<p>A</p>'));
  const text = await page.evaluate(summary);
  expect(text).toContain('/geo, no answer');
  expect(text).not.toMatch(/answered in/);
});

test('an endpoint without its scheme is a path, and explain() says so', async ({ page, site, expectLines }) => {
  expectLines(/^(warning|error): /);
  const tag = scriptTag.replace('data-endpoint="/geo"', 'data-endpoint="shop.example/geo"');
  expect(tag).not.toBe(scriptTag);
  await open(page, site.page('<p>A</p>', { tag }));
  expect(await page.evaluate(summary)).toContain('write https://shop.example/geo, or /geo for the proxy of this site');
});

test('an endpoint that is a path is in order @rare', async ({ page, site, expectLines }) => {
  expectLines(/^(warning|error): /);
  const tag = scriptTag.replace('data-endpoint="/geo"', 'data-endpoint="api/geo.php"');
  await open(page, site.page('<p>A</p>', { tag }));
  expect(await page.evaluate(summary)).not.toContain('for the proxy of this site');
});
