import type { Page } from '@playwright/test';
import type { Inspection } from '../../../src/widget/api/inspection.ts';
import { faults, scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test } from '../support/test.ts';

/** As it comes out of a bug report. */
async function inspect(page: Page): Promise<Inspection> {
  return JSON.parse(await page.evaluate(async () => JSON.stringify(await globalThis.geolet?.inspect()))) as Inspection;
}

const settings = '<script type="application/json" data-geo-settings>{"groups":{"home":"FR"}}</script>';

test('gives the state of everything as JSON', async ({ page, site, expectLines }) => {
  expectLines(/kept-back/);
  site.visitor = visitors.lyon;
  await open(
    page,
    site.page(
      `${settings}
    <geo-if country="FR">A</geo-if><geo-if country="DE">B</geo-if><geo-if postal="1*">C</geo-if>
    <geo-text template="{city}">D</geo-text><geo-currency prices="USD 1, JPY 9">$1</geo-currency>
    <p data-geo-text="{city}">E</p><p data-geo-text="{isp}">F</p><p data-geo-show="group: home" class="geo-hide-de">G</p>`,
      { path: '/shop' },
    ),
  );
  await page.evaluate(() => history.replaceState(null, '', '?token=secret&utm_source=mail#part'));
  await expect.poll(async () => (await inspect(page)).elements['geo-text']).toEqual({ changed: 1 });
  const state = await inspect(page);
  expect(state).toMatchObject({
    page: `${site.url}/shop`,
    settings: { endpoint: `${site.url}/geo`, timeoutMs: 2000, consent: 'granted', debug: 'auto' },
    status: 'ready',
    source: 'network',
    record: { countryCode: 'FR', city: 'Lyon' },
    groups: { home: 'FR' },
    consent: { required: false, given: true },
    storage: { allowed: true, entries: [`geolet:${site.url}/geo`] },
    endpoint: { url: `${site.url}/geo`, httpStatus: 200 },
    elements: { 'geo-if': { yes: 1, no: 1, unknown: 1 }, 'geo-currency': { 'as written': 1 } },
    bindings: { text: { changed: 1, 'as written': 1 }, show: { changed: 1 }, hide: { changed: 1 } },
    document: { contentType: 'text/html', language: 'en' },
  });
  expect(state.endpoint).not.toHaveProperty('failure');
  expect(state.endpoint.ms).toBeGreaterThan(0);
  expect(state.startedMs).toBeGreaterThan(0);
  expect(state.unknown).toHaveLength(1);
  expect(state.mistakes.some((mistake) => mistake.startsWith('kept-back: '))).toBe(true);
  expect(state.files).toContain('geolet.js');
  expect(state.files.some((name) => name.startsWith('geolet-explain.'))).toBe(true);
  expect(JSON.stringify(state)).not.toContain('secret');
});

for (const [count, isTold] of [
  [499, false],
  [501, true],
] as const) {
  test(`tells ${isTold ? 500 : 'all'} of ${count} mistakes${isTold ? '' : ' @rare'}`, async ({
    page,
    site,
    expectLines,
  }) => {
    expectLines(/unusable-value/);
    const rows = Array.from({ length: count }, (_, row) => `<p data-geo-show="country: A${row}">A</p>`);
    await open(page, site.page(rows.join('')));
    const { mistakes, findings } = await inspect(page);
    expect(mistakes).toHaveLength(Math.min(count, 500));
    expect(findings.some((finding) => finding.endsWith('those after them were left out'))).toBe(isTold);
  });
}

test('has no address and no coordinates in it, even where the proxy exposes them @rare', async ({ page, site }) => {
  site.geo = faults.body(JSON.stringify({ countryCode: 'FR', IP: '140.77.1.1', latitude: '45.75', longitude: '4.85' }));
  await open(page, site.page('<p data-geo-text="{ip}">A</p>'));
  await expect(page.locator('p')).toHaveText('140.77.1.1');
  const text = JSON.stringify(await inspect(page));
  expect(text).toContain('"countryCode":"FR"');
  for (const secret of ['140.77.1.1', '45.75', '4.85']) expect(text).not.toContain(secret);
});

test('has the last failure, and what is missing without consent @rare', async ({ page, site, expectLines }) => {
  expectLines(/503/, /\[geolet\] http/);
  site.geo = faults.status(503);
  await open(
    page,
    site.page('<geo-if country="FR">A</geo-if>', { tag: scriptTag.replace('>', ' data-consent="required">') }),
  );
  expect(await inspect(page)).toMatchObject({
    status: 'fallback',
    source: 'none',
    consent: { required: true, given: false },
    storage: { allowed: false, entries: [] },
    elements: { 'geo-if': { unknown: 1 } },
  });
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await expect.poll(async () => (await inspect(page)).endpoint.failure).toBe(`http: 503 ${site.url}/geo`);
});
