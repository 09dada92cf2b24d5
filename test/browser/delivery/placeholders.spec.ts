import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { answer, be } from '../elements/support.ts';
import { expect, open, test, eachRow } from '../support/test.ts';

test.use({ timezoneId: 'Europe/Paris' });

/** A Tuesday in Lisbon, 45 seconds before a quarter past eleven. */
const now = '2026-11-24T11:14:15Z';
const standard = { days: 'FR: 1-2, JP: 5', cutoff: '14:00', timezone: 'Europe/Lisbon' };
const block = (delivery: object = { standard }, rules?: readonly object[]) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify({ delivery, rules })}</script>`;
const text = (page: Page) => page.locator('main').textContent();

async function openAt(page: Page, url: string, time = now): Promise<void> {
  await page.clock.install({ time });
  await open(page, url);
}

/** Stops the clock before a minute begins, and lets it begin. */
async function passMinute(page: Page, minute: string): Promise<void> {
  await page.clock.pauseAt(Date.parse(minute) - 5000);
  await page.clock.runFor(10_000);
}

for (const loader of ['geolet', 'geolet-bindings'])
  test(`a template is filled in with the delivery beside it, by a file beside ${loader}.js`, async ({ page, site }) => {
    await openAt(
      page,
      site.page(
        `<main data-geo-delivery="standard" data-geo-text="{city}: {delivery-from} to {delivery-to} within {delivery-left}, {delivery-days} days, {delivery-weekday}" data-geo-title="{delivery-dates}">Soon</main>`,
        { head: block(), tag: scriptTag.replace('/geolet.js', `/${loader}.js`) },
      ),
    );
    await expect.poll(() => text(page)).toBe('Lyon: tomorrow to Thu, Nov 26 within 2 hr 45 min, 1–2 days, Thursday');
    await expect(page.locator('main')).toHaveAttribute('title', 'Wed, Nov 25 – Thu, Nov 26');
    expect(site.requests.filter((path) => path.startsWith('/geolet-'))).toEqual([
      ...(loader === 'geolet' ? [] : ['/geolet-bindings.js']),
      expect.stringMatching(/^\/geolet-dates\./),
    ]);
  });

test('forms and addresses get dates that machines read @rare', async ({ page, site }) => {
  await openAt(
    page,
    site.page(
      '<main data-geo-delivery="standard" data-geo-text="{delivery-to}">Soon</main><a data-geo-delivery="standard" data-geo-href="/cart?by={delivery-to}" href="/cart">Buy</a><form><input name="by" data-geo-delivery="standard" data-geo-value="{delivery-to}" /></form>',
      { head: block() },
    ),
  );
  await expect.poll(() => text(page)).toBe('Thu, Nov 26');
  await expect(page.locator('a')).toHaveAttribute('href', /\/cart\?by=2026-11-26$/);
  await expect(page.locator('input')).toHaveValue('2026-11-26');
});

test('without a promise the element stays as written, or takes its alternative @rare', async ({ page, site }) => {
  answer(site, { countryCode: 'DE' });
  await openAt(
    page,
    site.page(
      '<main data-geo-delivery="standard" data-geo-text="Delivered {delivery-to}" data-geo-title="Delivered {delivery-to|soon}">Soon</main>',
      { head: block() },
    ),
  );
  await expect(page.locator('main')).toHaveAttribute('title', 'Delivered soon');
  expect(await text(page)).toBe('Soon');
});

test('it passes the minute and the cut-off, follows the visitor’s choice, and ends @rare', async ({ page, site }) => {
  await openAt(
    page,
    site.page('<main data-geo-delivery="standard" data-geo-text="{delivery-left}: {delivery-to}">Soon</main>', {
      head: block(),
    }),
  );
  await expect.poll(() => text(page)).toBe('2 hr 45 min: Thu, Nov 26');
  await passMinute(page, '2026-11-24T11:15:00Z');
  await expect.poll(() => text(page)).toBe('2 hr 44 min: Thu, Nov 26');
  await passMinute(page, '2026-11-24T14:00:00Z');
  await expect.poll(() => text(page)).toBe('23 hr 59 min: Fri, Nov 27');
  await page.evaluate(() => void globalThis.geolet?.override('JP'));
  await expect.poll(() => text(page)).toBe('23 hr 59 min: Wed, Dec 2');
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect.poll(() => text(page)).toBe('Soon');
});

test('without the time that is left, nothing is written between the cut-offs @rare', async ({ page, site }) => {
  await openAt(
    page,
    site.page('<main data-geo-delivery="standard" data-geo-text="{delivery-to}">Soon</main>', { head: block() }),
    '2026-11-24T13:50:15Z',
  );
  await expect.poll(() => text(page)).toBe('Thu, Nov 26');
  await page.evaluate(() => {
    Reflect.set(window, 'writes', 0);
    new MutationObserver((records) =>
      Reflect.set(window, 'writes', (Reflect.get(window, 'writes') as number) + records.length),
    ).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await page.clock.pauseAt('2026-11-24T13:59:55Z');
  expect(await page.evaluate(() => Reflect.get(window, 'writes') as unknown)).toBe(0);
  await page.clock.runFor(10_000);
  await expect.poll(() => text(page)).toBe('Fri, Nov 27');
});

test('it is renewed when the page is seen again, and not while it is hidden @rare', async ({ page, site }) => {
  await openAt(
    page,
    site.page('<main data-geo-delivery="standard" data-geo-text="{delivery-left}">Soon</main>', { head: block() }),
  );
  await expect.poll(() => text(page)).toBe('2 hr 45 min');
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(Document.prototype, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await page.clock.pauseAt('2026-11-24T11:30:30Z');
  expect(await text(page)).toBe('2 hr 45 min');
  await hide(false);
  await expect.poll(() => text(page)).toBe('2 hr 29 min');
});

test('a plan below the markup is found, one that lacks is told @rare', async ({ page, site, expectLines, lines }) => {
  expectLines(/unusable-delivery: <p data-geo-delivery="express"/);
  const html = `<main data-geo-delivery="standard" data-geo-text="{delivery-to}">Soon</main><p data-geo-delivery="express" data-geo-text="{delivery-to}">Later</p>${block()}`;
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toBe('Thu, Nov 26');
  await expect.poll(() => lines.length).toBe(1);
  await be(page, 'JP');
  await expect(page.locator('p')).toHaveText('Later');
  expect(lines).toHaveLength(1);
});

test('a placeholder that cannot be filled is reported once @rare', async ({ page, expectLines, lines }) => {
  const rows = [
    ['without a plan beside it', '<main data-geo-text="{delivery-to}">Soon</main>', /unusable-template: <main/],
    [
      'with a word that no delivery has',
      '<main data-geo-delivery="standard" data-geo-text="{delivery-when}">Soon</main>',
      /unusable-template: <main/,
    ],
  ] as const;
  await eachRow(rows, page, async ([, html, detail], site) => {
    lines.length = 0;

    expectLines(detail);
    await openAt(page, site.page(html, { head: block() }));
    await expect.poll(() => lines.length).toBe(1);
    expect(await text(page)).toBe('Soon');
  });
});

test('a rule beside the page names its plan, too', async ({ page, site }) => {
  const rules = [{ select: 'main', delivery: 'standard', text: 'Delivered {delivery-to}' }];
  await openAt(page, site.page('<main>Soon</main>', { head: block({ standard }, rules) }));
  await expect.poll(() => text(page)).toBe('Delivered Thu, Nov 26');
});
