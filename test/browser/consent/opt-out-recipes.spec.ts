import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { scriptTag, type Site } from '../../support/site.ts';
import { expect, test } from '../support/test.ts';
import { signalPrivacy } from '../visitor/privacy-signal.ts';
import { platforms } from './platforms.ts';

const section = readFileSync('docs/consent.md', 'utf8').split('\n## The opt-out\n')[1] ?? '';

/** The markup under a heading, as an owner copies it. */
function recipe(heading?: string): string {
  const text = heading ? section.split(`\n### ${heading}\n`)[1] : section;
  return /```html\n([^]*?)```/.exec(text ?? '')?.[1] ?? '';
}

const optOut = recipe();
const words = 'Do not sell or share my personal information';
const button = (page: Page) => page.getByRole('button', { name: words, exact: true });

function serve(site: Site, heading: string, { before = '', after = '' } = {}): string {
  site.file('/analytics.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('globalThis.counted = true;'),
  );
  return site.page(optOut, { tag: `${before}${recipe(heading)}${after}${scriptTag}` });
}

/** Opens a page, and waits for all that a recipe could do then. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => geolet?.visitor && customElements.get('geo-optout'));
  await page.waitForLoadState('networkidle');
}

const times = (site: Site, path: string) => site.requests.filter((request) => request === path).length;

/** Opens a page again as a browser that sends the signal and has stored nothing. */
async function withSignal(page: Page, url: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await signalPrivacy(page);
  await open(page, url);
  await expect(page.getByText('Your opt-out signal is honoured.')).toBeVisible();
}

test('any script: it loads without a refusal, never with one, and goes with one', async ({ page, site }) => {
  const url = serve(site, 'Any script');
  await open(page, url);
  expect(times(site, '/analytics.js')).toBe(1);
  await Promise.all([page.waitForEvent('load'), button(page).click()]);
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await page.waitForLoadState('networkidle');
  expect([times(site, '/analytics.js'), await page.evaluate('globalThis.counted')]).toEqual([1, undefined]);
  await withSignal(page, url);
  expect(times(site, '/analytics.js')).toBe(1);
});

/** What Google's tag has been told, without the time at which it began. */
const told = (page: Page) =>
  page.evaluate(() => (Reflect.get(globalThis, 'dataLayer') as ArrayLike<unknown>[]).map((entry) => Array.from(entry)));
const denied = [
  ['consent', 'update', { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }],
  ['set', 'restricted_data_processing', true],
];

test("Google's tag: it hears of a refusal, at once or on a press, and of nothing else", async ({ page, site }) => {
  const url = serve(site, "Google's tag");
  await open(page, url);
  const byDefault = [['consent', 'default', expect.objectContaining({ region: ['US'], wait_for_update: 500 })]];
  expect(await told(page)).toEqual(byDefault);
  await button(page).click();
  expect(await told(page)).toEqual([...byDefault, ...denied]);
  await button(page).click();
  expect(await told(page)).toEqual([...byDefault, ...denied]);
  await button(page).click();
  await open(page, url);
  expect(await told(page)).toEqual([...byDefault, ...denied]);
  await withSignal(page, url);
  expect(await told(page)).toEqual([...byDefault, ...denied]);
});

test('a consent platform: it denies marketing once somebody refuses', async ({ page, site }) => {
  const platform = platforms.find(({ name }) => name === 'WP Consent API, optout');
  const url = serve(site, 'A consent platform', { before: `<script>${platform?.script ?? ''}</script>` });
  const allows = () => page.evaluate('wp_has_consent("marketing")');
  await open(page, url);
  expect(await allows()).toBe(true);
  await button(page).click();
  expect(await allows()).toBe(false);
  await page.context().clearCookies();
  await open(page, url);
  expect(await allows()).toBe(false);
  await page.context().clearCookies();
  await withSignal(page, url);
  expect(await allows()).toBe(false);
});

test("Geolet's lookup: none is sent after a refusal, and nothing but the refusal is stored", async ({ page, site }) => {
  const url = serve(site, "Geolet's lookup");
  await open(page, url);
  expect(times(site, '/geo')).toBe(1);
  await button(page).click();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['geolet-optout']);
  await open(page, url);
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  expect(times(site, '/geo')).toBe(1);
  await withSignal(page, url);
  expect(times(site, '/geo')).toBe(1);
});
