import type { Page } from '@playwright/test';
import type { Site } from '../../support/site.ts';
import { databaseContent } from '../visitor/database.ts';
import { asWritten, content, expect, expectText, inLyon, requestsFor, test } from '../visitor/told.ts';
import { type Platform, platforms, recipe, tcfElsewhere } from './platforms.ts';

declare global {
  var decide: ((yes: boolean) => void) | undefined;
}

const required = '<script async src="/geolet.js" data-consent="required"></script>';

/** Notes what the door was told, before any recipe is. */
const witness = `<script>
  var consents = [];
  (window.geoletQueue = window.geoletQueue || []).push((geolet) => {
    const consent = geolet.consent;
    geolet.consent = (granted) => { consents.push(granted); consent(granted); };
  });
</script>`;

function serve(site: Site, { heading, stub = '', script }: Platform, order: string): string {
  site.file('/platform.js', (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(`{${script}}`),
  );
  const parts = [witness, stub, recipe(heading), required];
  const head =
    order === 'platform first'
      ? [...parts.slice(0, 2), '<script src="/platform.js"></script>', ...parts.slice(2)]
      : [...parts, '<script defer src="/platform.js"></script>'];
  return site.page(content, { tag: head.join('\n') });
}

const consents = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'consents') as boolean[]);
const ours = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith('geolet')),
  );
const decide = (page: Page, yes: boolean) => page.evaluate((yes) => globalThis.decide?.(yes), yes);

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => globalThis.decide && globalThis.geolet?.visitor);
}

for (const platform of platforms) {
  for (const order of ['platform first', 'platform late']) {
    test(`${platform.name}: a decision counts, new or stored, and no other (${order}) @release`, async ({
      page,
      site,
    }) => {
      const url = serve(site, platform, order);
      expect(recipe(platform.heading)).toContain('geolet.consent(');

      await open(page, url);
      expect(await consents(page)).toEqual([]);
      await expectText(page, asWritten);
      await decide(page, true);
      await expectText(page, inLyon);
      expect(await consents(page)).toEqual([true]);

      // A later view: the platform remembers, even where the browser has thrown our own mark away.
      await page.evaluate(() => localStorage.clear());
      await page.evaluate(() => indexedDB.deleteDatabase('geolet'));
      await open(page, url);
      await expectText(page, inLyon);
      expect(await consents(page)).toEqual([true]);

      await decide(page, false);
      await expectText(page, asWritten);
      expect(await consents(page)).toEqual([true, false]);
      expect(await ours(page)).toEqual([]);
      await expect.poll(() => databaseContent(page)).toBeUndefined();

      const asked = requestsFor('/geo', site);
      await open(page, url);
      await expectText(page, asWritten);
      expect(await consents(page)).toEqual([false]);
      expect(requestsFor('/geo', site)).toBe(asked);

      await decide(page, true);
      await expectText(page, inLyon);
    });
  }
}

test('IAB TCF: where GDPR does not apply nobody has decided anything', async ({ page, site }) => {
  await open(page, serve(site, tcfElsewhere, 'platform late'));
  expect(await consents(page)).toEqual([]);
  await expectText(page, asWritten);
});

for (const platform of platforms.filter(({ heading }) => heading !== 'WP Consent API')) {
  test(`${platform.name}: a page without it has the recipe for nothing, and is quiet @rare`, async ({ page, site }) => {
    await page.goto(site.page(content, { tag: `${witness}${recipe(platform.heading)}${required}` }));
    await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.source)).toBe('none');
    expect(await consents(page)).toEqual([]);
  });
}
