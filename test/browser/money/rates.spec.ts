import type { RequestListener } from 'node:http';
import { faults } from '../../support/site.ts';
import { expect, open, settled, test, visibleText, eachRow } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';
import { databaseContent } from '../visitor/database.ts';
import { asked, block, converted, daysAgo, rates, serveRates } from './support.ts';

const prices = '<geo-currency prices="USD 49">$49</geo-currency> <bdi data-geo-currency="USD 49">$49</bdi>';
const head = block({ rates: '/rates.json' });
const estimates = '≈ £39.20 ≈ £39.20';
const consenting = '<script async src="/geolet.js" data-endpoint="/geo" data-consent="required"></script>';

const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{', () => response.destroy());
};

test.beforeEach(({ site }) => answer(site, { currencyCode: 'GBP' }));

for (const [name, html, settings, expected] of [
  ['without rates', prices, {}, '$49 $49'],
  [
    'with rates and only listed prices',
    '<geo-currency prices="USD 49, GBP 39" charm=".99">$49</geo-currency> <bdi data-geo-currency="USD 49, GBP 39">$49</bdi>',
    { rates: '/rates.json', charm: '.99' },
    '£39 £39',
  ],
  [
    'with rates and prices in the visitor’s currency',
    '<geo-currency prices="GBP 39">£39</geo-currency> <bdi data-geo-currency="GBP 39">£39</bdi>',
    { rates: '/rates.json' },
    '£39 £39',
  ],
  ['with rates and no price', '<b data-geo-text="{currency:lower}">x</b>', { rates: '/rates.json' }, 'british pound'],
] as const) {
  test(`a page ${name} downloads neither the rates nor what converts`, async ({ page, site }) => {
    serveRates(site, rates());
    await open(page, site.page(`<main>${html}</main>`, { head: block(settings) }));
    await page.waitForLoadState('networkidle');
    expect(await visibleText(page.locator('main'))).toBe(expected);
    expect(asked(site, /geolet-money|rates/)).toBe(0);
  });
}

test('a page with nothing but bindings converts without the elements', async ({ page, site }) => {
  await open(page, site.page('<bdi data-geo-currency="USD 49">$49</bdi>', { head: block({ rates: rates() }) }));
  await expect(page.locator('bdi')).toHaveText('≈ £39.20');
  expect(asked(site, /geolet-money/)).toBe(1);
  expect(asked(site, /geolet-elements/)).toBe(0);
});

test('a block at the end of the page is found', async ({ page, site }) => {
  await open(page, site.page(`<main>${prices}</main>${block({ rates: rates() })}`));
  await converted(page);
  expect(await visibleText(page.locator('main'))).toBe(estimates);
});

test('rates behind an address are fetched once for all prices and views', async ({ page, site, browser }) => {
  const served = rates();
  serveRates(site, served);
  const url = site.page(`<main>${prices} ${prices}</main>`, { head });
  for (let view = 0; view < 2; view++) {
    await open(page, url);
    await converted(page);
    expect(await visibleText(page.locator('main'))).toBe(`${estimates} ${estimates}`);
    // Who leaves before it is written leaves nothing behind.
    await expect
      .poll(async () => (await databaseContent(page))?.[`rates ${site.url}/rates.json`])
      .toEqual({ version: 1, time: expect.any(Number) as unknown, rates: served });
  }
  expect(asked(site, /rates/)).toBe(1);
  // Somebody else asks for themselves.
  const other = await (await browser.newContext()).newPage();
  await open(other, url);
  await converted(other);
  expect(asked(site, /rates/)).toBe(2);
  await other.context().close();
});

test('rates of more than a day are fetched anew, and used where that fails', async ({ page, site, expectLines }) => {
  expectLines(/404/, /404/, /unusable-rates: Error: 404/);
  serveRates(site, rates({}, daysAgo(3)));
  const url = site.page(`<main>${prices}</main>`, { head });
  await open(page, url);
  await converted(page);
  const date = async (time: number, days: number) =>
    page.evaluate(
      ([time, date]) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('geolet', 1);
          opening.addEventListener('success', () => {
            const writing = opening.result.transaction('records', 'readwrite');
            const store = writing.objectStore('records');
            const key = `rates ${location.origin}/rates.json`;
            const reading = store.get(key);
            reading.addEventListener('success', () => {
              const kept = reading.result as { rates: object };
              store.put({ ...kept, time, rates: { ...kept.rates, date } }, key);
            });
            writing.addEventListener('complete', () => {
              opening.result.close();
              resolve();
            });
          });
        }),
      [time, daysAgo(days)] as const,
    );
  await date(Date.now() - 25 * 3_600_000, 3);
  await open(page, url);
  await converted(page);
  expect(asked(site, /rates/)).toBe(2);
  await date(Date.now() - 25 * 3_600_000, 3);
  site.file('/rates.json', faults.status(404));
  await open(page, url);
  await converted(page);
  expect(await visibleText(page.locator('main'))).toBe(estimates);
  await date(Date.now() - 25 * 3_600_000, 9);
  const refused = page.waitForEvent('console', (message) => message.text().includes('unusable-rates'));
  await open(page, url);
  await refused;
  expect(await visibleText(page.locator('main'))).toBe('$49 $49');
});

test('nothing is kept with storage off, nor without consent, which wipes the rates', async ({ page, site }) => {
  serveRates(site, rates());
  await open(
    page,
    site.page(prices, {
      head,
      tag: '<script async src="/geolet.js" data-endpoint="/geo" data-storage="off"></script>',
    }),
  );
  await converted(page);
  expect(await databaseContent(page)).toBeUndefined();

  await open(page, site.page(prices, { head, tag: consenting }));
  expect(asked(site, /rates/)).toBe(1);
  await be(page, 'GB');
  await converted(page);
  expect(await databaseContent(page)).toBeUndefined();

  await page.reload();
  await settled(page);
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await converted(page);
  await expect
    .poll(async () => Object.keys((await databaseContent(page)) ?? {}).some((key) => key.startsWith('rates ')))
    .toBe(true);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  await expect.poll(() => databaseContent(page)).toBeUndefined();
});

test('a page without consent asks for no rates while nobody has chosen', async ({ page, site }) => {
  serveRates(site, rates());
  await open(page, site.page(prices, { head, tag: consenting }));
  await page.waitForLoadState('networkidle');
  expect(asked(site, /rates|geolet-money|^\/geo$/)).toBe(0);
});

for (const [name, config] of [
  ['a function', 'rates: give'],
  ['a function with a promise', 'rates: async () => give()'],
  ['an object', 'rates: given'],
  ['an address', 'rates: "/other.json"'],
] as const) {
  test(`window.geoletConfig gives rates as ${name}, before the block @rare`, async ({ page, site }) => {
    serveRates(site, rates(), '/other.json');
    const script = `<script>{
      const given = ${JSON.stringify(rates())};
      const give = () => { calls++; return given };
      var calls = 0;
      window.geoletConfig = { ${config} };
    }</script>`;
    await open(
      page,
      site.page(`<main>${prices} ${prices}</main>`, {
        head: script + block({ rates: { base: 'EUR', date: daysAgo(1), rates: { USD: 1, GBP: 500 } } }),
      }),
    );
    await converted(page);
    await be(page, 'currency: JPY');
    await be(page, 'currency: GBP');
    expect(await visibleText(page.locator('main'))).toBe(`${estimates} ${estimates}`);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'calls') as unknown)).toBe(
      config.includes('give') && !config.includes('given') ? 1 : 0,
    );
  });
}

test('rates that cannot be used convert nothing, and are named once', async ({ page, expectLines, lines }) => {
  const rows = [
    ['of 0', { rates: rates({ GBP: 0 }) }, /unusable-rates: GBP: 0\./],
    ['below 0', { rates: rates({ GBP: -0.88 }) }, /unusable-rates: GBP: -0\.88/],
    ['of NaN, as JSON has it', { rates: rates({ GBP: NaN }) }, /unusable-rates: GBP: null/],
    ['in words', { rates: rates({ GBP: '1,2' }) }, /unusable-rates: GBP: "1,2"/],
    ['in words with a point', { rates: rates({ GBP: '1.2' }) }, /unusable-rates: GBP: "1.2"/],
    ['that is missing', { rates: rates({ GBP: undefined }) }, /unusable-rates: GBP: no rate\./],
    ['missing for the base of the price', { rates: rates({ USD: undefined }) }, /unusable-rates: USD: no rate\./],
    [
      'of eight days ago',
      { rates: rates({}, daysAgo(8)) },
      /unusable-rates: date \d{4}-\d\d-\d\d: not of the last 7 days/,
    ],
    [
      'older than the owner wants',
      { rates: rates({}, daysAgo(3)), ratesMaxAgeDays: 2 },
      /unusable-rates: date .* 2 days/,
    ],
    ['of next month', { rates: rates({}, daysAgo(-30)) }, /unusable-rates: date/],
    ['without a date', { rates: { ...rates(), date: undefined } }, /unusable-rates: .*base, date, rates/],
    ['without a base', { rates: { ...rates(), base: undefined } }, /unusable-rates: .*base, date, rates/],
    ['that are a list', { rates: [1.1] }, /unusable-rates: .*base, date, rates/],
    ['that are a number', { rates: 1.1 }, /unusable-rates: .*base, date, rates/],
  ] as const;
  await eachRow(rows, page, async ([, settings, line], site) => {
    answer(site, { currencyCode: 'GBP' });
    lines.length = 0;

    expectLines(line);
    const told = page.waitForEvent('console');
    await open(page, site.page(`<main>${prices} ${prices}</main>`, { head: block(settings) }));
    await told;
    await be(page, 'GB');
    expect(await visibleText(page.locator('main'))).toBe('$49 $49 $49 $49');
    expect(lines).toHaveLength(1);
  });
});

test('a maximum age that is no number counts as not given, and is named @rare', async ({ page, site, expectLines }) => {
  expectLines(/bad-settings: ratesMaxAgeDays: "a week"/);
  await open(page, site.page(`<main>${prices}</main>`, { head: block({ rates: rates(), ratesMaxAgeDays: 'a week' }) }));
  await converted(page);
});

test('an address without rates is asked once, and told @rare', async ({ page, expectLines, lines }) => {
  const rows = [
    ['is not there', faults.status(404), /unusable-rates: Error: 404/],
    ['is no JSON', faults.body('<!doctype html>', 'text/html'), /unusable-rates: SyntaxError/],
    ['is cut off', cutOff, /unusable-rates: TypeError/],
    ['has a rate of 1e400', faults.body(JSON.stringify(rates()).replace('0.88', '1e400')), /unusable-rates: GBP/],
  ] as const;
  await eachRow(rows, page, async ([, listener, line], site) => {
    answer(site, { currencyCode: 'GBP' });
    lines.length = 0;

    expectLines(line, /404|unusable|ERR_/);
    site.file('/rates.json', listener);
    const told = page.waitForEvent('console', (message) => line.test(message.text()));
    await open(page, site.page(`<main>${prices} ${prices}</main>`, { head }));
    await told;
    await be(page, 'GB');
    expect(await visibleText(page.locator('main'))).toBe('$49 $49 $49 $49');
    expect(asked(site, /rates/)).toBe(1);
  });
});

test('a function without rates leaves the prices as written @rare', async ({ page, expectLines, lines }) => {
  const rows = [
    ['throws', '() => { throw new Error("no rates") }', /unusable-rates: Error: no rates/],
    ['rejects', 'async () => { throw new Error("no rates") }', /unusable-rates: Error: no rates/],
    ['gives nothing', '() => {}', /unusable-rates: .*base, date, rates/],
  ] as const;
  await eachRow(rows, page, async ([, body, line], site) => {
    answer(site, { currencyCode: 'GBP' });
    lines.length = 0;

    expectLines(line);
    const told = page.waitForEvent('console');
    await open(
      page,
      site.page(`<main>${prices}</main>`, { head: `<script>window.geoletConfig = { rates: ${body} }</script>` }),
    );
    await told;
    expect(await visibleText(page.locator('main'))).toBe('$49 $49');
    expect(lines).toHaveLength(1);
  });
});

test('until the rates are there the price is as written, also for ever @rare', async ({ page, site }) => {
  site.file('/rates.json', faults.hang);
  await open(page, site.page(`<main>${prices}</main>`, { head }));
  await expect.poll(() => asked(site, /rates/)).toBe(1);
  expect(await visibleText(page.locator('main'))).toBe('$49 $49');
});

test('a policy that refuses what converts leaves those prices alone @rare', async ({ page, site, expectLines }) => {
  expectLines(/Content Security Policy/, /file-refused: money/);
  site.headers = { 'content-security-policy': `script-src ${site.url}/geolet.js` };
  const told = page.waitForEvent('console', (message) => message.text().includes('file-refused'));
  await page.goto(
    site.page(
      '<main><bdi data-geo-currency="USD 49">$49</bdi> <bdi data-geo-currency="USD 49, GBP 39">$49</bdi></main>',
      { head },
    ),
  );
  await told;
  expect(await visibleText(page.locator('main'))).toBe('$49 £39');
});

test('an element called geoletConfig is no configuration @rare', async ({ page, site }) => {
  await open(
    page,
    site.page(`<main>${prices}</main><form id="geoletConfig"><input name="rates"><input name="charm"></form>`, {
      head: block({ rates: rates() }),
    }),
  );
  await converted(page);
  expect(await visibleText(page.locator('main'))).toBe(estimates);
});
