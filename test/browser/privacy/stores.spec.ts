import { once } from 'node:events';
import type { BrowserContext, Page } from '@playwright/test';
import { pasted } from '../../support/ways-to-install.ts';
import { scriptTag, type Site } from '../../support/site.ts';
import { databaseContent } from '../visitor/database.ts';
import { asWritten, expect, expectText, holdRequests, inLyon, content, test } from '../visitor/told.ts';

/** A page on which everything that stores anything has something to store. */
const everything = `<main>
  <h1 data-geo-text="{country}">you</h1>
  <geo-currency prices="USD 10">$10</geo-currency>
  <geo-time hours="mon-sun 09:00-17:30" timezone="Europe/Paris" open="Open" closed="Closed">x</geo-time>
  <geo-suggest country="FR DE JP" href="/elsewhere" close="Close" hidden>Elsewhere</geo-suggest>
  <geo-optout><a href="/out">Opt out</a><span slot="honored" hidden>Honoured</span></geo-optout>
</main>`;
const settings = {
  redirect: [{ when: 'country: XX', to: '/xx' }],
  rules: [{ select: 'h1', title: 'x' }],
  rates: '/rates.json',
};
const head = `<script type="application/json" data-geo-settings>${JSON.stringify(settings)}</script>
<script type="application/json" data-geo-record data-geo-edge data-geo-choice-cookie="choice"></script>`;
const tag = scriptTag.replace('data-', 'data-consent="required" data-');

function serve(site: Site): string {
  const rates = JSON.stringify({
    base: 'USD',
    date: new Date().toISOString().slice(0, 10),
    rates: { EUR: 0.9, JPY: 150 },
  });
  site.file('/rates.json', (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(rates),
  );
  site.page(everything, { path: '/next', head, tag });
  return site.page(everything, { head, tag });
}

/** Every name under which anything is stored. */
async function names(page: Page): Promise<string[]> {
  const places = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...document.cookie
      .split('; ')
      .filter(Boolean)
      .map((cookie) => `cookie ${cookie.replace(/=.*/, '')}`),
  ]);
  const records = Object.keys((await databaseContent(page)) ?? {}).map((key) => `database ${key}`);
  return [...places, ...records].map((name) => name.replace(new URL(page.url()).origin, '')).sort();
}

/** Does all that stores anything. */
async function use(page: Page): Promise<void> {
  await page.waitForFunction(() => geolet?.visitor && customElements.get('geo-suggest'));
  await page
    .locator('geo-suggest')
    .getByRole('button', { name: 'Close' })
    .click({ timeout: 2000 })
    // Nobody is asked before consent, and after an answer. Where one is missing, the list of names is.
    .catch(() => {});
  await page.evaluate(() => geolet?.override('currency: JPY'));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    Reflect.deleteProperty(document, 'hidden');
  });
}

/** Beside the clock, which wants a `Date` that this site does not send: `delivery/clock.spec.ts` has it. */
const local = [
  'geolet:/geo',
  'geolet:choice',
  'geolet:consent',
  'geolet:rules',
  'geolet:suggest:/elsewhere',
  'geolet:texts',
];
const ofVisit = ['geolet:link', 'geolet:link-words', 'geolet:redirect', 'geolet:returning'];
const cookies = ['cookie choice', 'cookie choice_link'];
const database = ['database /geo', 'database rates /rates.json'];

const consent = (page: Page, granted: boolean) => page.evaluate((given) => geolet?.consent(given), granted);
async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => geolet?.visitor);
  return page;
}

test('two tabs store nothing before consent, nor after a withdrawal @rare', async ({ context, site }) => {
  test.setTimeout(60_000);
  const url = serve(site);
  const one = await open(context, `${url}?geo-choice=DE`);
  const previewing = await open(context, `${url}?geo-as=JP`);
  for (const page of [one, previewing]) {
    await use(page);
    expect(await names(page)).toEqual([]);
  }
  // Not even the preview itself: the next page is the visitor's own.
  await previewing.goto(`${url}next`);
  await previewing.waitForFunction(() => geolet?.visitor?.source === 'none');

  await consent(one, true);
  // Some store only while a page loads.
  await one.goto(`${url}next`);
  await use(one);
  await expect.poll(() => names(one)).toEqual([...cookies, ...database, ...local, ...ofVisit].sort());
  await previewing.goto(`${url}next?geo-choice=FR`);
  await previewing.waitForFunction(() => geolet?.visitor);
  await previewing.goto(`${url}?geo-as=JP`);
  await previewing.waitForFunction(() => geolet?.visitor?.source === 'preview');
  await previewing.goto(`${url}next`);
  await previewing.waitForFunction(() => geolet?.visitor?.source === 'preview');
  await use(previewing);
  expect(await names(previewing)).toEqual(expect.arrayContaining(['geolet:preview', ...ofVisit]));

  await consent(one, false);
  await previewing.waitForFunction(() => !sessionStorage.length);
  for (const page of [one, previewing]) {
    await use(page);
    await expect.poll(() => names(page)).toEqual([]);
    await page.getByRole('button', { name: 'Opt out' }).click();
    expect(await names(page)).toEqual(['geolet-optout']);
    await page.getByRole('button', { name: 'Opt out' }).click();
    await page.goto(`${url}next`);
    await page.waitForFunction(() => geolet?.visitor?.source === 'none');
    expect(await names(page)).toEqual([]);
  }
});

test('what a tab has stored goes when another withdraws between two of its pages', async ({ context, site }) => {
  const url = site.page(content, { tag });
  const one = await open(context, url);
  await consent(one, true);
  await expectText(one, inLyon);
  const two = await open(context, `${url}?geo-choice=DE`);
  await expect.poll(() => names(two)).toEqual(expect.arrayContaining(['geolet:link', 'geolet:returning']));
  await two.goto(site.page('<p>Elsewhere</p>', { path: '/elsewhere', tag: '' }));
  await consent(one, false);
  await two.goto(url);
  await expectText(two, asWritten);
  expect(await names(two)).toEqual([]);
});

test('a link whose country comes after a withdrawal stores nothing', async ({ page, site }) => {
  const release = await holdRequests(page, '**/geolet-countries/de.json');
  const asked = page.waitForRequest('**/geolet-countries/de.json');
  await page.goto(`${site.page(content)}?geo-choice=DE`);
  await asked;
  await consent(page, false);
  release();
  await page.waitForFunction(() => geolet?.visitor?.countryCode === 'DE');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await names(page)).toEqual([]);
});

test('a withdrawal ends the request that the page has made early, taken or not', async ({ page, site }) => {
  const early = (queue: string) => ({ tag: `${queue}${scriptTag}${pasted('ask')}` });
  const closed = () =>
    new Promise<void>((resolve) => {
      site.geo = (_request, response) => void once(response, 'close').then(() => resolve());
    });
  const taken = closed();
  const requested = page.waitForRequest('**/geo');
  await page.goto(site.page(content, early('')));
  await requested;
  await page.waitForFunction(() => geolet && !('geoletAnswer' in globalThis));
  await consent(page, false);
  await taken;
  await expectText(page, asWritten);
  const untaken = closed();
  await page.goto(site.page(content, early('<script>geoletQueue = [(geolet) => geolet.consent(false)]</script>')));
  await untaken;
  expect(await names(page)).toEqual([]);
});
