import type { Page } from '@playwright/test';
import { faults, scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { answer, be, nextFrame } from '../elements/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

test.use({ timezoneId: 'Europe/Paris' });

/** A Tuesday in Lisbon, 45 seconds before a quarter past eleven. */
const now = '2026-11-24T11:14:15Z';
const days = 'FR: 1-2, JP: 5, US-HI: 9-14, US: 3-5';
const sender = 'cutoff="14:00" timezone="Europe/Lisbon"';
const plan = `days="${days}" ${sender}`;
const template = 'template="Order within {left}: delivered {from} to {to}"';
const written = 'Ships in 5 to 9 days';

async function openAt(page: Page, url: string, time = now): Promise<void> {
  await page.clock.install({ time });
  await open(page, url);
  await page.evaluate(() => customElements.whenDefined('geo-delivery'));
}

/** Stops the clock before a minute begins, and lets it begin. */
async function passMinute(page: Page, minute: string): Promise<void> {
  await page.clock.pauseAt(Date.parse(minute) - 5000);
  await page.clock.runFor(10_000);
}

const text = (page: Page) => visibleText(page.locator('main'));
const element = (attributes: string) => `<main><geo-delivery ${attributes}>${written}</geo-delivery></main>`;
const settings = (block: object) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify(block)}</script>`;

/** The texts that are about to show, in their order. */
async function recordUpdates(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'updates', []);
    document.addEventListener('geo-before-update', (event) =>
      (Reflect.get(window, 'updates') as unknown[]).push(Reflect.get(event, 'value')),
    );
  });
  return () => page.evaluate(() => (Reflect.get(window, 'updates') as unknown[]).splice(0));
}

test('Lyon reads between which dates an order arrives, and how much time is left', async ({ page, site }) => {
  await openAt(page, site.page(element(`${plan} ${template}`)));
  await expect.poll(() => text(page)).toBe('Order within 2 hr 45 min: delivered tomorrow to Thu, Nov 26');
  await expect(page.locator('geo-delivery')).toHaveJSProperty('innerHTML', written);
  expect(site.requests.filter((path) => path.startsWith('/geolet-'))).toHaveLength(1);
});

test('the words are in the language around them', async ({ page, site }) => {
  const html = `<main lang="fr"><geo-delivery ${plan} template="{left}, {dates}">Bientôt</geo-delivery></main>`;
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toBe('2 h 45 min, mer. 25 – jeu. 26 nov.');
});

test.describe('in Osaka', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('today and tomorrow are the visitor’s, and all other dates the sender’s', async ({ page, site }) => {
    site.visitor = visitors.osaka;
    await openAt(page, site.page(element(`days="JP: 0-1" ${sender} template="{from} / {to}"`)), '2026-11-24T16:10:00Z');
    // It is Wednesday in Osaka: an order after the cut-off of Tuesday leaves on Wednesday.
    await expect.poll(() => text(page)).toBe('today / tomorrow');
    await passMinute(page, '2026-11-25T15:00:00Z');
    await expect.poll(() => text(page)).toBe('today / tomorrow');
  });
});

test.describe('in Honolulu', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' });

  test('the entry of the state counts before that of the country', async ({ page, site }) => {
    answer(site, { countryCode: 'US', stateCode: 'HI' });
    await openAt(page, site.page(element(`${plan} template="{days} days: {dates}"`)));
    await expect.poll(() => text(page)).toBe('9–14 days: Mon, Dec 7 – Mon, Dec 14');
  });

  test('without a state there is no promise, since it could be too early', async ({ page, site }) => {
    answer(site, { countryCode: 'US' });
    await openAt(page, site.page(element(plan)));
    await nextFrame(page);
    expect(await text(page)).toBe(written);
  });
});

test.describe('the children show', () => {
  for (const [why, attributes, record] of [
    ['outside of the places of the list', `days="JP: 5" ${sender}`, { countryCode: 'FR' }],
    ['for an unknown place', plan, {}],
    [
      'while the sender is closed for more than 60 days',
      `${plan} closures="2026-11-01..2027-02-01"`,
      { countryCode: 'FR' },
    ],
  ] as const)
    test(why, async ({ page, site }) => {
      answer(site, record);
      await openAt(page, site.page(element(attributes)));
      await nextFrame(page);
      expect(await text(page)).toBe(written);
    });

  for (const [why, attributes, code] of [
    ['for a list that cannot be read', `days="FR 1-2" ${sender}`, 'unusable-delivery'],
    ['without a time zone', `days="${days}" cutoff="14:00"`, 'unusable-delivery'],
    ['for an offset in place of a time zone', `days="${days}" timezone="+02:00"`, 'unusable-delivery'],
    ['for a plan that there is not', 'plan="standard"', 'unusable-delivery'],
    ['for a word that no delivery has', `${plan} template="{when}"`, 'unusable-template'],
  ] as const)
    test(`${why}, which is reported once`, async ({ page, site, expectLines, lines }) => {
      expectLines(new RegExp(`${code}: <geo-delivery`));
      await openAt(page, site.page(element(attributes)));
      await expect.poll(() => lines.length).toBe(1);
      await be(page, 'JP');
      await passMinute(page, '2026-11-24T11:20:00Z');
      expect(await text(page)).toBe(written);
      expect(lines).toHaveLength(1);
    });

  test('without an answer of the lookup, with a list for everybody, too', async ({ page, site, expectLines }) => {
    expectLines(/geolet\] http: /, /503/);
    site.geo = faults.status(503);
    await openAt(page, site.page(element(`days="*: 1" ${sender}`)));
    await expect(page.locator('geo-delivery:state(fallback)')).toHaveCount(1);
    await nextFrame(page);
    expect(await text(page)).toBe(written);
  });
});

test('a list for everybody holds for a visitor of an unknown place', async ({ page, site }) => {
  answer(site, {});
  await openAt(page, site.page(element(`days="*: 1" ${sender}`)));
  await expect.poll(() => text(page)).toBe('tomorrow');
});

test.describe('a guess @rare', () => {
  for (const [does, list, expected] of [
    ['promises nothing by place', days, written],
    ['does not keep a list for everybody from holding', '*: 1', 'tomorrow'],
  ] as const)
    test(does, async ({ page, site }) => {
      site.geo = () => undefined;
      await openAt(
        page,
        site.page(element(`days="${list}" ${sender}`), {
          tag: scriptTag.replace('data-endpoint', 'data-timeout-ms="60000" data-guess="on" data-endpoint'),
        }),
      );
      await expect(page.locator('geo-delivery:state(provisional)')).toHaveCount(1);
      await expect.poll(() => text(page)).toBe(expected);
    });
});

test('what is out of sight is right on paper @rare', async ({ page, site }) => {
  const above = '<p style="block-size: 500vh">Above</p>';
  await openAt(page, site.page(above + element(`${plan} template="{to}"`)));
  await expect.poll(() => text(page)).toBe('Thu, Nov 26');
  await passMinute(page, '2026-11-25T14:00:00Z');
  await page.pdf();
  expect(await text(page)).toBe('Mon, Nov 30');
});

test('a plan that stands below its element is found @rare', async ({ page, site }) => {
  const block = settings({
    delivery: { standard: { days: 'shops: 1', timezone: 'Europe/Lisbon' } },
    groups: { shops: 'FR' },
  });
  await openAt(page, site.page(`${element('plan="standard"')}${block}`));
  await expect.poll(() => text(page)).toBe('tomorrow');
});

test('it follows attributes that a script changes, and the visitor’s choice', async ({ page, site }) => {
  await openAt(page, site.page(element(`${plan} template="{to}"`)));
  await expect.poll(() => text(page)).toBe('Thu, Nov 26');
  await page.locator('geo-delivery').evaluate((own) => own.setAttribute('work', 'wed-fri'));
  await expect.poll(() => text(page)).toBe('Fri, Nov 27');
  await be(page, 'JP');
  await expect.poll(() => text(page)).toBe('Fri, Dec 4');
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect.poll(() => text(page)).toBe(written);
});

test('it passes minutes, the cut-off and midnight while the page is open', async ({ page, site }) => {
  await openAt(page, site.page(element(`${plan} ${template}`)));
  await expect.poll(() => text(page)).toContain('2 hr 45 min');
  await passMinute(page, '2026-11-24T11:15:00Z');
  await expect.poll(() => text(page)).toBe('Order within 2 hr 44 min: delivered tomorrow to Thu, Nov 26');
  await passMinute(page, '2026-11-24T13:59:00Z');
  await expect.poll(() => text(page)).toBe('Order within 1 min: delivered tomorrow to Thu, Nov 26');
  await passMinute(page, '2026-11-24T14:00:00Z');
  await expect.poll(() => text(page)).toBe('Order within 23 hr 59 min: delivered Thu, Nov 26 to Fri, Nov 27');
  // In Paris the day ends an hour before it does in Lisbon.
  await passMinute(page, '2026-11-24T23:00:00Z');
  await expect.poll(() => text(page)).toBe('Order within 14 hr 59 min: delivered tomorrow to Fri, Nov 27');
});

test('without the time that is left, the text changes at cut-off and midnight alone @rare', async ({ page, site }) => {
  const updates = await recordUpdates(page);
  await openAt(page, site.page(element(plan)), '2026-11-24T13:56:15Z');
  await expect.poll(updates).toEqual(['Wed, Nov 25 – Thu, Nov 26']);
  await page.clock.pauseAt('2026-11-24T13:58:55Z');
  await page.clock.runFor(60_000);
  expect(await updates()).toEqual([]);
  await page.clock.runFor(180_000);
  await expect.poll(updates).toEqual(['Thu, Nov 26 – Fri, Nov 27']);
});

test('after sleep it is right within a minute @rare', async ({ page, site }) => {
  await openAt(page, site.page(element(`${plan} ${template}`)));
  await expect.poll(() => text(page)).toContain('2 hr 45 min');
  await page.clock.fastForward(26 * 3_600_000);
  await page.clock.runFor(60_000);
  await expect.poll(() => text(page)).toMatch(/^Order within 4[34] min: delivered tomorrow to Fri, Nov 27$/);
});

test('an element without a box of its own follows the time, too @rare', async ({ page, site }) => {
  await openAt(page, site.page(element(`style="display: contents" ${plan} template="{left}"`)));
  await expect.poll(() => text(page)).toBe('2 hr 45 min');
  await passMinute(page, '2026-11-24T11:15:00Z');
  await expect.poll(() => text(page)).toBe('2 hr 44 min');
  await passMinute(page, '2026-11-24T14:00:00Z');
  await expect.poll(() => text(page)).toBe('23 hr 59 min');
  await page.evaluate(() => {
    Object.defineProperty(Document.prototype, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(300_000);
  expect(await text(page)).toBe('23 hr 59 min');
});

test('nothing ticks for what is out of sight, nor in a hidden tab @rare', async ({ page, site }) => {
  const updates = await recordUpdates(page);
  await openAt(page, site.page(`<p style="block-size: 5000px">Top</p>${element(`${plan} template="{left}"`)}`));
  await expect.poll(updates).toEqual(['2 hr 45 min']);
  await page.clock.pauseAt('2026-11-24T11:20:50Z');
  await page.clock.runFor(600_000);
  expect(await updates()).toEqual([]);
  await page.locator('geo-delivery').scrollIntoViewIfNeeded();
  await expect.poll(() => text(page)).toBe('2 hr 29 min');
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(Document.prototype, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await updates();
  await page.clock.runFor(300_000);
  expect(await updates()).toEqual([]);
  await hide(false);
  await expect.poll(() => text(page)).toBe('2 hr 24 min');
});
