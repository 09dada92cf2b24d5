import type { Page } from '@playwright/test';
import { faults } from '../../support/site.ts';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';
import { be } from '../elements/support.ts';

test.use({ timezoneId: 'Europe/Paris' });

/** A Tuesday, eleven in the morning in Paris. */
const now = '2026-11-24T10:05:00Z';
const moment = '2026-12-01T18:00:00Z';
const hours = 'hours="mon-fri 09:00-17:30; sat 10:00-14:00; 12-25 closed" timezone="Europe/Paris"';
const words = 'open="Open until {time}" closed="Opens {day} at {time}"';

/** Opens a page at a moment, from which its clock goes on. */
async function openAt(page: Page, url: string, time = now): Promise<void> {
  await page.clock.install({ time });
  await open(page, url);
  await page.evaluate(() => customElements.whenDefined('geo-time'));
}

const text = (page: Page) => visibleText(page.locator('main'));

test('a moment is told by the visitor’s clock, in the page’s language, with its zone', async ({ page, site }) => {
  const html = `<main><geo-time datetime="${moment}">A</geo-time> ¦ <geo-time lang="fr" datetime="${moment}">B</geo-time> ¦ <geo-time format="long" datetime="${moment}">C</geo-time> ¦ <geo-time format="time" datetime="${moment}">D</geo-time></main>`;
  await openAt(page, site.page(html));
  expect((await text(page)).split(' ¦ ')).toEqual([
    'Dec 1, 2026, 7:00 PM GMT+1',
    '1 déc. 2026, 19:00 UTC+1',
    'Tuesday, December 1, 2026 at 7:00 PM Central European Standard Time',
    '7:00 PM GMT+1',
  ]);
});

test('a moment can be written as the owner’s clock shows it, and shown by that clock', async ({ page, site }) => {
  const html =
    '<main><geo-time datetime="2026-12-01T09:00" timezone="Asia/Tokyo" format="time">A</geo-time> ¦ <geo-time datetime="2026-12-01T09:00" timezone="Asia/Tokyo" shown-in="place" format="time">B</geo-time></main>';
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toBe('1:00 AM GMT+1 ¦ 9:00 AM GMT+9');
});

test('the value is a time element for machines, and a part for styles', async ({ page, site }) => {
  await openAt(
    page,
    site.page(`<main><geo-time datetime="2026-12-01T19:00+01:00">A</geo-time></main>`, {
      head: '<style>geo-time::part(value){color:rgb(1,2,3)}</style>',
    }),
  );
  const value = page.locator('geo-time time');
  await expect(value).toHaveAttribute('datetime', '2026-12-01T18:00:00.000Z');
  await expect(value).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.locator('geo-time')).toHaveJSProperty('innerHTML', 'A');
});

test('a relative time follows the clock, minute by minute', async ({ page, site }) => {
  await openAt(page, site.page('<main><geo-time format="relative" datetime="2026-11-24T10:08Z">A</geo-time></main>'));
  await expect.poll(() => text(page)).toBe('in 3 minutes');
  await page.clock.pauseAt('2026-11-24T10:05:50Z');
  for (const expected of ['in 2 minutes', 'in 1 minute', 'now', '1 minute ago']) {
    await page.clock.runFor(60_000);
    await expect.poll(() => text(page)).toBe(expected);
  }
});

test('nothing ticks out of sight, without a change, nor in a hidden tab @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'updates', []);
    document.addEventListener('geo-before-update', (event) =>
      (Reflect.get(window, 'updates') as unknown[]).push(Reflect.get(event, 'value')),
    );
  });
  const updates = () => page.evaluate(() => (Reflect.get(window, 'updates') as unknown[]).splice(0));
  const html = `<main><geo-time datetime="${moment}">A</geo-time><p style="margin-top: 5000px"><geo-time id="far" format="relative" datetime="2026-11-24T10:30Z">B</geo-time></p></main>`;
  await openAt(page, site.page(html));
  await expect.poll(() => visibleText(page.locator('#far'))).toBe('in 25 minutes');
  expect(await updates()).toHaveLength(2);
  await page.clock.pauseAt('2026-11-24T10:05:50Z');
  await page.clock.runFor(600_000);
  expect(await updates()).toEqual([]);
  await page.locator('#far').scrollIntoViewIfNeeded();
  await expect.poll(() => visibleText(page.locator('#far'))).toBe('in 14 minutes');
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
  await expect.poll(() => visibleText(page.locator('#far'))).toBe('in 9 minutes');
});

test('opening hours are in the owner’s words, with the state that style sheets ask for', async ({ page, site }) => {
  const head =
    '<style>geo-time { outline-style: none } geo-time:state(open) { outline-style: solid } geo-time:state(closed) { outline-style: dotted }</style>';
  await openAt(
    page,
    site.page(`<main><geo-time ${hours} ${words}>Mon to Fri 9:00 to 17:30</geo-time></main>`, { head }),
  );
  await expect.poll(() => text(page)).toBe('Open until 5:30 PM');
  await expect(page.locator('geo-time')).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('geo-time time')).toHaveAttribute('datetime', '2026-11-24T16:30:00.000Z');
  await page.clock.pauseAt('2026-11-24T16:29:50Z');
  await page.clock.runFor(20_000);
  await expect.poll(() => text(page)).toBe('Opens tomorrow at 9:00 AM');
  await expect(page.locator('geo-time')).toHaveCSS('outline-style', 'dotted');
  await page.clock.pauseAt('2026-11-28T15:00:00Z');
  await page.clock.runFor(60_000);
  await expect.poll(() => text(page)).toBe('Opens Monday at 9:00 AM');
});

test.describe('elsewhere', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('opening hours are told by the visitor’s clock, or by the shop’s', async ({ page, site }) => {
    const html = `<main><geo-time ${hours} ${words}>A</geo-time> ¦ <geo-time ${hours} ${words} shown-in="place">B</geo-time> ¦ <geo-time ${hours} open="Closes {relative}, {time} {zone}" shown-in="place">C</geo-time></main>`;
    await openAt(page, site.page(html));
    await expect
      .poll(() => text(page))
      .toBe('Open until 1:30 AM ¦ Open until 5:30 PM ¦ Closes in 6 hours, 5:30 PM GMT+1');
  });
});

test('an answer without words of its own is as written, with its state', async ({ page, site }) => {
  const html = `<main><geo-time ${hours} closed="Closed">A</geo-time> ¦ <geo-time hours="00:00-24:00" timezone="Europe/Paris" open="Until {time}">B</geo-time> ¦ <geo-time hours="00:00-24:00" timezone="Europe/Paris" open="Always open">C</geo-time></main>`;
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toBe('A ¦ B ¦ Always open');
  expect(
    await page
      .locator('geo-time')
      .evaluateAll((elements) =>
        elements.every((element) => element.matches(':state(open)') && !element.matches(':state(closed)')),
      ),
  ).toBe(true);
});

test('a mistake is named once, and the element is as written', async ({ page, site, expectLines, lines }) => {
  const rows = [
    ['a moment without zone', '<geo-time datetime="2026-12-01T18:00">A</geo-time>'],
    ['a day that is none', '<geo-time datetime="2026-02-31T18:00Z">A</geo-time>'],
    ['neither moment nor hours', '<geo-time>A</geo-time>'],
    ['a format that is none', `<geo-time datetime="${moment}" format="constructor">A</geo-time>`],
    ['a zone that is none', `<geo-time datetime="${moment}" timezone="Mars/Base">A</geo-time>`],
    ['an offset in place of a zone', `<geo-time datetime="${moment}" timezone="+02:00">A</geo-time>`],
    ['a clock that is none', `<geo-time datetime="${moment}" shown-in="place">A</geo-time>`],
    ['hours without a zone', '<geo-time hours="mon-fri 09:00-17:30" open="B">A</geo-time>'],
    [
      'a day that no calendar has',
      '<geo-time hours="mon-fri 09:00-17:30; 02-30 closed" timezone="Europe/Paris" open="B" closed="B">A</geo-time>',
    ],
    [
      'hours that cannot be read',
      '<geo-time hours="Mo-Fr 9-17" timezone="Europe/Paris" open="B" closed="B">A</geo-time>',
    ],
  ] as const;
  expectLines(/unusable-time: <geo-time/);
  await openAt(page, site.page(`<main>${rows.map(([, html]) => html).join(' ')}</main>`));
  await expect.poll(() => lines).toHaveLength(rows.length);
  await be(page, 'JP');
  for (const [index, [name]] of rows.entries())
    expect(await visibleText(page.locator('geo-time').nth(index)), name).toBe('A');
  expect(lines).toHaveLength(rows.length);
});

test('words that cannot be filled in are named once', async ({ page, expectLines, lines }) => {
  const rows = ['Until {hour}', 'Until {time', '{constructor}'];
  await eachRow(rows, page, async (template, site) => {
    lines.length = 0;

    expectLines(/unusable-template: <geo-time/);
    await openAt(page, site.page(`<main><geo-time ${hours} open="${template}">A</geo-time></main>`));
    await expect.poll(() => lines).toHaveLength(1);
    expect(await text(page)).toBe('A');
  });
});

test('an engine that knows a zone only by its earlier name tells the same time @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, given: [string?, Intl.DateTimeFormatOptions?]) {
        if (given[1]?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone specified: Europe/Kyiv');
        return Reflect.construct(target, given);
      },
    });
  });
  const html = '<main><geo-time datetime="2026-12-01T20:00" timezone="Europe/Kyiv" format="time">A</geo-time></main>';
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toBe('7:00 PM GMT+1');
});

test('a browser that does not tell its zone leaves the element as written @rare', async ({ page, site }) => {
  await page.addInitScript(() => {
    Intl.DateTimeFormat.prototype.resolvedOptions = () =>
      ({ timeZone: undefined }) as unknown as Intl.ResolvedDateTimeFormatOptions;
  });
  await openAt(page, site.page(`<main><geo-time datetime="${moment}">A</geo-time></main>`));
  expect(await text(page)).toBe('A');
});

test('without a record the element is as written, and follows one', async ({ page, site, expectLines }) => {
  expectLines(/404/, /\[geolet\] http/);
  site.geo = faults.status(404);
  const html = `<main><geo-time datetime="${moment}" format="time">A</geo-time> <geo-time ${hours} ${words}>B</geo-time></main>`;
  await openAt(page, site.page(html));
  expect(await text(page)).toBe('A B');
  expect(
    await page
      .locator('geo-time')
      .evaluateAll((elements) => elements.some((element) => element.matches(':state(open)'))),
  ).toBe(false);
  site.geo = undefined;
  await page.evaluate(() => globalThis.geolet?.refresh());
  await expect.poll(() => text(page)).toBe('7:00 PM GMT+1 Open until 5:30 PM');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await text(page)).toBe('A B');
});

test('attributes that change are followed, and what is taken out leaves nothing', async ({ page, site }) => {
  await openAt(page, site.page(`<main><geo-time datetime="${moment}" format="relative">A</geo-time></main>`));
  await expect.poll(() => text(page)).toBe('in 7 days');
  await page.locator('geo-time').evaluate((element) => element.setAttribute('format', 'time'));
  await expect.poll(() => text(page)).toBe('7:00 PM GMT+1');
  await page.evaluate(() => {
    const element = document.querySelector('geo-time');
    element?.setAttribute('format', 'relative');
    element?.remove();
    if (element) document.querySelector('main')?.append(element);
  });
  await page.clock.pauseAt('2026-12-01T17:59:30Z');
  await page.clock.runFor(31_000);
  await expect.poll(() => text(page)).toBe('now');
});

test('under a strict policy, from right to left and in Arabic it says the same @rare', async ({ page, site }) => {
  site.headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html",
  };
  const html = `<main lang="ar" dir="rtl"><geo-time datetime="${moment}" format="time">A</geo-time></main>`;
  await openAt(page, site.page(html));
  expect(await text(page)).toMatch(/7:00 م/);
});

test('opening hours and relative words are a file of their own, a moment is not', async ({ page, site }) => {
  const rare = () => site.requests.filter((path) => /geolet-times/.test(path)).length;
  const html = `<main><geo-time datetime="${moment}">A</geo-time> <geo-time datetime="${moment}" format="long">B</geo-time></main>`;
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toMatch(/^Dec 1.*Standard Time$/);
  expect(rare()).toBe(0);
  await page
    .locator('geo-time')
    .first()
    .evaluate((element) => element.setAttribute('format', 'relative'));
  await expect.poll(() => text(page)).toMatch(/^in 7 days /);
  expect(rare()).toBe(1);
});

test('a page that refuses that file keeps what is written there @rare', async ({ page, site, expectLines }) => {
  expectLines(/Failed to load resource/, /\[geolet\] file-refused: times/);
  await page.route('**/geolet-times*', (route) => route.abort());
  const html = `<main><geo-time datetime="${moment}" format="time">A</geo-time> ¦ <geo-time ${hours} ${words}>Mon to Fri</geo-time></main>`;
  await openAt(page, site.page(html));
  await expect.poll(() => text(page)).toBe('7:00 PM GMT+1 ¦ Mon to Fri');
});
