import type { Page } from '@playwright/test';
import { inPieces } from '../../support/first-frame.ts';
import { expect, settled, test } from '../support/test.ts';
import { visitFirst } from './support.ts';

const body =
  '<p><geo-text template="{city}, מקום יפה ללכת בו.">A</geo-text></p><p>(<geo-currency prices="ILS 190, EUR 45" was="ILS 250, EUR 59">190</geo-currency>)</p>';

/** Where each letter of what is shown stands, from the left. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('geo-text, geo-currency')].flatMap(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('[part]') ?? [])].map((part) => {
        const text = part.firstChild;
        if (!(text instanceof Text)) return [];
        return text.data.split('').map((letter, index) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          return `${letter} ${Math.round(range.getBoundingClientRect().left)}`;
        });
      }),
    ),
  );

for (const lang of ['he" dir="rtl', 'en']) {
  test(`values stand in the first frame where they stand after, in lang="${lang}"`, async ({ page, site }) => {
    await visitFirst(page, site, body);
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/geolet-elements.*', async (route) => {
      await released;
      await route.continue();
    });
    site.file(
      '/again',
      inPieces(
        [
          `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title><script src="/geolet.js"></script></head><body>${body}</body></html>`,
        ],
        0,
        site.headers,
      ),
    );
    await page.goto(`${site.url}/again`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('geo-currency')?.shadowRoot?.textContent);
    const first = await places(page);
    expect(first.flat().length).toBeGreaterThan(20);
    release?.();
    await settled(page);
    expect(await places(page)).toEqual(first);
  });
}
