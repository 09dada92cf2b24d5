import type { Page } from '@playwright/test';
import { readElementDocs } from '../../../scripts/reference/element-docs.ts';
import { violations } from '../support/accessibility.ts';
import { styled } from '../support/styled.ts';
import { expect, visibleText } from '../support/test.ts';
import { test } from './support.ts';

const elements = readElementDocs();
const address = 'docs/elements.html';

/** The live part of an element's example. */
const live = (page: Page, tag: string) => page.locator(`#${tag} ~ .example`).first().locator('.example-live');

/** What a reader sees of it. */
async function shown(page: Page, tag: string): Promise<string> {
  return (await visibleText(live(page, tag))).replaceAll(/\s+/g, ' ').trim();
}

test('each element has an example that runs, above exactly its code @rare', async ({ page, built }) => {
  const html = await (await page.request.get(`${built}/${address}`)).text();
  await page.goto(`${built}/${address}`);
  await expect(page.locator('.example')).toHaveCount(elements.length);
  for (const { tag, example } of elements) {
    expect(html).toContain(`<div class="example-live needs-script">${example}</div>`);
    await expect.poll(async () => page.locator(`#${tag} ~ .example code`).first().textContent()).toBe(example);
    await expect(live(page, tag).locator(tag).first()).toBeAttached();
  }
});

test('the examples show the visitor whom the reader picks @rare', async ({ page, built }) => {
  await page.goto(`${built}/${address}`);
  for (const [visitor, expected] of Object.entries({
    osaka: {
      'geo-case': 'Returns within 14 days',
      'geo-currency': '¥7,900 ¥6,900',
      'geo-flag': 'Delivery to Japan',
      'geo-if': 'Delivery in a week',
      'geo-nearest': 'Our shop in Osaka is 2.9 km away',
      'geo-suggest': '',
      'geo-switch': 'Delivery in a week',
      'geo-text': 'Shoes for Osaka',
    },
    lyon: {
      'geo-case': 'Returns by post, free for 14 days',
      'geo-currency': '€55 €45',
      'geo-flag': 'Delivery to France',
      'geo-if': 'Free delivery in two days',
      'geo-suggest': 'Do you pay in dollars?',
      'geo-switch': 'Livraison en deux jours',
      'geo-text': 'Shoes for Lyon',
    },
  })) {
    await page.getByLabel('See the examples from').selectOption(visitor);
    for (const [tag, text] of Object.entries(expected))
      await expect.poll(async () => shown(page, tag), { message: `${tag} as ${visitor}` }).toContain(text);
  }
});

test('the examples ask no other host, and store nothing @rare', async ({ page, built }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${built}/${address}`);
  await expect.poll(async () => shown(page, 'geo-text')).toBe('Shoes for Lyon');
  expect(requests.filter((url) => !url.startsWith(`${built}/`))).toEqual([]);
  expect(requests.filter((url) => url.endsWith('/geo'))).toEqual([]);
  expect(await page.evaluate(async () => [(await indexedDB.databases()).length, localStorage.length])).toEqual([0, 0]);
});

for (const width of [1280, 360]) {
  test(`nothing moves when the examples start, at ${width} px @rare`, async ({ page, built }) => {
    await page.setViewportSize({ width, height: 740 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/geolet.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${built}/${address}`, { waitUntil: 'commit' });
    const heights = () =>
      page.locator('.example').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    await expect.poll(async () => (await heights()).length).toBe(elements.length);
    await styled(page);
    const before = await heights();
    release();
    await expect.poll(async () => shown(page, 'geo-text')).toBe('Shoes for Lyon');
    await expect(live(page, 'geo-preview').locator('geo-preview')).toBeVisible();
    await expect.poll(async () => shown(page, 'geo-suggest')).toContain('Do you pay in dollars?');
    expect(await heights()).toEqual(before);
  });
}

test('without scripts there is the code alone @rare', async ({ browser, built }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${built}/${address}`);
  await expect(page.locator('.example code').first()).toBeVisible();
  await expect(page.locator('.example-live').first()).toBeHidden();
  await expect(page.locator('#example-visitor')).toBeHidden();
  await page.close();
});

test('the visitor is picked by keyboard @rare', async ({ page, built }) => {
  await page.goto(`${built}/${address}`);
  await page.getByLabel('See the examples from').focus();
  await page.keyboard.type('Osaka');
  await expect.poll(async () => shown(page, 'geo-text')).toBe('Shoes for Osaka');
  await expect(page.getByLabel('See the examples from')).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has nothing to say of the examples, ${colorScheme} @rare`, async ({ browser, built }) => {
    const page = await browser.newPage({ bypassCSP: true, viewport: { width: 360, height: 740 }, colorScheme });
    await page.goto(`${built}/${address}`);
    await expect.poll(async () => shown(page, 'geo-text')).toBe('Shoes for Lyon');
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
}
