import { findBrowser, wholeChromium } from '../../support/find-browser.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

/** Playwright turns the cache off unless told otherwise. */
const executablePath = findBrowser(wholeChromium);
test.skip(!executablePath, 'no Chromium is there but a headless shell, which has no back/forward cache');
test.use({
  timezoneId: 'Europe/Paris',
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

const standard = { days: '*: 1', cutoff: '23:59', timezone: 'UTC', work: 'sun-sat' };
const head = `<script type="application/json" data-geo-settings>${JSON.stringify({ delivery: { standard } })}</script>
  <script>
    // A clock that a test sets, since that of Playwright keeps a page out of the cache.
    const { now } = Date;
    ahead = 0;
    Date.now = () => Date.UTC(2026, 10, 24, 11, 14, 10) + ahead + now() % 1000;
    addEventListener('pageshow', ({ persisted }) => (wasKept = persisted));
  </script>`;

test('a page that comes back from the cache says at once how much time is left', async ({ page, site }) => {
  site.page('<a href="/">Back</a>', { path: '/next' });
  await open(
    page,
    site.page(
      '<main><geo-delivery plan="standard" template="{left}">A</geo-delivery> ¦ <b data-geo-delivery="standard" data-geo-text="{delivery-left}">B</b></main>',
      { head },
    ),
  );
  const text = () => visibleText(page.locator('main'));
  await expect.poll(text).toBe('12 hr 44 min ¦ 12 hr 44 min');
  // The page sleeps in the cache while an hour passes.
  await page.evaluate('addEventListener("pagehide", () => (ahead = 3_600_000))');
  await page.evaluate(() => void (location.href = '/next'));
  await page.waitForURL('**/next');
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate('globalThis.wasKept')).toBe(true);
  await expect.poll(text, { timeout: 2000 }).toBe('11 hr 44 min ¦ 11 hr 44 min');
});
