import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as base, visibleText } from '../support/test.ts';

interface Fixtures {
  /** The events that a page was told so far: `geo-ready network`, `geo-error timeout`. */
  readonly told: (page?: Page) => Promise<string[]>;
}

/** Writes events down from before the page's first script, where no own name of `window` shows it. */
async function writeDown(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told: string[] = [];
    Reflect.set(globalThis, Symbol.for('events'), told);
    for (const type of ['geo-ready', 'geo-change'] as const)
      document.addEventListener(type, ({ visitor }) => told.push(`${type} ${visitor?.source}`));
    document.addEventListener('geo-error', ({ code }) => told.push(`geo-error ${code}`));
  });
}

export const test = base.extend<Fixtures>({
  told: [
    async ({ context, page }, use) => {
      await writeDown(context);
      await use(async (other = page) =>
        other.evaluate(() => Reflect.get(globalThis, Symbol.for('events')) as string[]),
      );
    },
    { auto: true },
  ],
});

export { expect };
export { eachRow } from '../support/test.ts';

/** One of everything, as written. */
export const content = `
  <h1 data-geo-text="Hello {country}">Hello you</h1>
  <p data-geo-show="country: FR">Always here.</p>
  <p><geo-text template="Shoes for {city}">Shoes for you</geo-text></p>
  <p><geo-if country="FR">Two days.<span slot="else" hidden>Five days.</span></geo-if></p>`;

/** What its visitors read when nothing is known, and in Lyon and Osaka. */
export const asWritten = 'Hello you Always here. Shoes for you Two days.';
export const inLyon = 'Hello France Always here. Shoes for Lyon Two days.';
export const inOsaka = 'Hello Japan Shoes for Osaka Five days.';

export async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => visibleText(page.locator('body')), { message: 'what the visitor reads' }).toBe(text);
}

export function requestsFor(path: string, site: { readonly requests: readonly string[] }): number {
  return site.requests.filter((request) => request === path).length;
}

/** What the page has asked for until now has come to the site by then: it asks for one thing more, and waits for that. */
export async function afterRequests(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/after.gif'));
}

/** Keeps requests back, those for the record if no address is named. @returns lets them go on. */
export async function holdRequests(page: Page, address = '**/geo'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Counts requests for the record as they leave the page: below it, browsers repeat some by themselves. */
export function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += Number(request.url().endsWith('/geo'))));
  return () => count;
}
