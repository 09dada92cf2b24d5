import { faults, scriptTag } from '../../support/site.ts';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';

test.use({ timezoneId: 'Europe/Paris' });

const plan = 'days="*: 1" cutoff="23:59" timezone="UTC" work="sun-sat" template="{left}"';
const markup = `<main><geo-delivery ${plan}>A</geo-delivery></main>`;
/** The browser's clock stands still there, until the test sets it. */
const head = `<script>
  var clockMs = Date.UTC(2026, 10, 24, 11, 14, 30);
  Date.now = () => clockMs;
  Object.defineProperty(performance, 'timeOrigin', { value: clockMs });
</script>`;
const record = JSON.stringify({ countryCode: 'FR' });
const json = { 'content-type': 'application/json' };
const inHours = (hours: number) => new Date(Date.UTC(2026, 10, 24, 11 + hours, 14, 30)).toUTCString();

for (const [what, headers, expected] of [
  ['is put right by the Date of the lookup', () => ({ date: inHours(2) }), /^10 hr 4[345] min$/],
  ['is left alone by a lookup that a cache has kept', () => ({ date: inHours(2), age: '7200' }), /^12 hr 44 min$/],
  ['is left alone by a Date that is more than a day away', () => ({ date: inHours(30) }), /^12 hr 44 min$/],
] as const)
  test(`a wrong clock ${what}, also on the next page and in a new tab @rare`, async ({ context, page, site }) => {
    site.geo = (_request, response) => response.writeHead(200, { ...json, ...headers() }).end(record);
    await open(page, site.page(markup, { head }));
    const text = () => visibleText(page.locator('main'));
    await expect.poll(text).toMatch(expected);
    await page.reload();
    await expect.poll(text).toMatch(expected);
    const tab = await context.newPage();
    await tab.goto(page.url());
    await expect.poll(() => visibleText(tab.locator('main'))).toMatch(expected);
    expect(site.requests.filter((path) => path === '/geo')).toHaveLength(1);
  });

const times = `<main>
  <geo-time hours="tue 12:00-14:00" timezone="Europe/Paris" open="open" closed="closed">A</geo-time> ¦
  <geo-time datetime="2026-11-24T14:14:30Z" format="relative">A</geo-time> ¦
  <geo-if local-time="tue 14:00-15:00">after two<i slot="else" hidden>before two</i></geo-if> ¦
  <b data-geo-show="local-time: tue 14:00-15:00" hidden>as a binding says</b>
</main>`;
for (const [what, headers, expected] of [
  ['are put right by it, too', () => ({ date: inHours(2) }), 'closed ¦ in 1 hour ¦ after two ¦ as a binding says'],
  ['go by the clock of the browser without it', () => ({}), 'open ¦ in 3 hours ¦ before two ¦'],
] as const)
  test(`opening hours, relative times and local-time ${what}, and explain() says so @rare`, async ({ page, site }) => {
    site.geo = (_request, response) => response.writeHead(200, { ...json, ...headers() }).end(record);
    await open(page, site.page(times, { head }));
    const text = () => visibleText(page.locator('main'));
    await expect.poll(text).toBe(expected);
    const clock = what.startsWith('are') ? /14:14|2:14/ : /12:14/;
    const element = page.locator('b');
    expect(await element.evaluate((bound) => globalThis.geolet?.explain(bound))).toMatch(clock);
    // From the store, and with what was kept of the clock.
    await page.reload();
    await expect.poll(text).toBe(expected);
    expect(site.requests.filter((path) => path === '/geo')).toHaveLength(1);
  });

test('the clock of a page that may not store is put right for that page alone @rare', async ({ page, site }) => {
  site.geo = (_request, response) => response.writeHead(200, { ...json, date: inHours(2) }).end(record);
  const tag = scriptTag.replace('data-endpoint', 'data-storage="off" data-endpoint');
  await open(page, site.page(markup, { head, tag }));
  await expect.poll(() => visibleText(page.locator('main'))).toMatch(/^10 hr 4[345] min$/);
  expect(await page.evaluate(() => localStorage.getItem('geolet:clock'))).toBeNull();
});

test('withdrawn consent takes what is known of the clock along @rare', async ({ page, site }) => {
  site.geo = (_request, response) => response.writeHead(200, { ...json, date: inHours(2) }).end(record);
  await open(page, site.page(markup, { head }));
  const kept = () => page.evaluate(() => localStorage.getItem('geolet:clock'));
  await expect.poll(kept).toMatch(/^7\d{6} \d+$/);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await kept()).toBeNull();
});

test('a page without a Date keeps the clock of the browser @rare', async ({ page, site }) => {
  site.geo = (request, response) => {
    response.sendDate = false;
    faults.body(record)(request, response);
  };
  await open(page, site.page(markup, { head }));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('12 hr 44 min');
});

test('what is known of the clock is not used if it is stored otherwise @rare', async ({ page }) => {
  const rows = [
    ['for more than a day', `7200000 ${Date.UTC(2026, 10, 23, 11)}`],
    ['as more than a day', `90000000 ${Date.UTC(2026, 10, 24, 11)}`],
    ['by another script', 'ahead by much'],
    ['without its time', '7200000'],
  ] as const;
  await eachRow(rows, page, async ([, kept], site) => {
    site.geo = (request, response) => {
      response.sendDate = false;
      faults.body(record)(request, response);
    };
    const stored = `<script>localStorage.setItem('geolet:clock', '${kept}')</script>`;
    await open(page, site.page(markup, { head: head + stored }));
    await expect.poll(() => visibleText(page.locator('main'))).toBe('12 hr 44 min');
  });
});

test('a lookup after the device has slept leaves a right clock alone @rare', async ({ page, site }) => {
  let hours = 0;
  site.geo = (_request, response) => {
    const city = hours ? 'Lyon' : 'Paris';
    response.writeHead(200, { ...json, date: inHours(hours) }).end(JSON.stringify({ countryCode: 'FR', city }));
  };
  await open(page, site.page(markup, { head }));
  const text = () => visibleText(page.locator('main'));
  await expect.poll(text).toMatch(/^12 hr 4[45] min$/);
  hours = 3;
  // The clock of `performance` stands still meanwhile.
  await page.evaluate('clockMs += 3 * 3_600_000; geolet.refresh()');
  await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.city)).toBe('Lyon');
  await expect.poll(text).toMatch(/^9 hr 4[45] min$/);
  expect(await page.evaluate(() => localStorage.getItem('geolet:clock'))).toMatch(/^-?\d{1,4} /);
});

test('an element that comes after the device has slept goes by the browser’s clock @rare', async ({ page, site }) => {
  site.geo = (_request, response) => response.writeHead(200, { ...json, date: inHours(0) }).end(record);
  await open(page, site.page('<main></main>', { head }));
  await expect.poll(() => page.evaluate(() => globalThis.geolet?.visitor?.source)).toBe('network');
  await page.evaluate((added) => {
    const nowMs = performance.now();
    performance.now = () => nowMs + 180_000;
    Date.now = () => Date.UTC(2026, 10, 24, 14, 14, 30);
    const main = document.querySelector('main');
    if (main) main.outerHTML = added;
  }, markup);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('9 hr 44 min');
});
