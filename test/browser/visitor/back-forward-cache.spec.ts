import { findBrowser, wholeChromium } from '../../support/find-browser.ts';
import { visitors } from '../../support/visitors.ts';
import { content, expect, expectText, inLyon, inOsaka, requestsFor, test } from './told.ts';

/** Playwright turns the cache off unless told otherwise. */
const executablePath = findBrowser(wholeChromium);
test.skip(!executablePath, 'no Chromium is there but a headless shell, which has no back/forward cache');
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

for (const cacheControl of ['no-cache', 'no-store']) {
  test(`a page of "${cacheControl}" comes back alive, with one lookup`, async ({ page, site, told }) => {
    site.visitor = visitors.lyon;
    site.headers = { 'cache-control': cacheControl };
    site.page('<a href="/">Back</a>', { path: '/next' });
    await page.goto(site.page(content));
    await expectText(page, inLyon);
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Reflect.set(globalThis, Symbol.for('persisted'), persisted));
    });
    await page.evaluate(() => void (location.href = '/next'));
    await page.waitForURL('**/next');
    await page.waitForFunction(() => globalThis.geolet?.visitor);
    await page.evaluate(() => globalThis.geolet?.override({ country: 'JP', city: 'Osaka' }));
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expectText(page, inOsaka);
    expect(await page.evaluate(() => Reflect.get(globalThis, Symbol.for('persisted')) as unknown)).toBe(true);
    expect(await told()).toEqual(['geo-ready network', 'geo-change choice']);
    expect(requestsFor('/geo', site)).toBe(1);
  });
}

test('a page that comes back has a refusal of meanwhile at once, and says so once', async ({ page, site }) => {
  site.page('<a href="/">Back</a>', { path: '/next' });
  await page.goto(
    site.page(`${content}<geo-optout><a href="/refuse">Refuse</a><b slot="honored" hidden>Honoured</b></geo-optout>`, {
      head: `<script>
        heard = [];
        document.addEventListener('geo-optout', (event) => heard.push(event.optOut));
        addEventListener('pageshow', ({ persisted }) => persisted && heard.push('back ' + geolet.optOut));
      </script>`,
    }),
  );
  await expect(page.getByRole('button', { name: 'Refuse' })).toHaveAttribute('aria-pressed', 'false');
  await page.evaluate(() => void (location.href = '/next'));
  await page.waitForURL('**/next');
  await page.evaluate(() => localStorage.setItem('geolet-optout', '1'));
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate('globalThis.heard')).toEqual(['back true', true]);
});
