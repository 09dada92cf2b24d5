import { findBrowser, wholeChromium } from '../../support/find-browser.ts';
import { asWritten, content, expect, expectText, inLyon, test } from '../visitor/told.ts';

const tag = '<script async src="/geolet.js" data-consent="required"></script>';
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

test('a page comes back as written, and stores nothing, where consent was withdrawn', async ({ page, site }) => {
  site.page('<a href="/">Back</a>', { path: '/next', tag });
  await page.goto(`${site.page(content, { tag })}?geo-choice=FR`);
  await page.waitForFunction(() => geolet?.visitor);
  await page.evaluate(() => geolet?.consent(true));
  await expectText(page, inLyon.replace('Lyon', 'you'));
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Reflect.set(globalThis, Symbol.for('persisted'), persisted));
    location.href = '/next';
  });
  await page.waitForURL('**/next');
  await page.waitForFunction(() => geolet?.visitor);
  await page.evaluate(() => geolet?.consent(false));
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL('**/?geo-choice=FR', { waitUntil: 'commit' });
  await expectText(page, asWritten);
  expect(await page.evaluate(() => Reflect.get(globalThis, Symbol.for('persisted')) as unknown)).toBe(true);
  const kept = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(await kept()).toEqual([]);
});
