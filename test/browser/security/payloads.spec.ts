import type { Page } from '@playwright/test';
import { answer } from '../elements/support.ts';
import { expect, test } from '../support/test.ts';
import { inspectSinks, payloads, sinksFor, textFields, trap, wholeSinks } from './sinks.ts';

/** Of the sinks that a browser may fetch something for, a few fields are enough: all fields go the same way. */
const mediaFields = ['city', 'ip', 'timezone'];
const settings =
  '<script type="application/json" data-geo-settings>{"places":{"shops":[{"name":"Paris","latitude":48.86,"longitude":2.35,"url":"/paris"}]}}</script>';

const recordOf = (text: string, known: object) => ({
  ...Object.fromEntries(textFields.map((name) => [name, text])),
  ...known,
});

function foreignRequests(page: Page, own: string): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return () => asked.filter((url) => !url.startsWith(`${own}/`) && url !== 'data:,');
}

const inFrance = { countryCode: 'FR', latitude: '48.86', longitude: '2.35' };
const nowhere = {};

/** Each payload in each of these fields, of a visitor who is by turns in these places, in all sinks of one page. */
for (const [name, fields, known] of [
  ['a field', ['city'], [inFrance, nowhere]],
  ['a few fields @release', mediaFields, [inFrance, nowhere]],
  ['all fields of a known country @release', textFields, [inFrance]],
  ['all fields of nowhere @release', textFields, [nowhere]],
] as const)
  test(`nothing out of a record runs, loads or leads elsewhere: ${name}`, async ({ page, site, expectLines }) => {
    test.setTimeout(300_000);
    // Of pictures and videos that a value has named, at the page's own host.
    expectLines(/\[geolet\]/, /status of 404/);
    const asked = foreignRequests(page, site.url);
    const sinks = [...wholeSinks, ...fields.flatMap((field) => sinksFor(field, mediaFields.includes(field)))];
    await page.addInitScript(trap);
    answer(site, { countryCode: 'FR' });
    const url = site.page(`${settings}<main>${sinks.join('')}</main>`, { head: '<style>main{display:none}</style>' });
    await page.goto(url);
    await page.evaluate(() => geolet?.ready);
    let looked = 0;
    let written = 0;
    for (const [index, { kind, text }] of payloads.entries()) {
      answer(site, recordOf(text, known[index % known.length] ?? nowhere));
      const seen = await page.evaluate(followAnswer, true).then(() => page.evaluate(inspectSinks));
      expect(seen.wrong, `${kind}: ${text}`).toEqual([]);
      looked += seen.looked;
      written += await page.evaluate(
        () =>
          [...document.querySelectorAll('b[data-geo-text]')].filter(({ textContent }) => textContent !== 'w').length,
      );
    }
    // Remembered, it is read on the next visit.
    await page.goto(url);
    await page.evaluate(followAnswer, true);
    expect((await page.evaluate(inspectSinks)).wrong).toEqual([]);
    expect(page.url()).toBe(url);
    expect(asked()).toEqual([]);
    expect(written, 'texts that a payload was written into').toBeGreaterThan(payloads.length);
    expect(looked).toBe(sinks.length * payloads.length);
    test.info().annotations.push({ type: 'sinks looked at', description: String(looked) });
  });

/** Asks again, if wanted, and waits until the tasks are over in which a page of that many elements is written. */
async function followAnswer(asks: boolean): Promise<void> {
  await geolet?.ready;
  if (asks) await geolet?.refresh();
  for (let task = 0; task < 3; task++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

test('nothing out of a record in the page runs, loads or leads away @rare', async ({ page, site, expectLines }) => {
  test.setTimeout(300_000);
  expectLines(/\[geolet\]/, /status of 404/);
  const sinks = [...wholeSinks, ...sinksFor('city', true)];
  site.page(`${settings}<main>${sinks.join('')}</main>`, { head: '<style>main{display:none}</style>' });
  let record: object = {};
  const { url } = await site.front(
    // Pages that are written, too, get these payloads in the tests of the edge.
    { markup: false },
    {
      log: () => {},
      transport: async () => ({
        status: 200,
        headers: new Headers({ 'content-type': 'application/json' }),
        text: JSON.stringify(record),
      }),
    },
  );
  const asked = foreignRequests(page, url);
  await page.addInitScript(trap);
  let looked = 0;
  let written = 0;
  let shape: unknown;
  for (const [index, { kind, text }] of payloads.entries()) {
    record = recordOf(text, index % 2 ? { countryCode: 'FR' } : {});
    // What one visitor is told is kept for a while.
    site.visitor = `81.2.${index}.7`;
    await page.goto(url);
    await page.evaluate(followAnswer, false);
    const seen = await page.evaluate(inspectSinks);
    expect(seen.wrong, `${kind}: ${text}`).toEqual([]);
    const now = await page.evaluate(() => Reflect.get(globalThis, 'shape') as string);
    expect(now, `${kind}: ${text}`).toBe((shape ??= now));
    looked += seen.looked;
    written += await page.evaluate(
      () => [...document.querySelectorAll('b[data-geo-text]')].filter(({ textContent }) => textContent !== 'w').length,
    );
  }
  expect(asked()).toEqual([]);
  expect(written, 'texts that a payload was written into').toBeGreaterThan(payloads.length);
  expect(looked).toBeGreaterThan(25_000);
  test.info().annotations.push({ type: 'sinks looked at', description: String(looked) });
});
