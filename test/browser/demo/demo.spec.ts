import { expect, visibleText } from '../support/test.ts';
import { violations } from '../support/accessibility.ts';
import { layoutFaults } from './layout-faults.ts';
import { test, visitAs } from './support.ts';

/** What each visitor reads in the shop window: greeting, city, price, delivery, phone, picture. */
const readers = [
  ['lyon', /Lyon, France/, 'Bonjour', 'Lyon', '€139', '04 65 71 20 18', 'fr'],
  ['osaka', /Osaka, Japan/, 'こんにちは', 'Osaka', '¥21,900', '+1 212 555 0134', 'jp'],
  ['berlin', /Berlin, Germany/, 'Guten Tag', 'Berlin', '€139', '', 'de'],
  ['london', /London, United Kingdom/, 'Good day', 'London', '£119', '', 'gb'],
  ['sao-paulo', /Sao Paulo, Brazil/, 'Olá', 'Sao Paulo', 'R$790', '', 'br'],
] as const;

test('greets visitors of five cities one after the other, without a reload', async ({ page, demo }) => {
  await page.goto(demo.url);
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
  for (const [id, says, greeting, city, price, phone, picture] of readers) {
    await visitAs(page, id, says);
    expect(await visibleText(page.locator('#shop .greeting'))).toContain(greeting);
    expect(await visibleText(page.locator('#headline .city'))).toBe(city);
    expect(await visibleText(page.locator('#shop .price'))).toContain(price);
    expect(await visibleText(page.locator('#shop .term-phone'))).toContain(phone);
    await expect(page.locator('#shop .poster img')).toHaveAttribute('src', `${demo.url}/pictures/${picture}.svg`);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
});

test('says on its first screen when an order arrives, and moves nothing @rare', async ({ browser, demo }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 900 }, timezoneId: 'Europe/Paris' });
  await page.clock.install({ time: '2026-12-02T11:49:30Z' });
  await page.goto(demo.url);
  const line = page.locator('#shop .term-date');
  for (const [id, says, dates] of [
    ['lyon', /Lyon/, 'Fri, Dec 4 – Mon, Dec 7'],
    ['osaka', /Osaka/, 'Wed, Dec 9'],
    ['london', /London/, 'Mon, Dec 7'],
    ['nairobi', /Nairobi/, 'Fri, Dec 11'],
  ] as const) {
    await visitAs(page, id, says);
    await expect.poll(() => visibleText(line)).toBe(`Order within 2 hr 10 min: delivered ${dates}`);
    await expect(line).toBeInViewport({ ratio: 0.9 });
  }
  // Each minute, and over the cut-off.
  const height = (await line.boundingBox())?.height;
  await page.clock.fastForward('02:15:00');
  await expect.poll(() => visibleText(line)).toMatch(/^Order within 23 hr 5\d min: delivered Mon, Dec 14$/);
  expect((await line.boundingBox())?.height).toBe(height);
  await visitAs(page, 'unknown', /unknown/);
  await expect.poll(() => visibleText(line)).toBe('Ordered by 14:00 in Porto, sent the same working day');
  expect((await line.boundingBox())?.height).toBe(height);
  await page.close();
});

test('keeps the suggestion in its card @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  const box = page.locator('#card-suggest geo-suggest').getByText('Notre boutique parle français.');
  await expect(box).toBeVisible();
  await expect(box).not.toBeInViewport();
});

test('asks the proxy once on the first view and not at all on the second @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await expect(page.locator('#visit-status')).toHaveText(/Seen from/);
  expect(demo.log).toHaveLength(1);
  await page.reload();
  await expect(page.locator('#visit-status')).toHaveText(/Seen from/);
  expect(demo.log).toHaveLength(1);
});

test('without a record the page is read as it is written @rare', async ({ page, demo, expectLines }) => {
  expectLines(/sandboxed/, /502/, /\[geolet\] http/);
  await page.goto(`${demo.url}/without-scripts.html`);
  const written = await visibleText(page.frameLocator('iframe').locator('#shop .words'));
  expect(written).toContain('$149');
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  await visitAs(page, 'unknown', /Location unknown/);
  expect(await visibleText(page.locator('#shop .words'))).toBe(written);
  await visitAs(page, 'lyon', /Lyon/);
  await visitAs(page, 'down', /No answer/);
  expect(await visibleText(page.locator('#shop .words'))).toBe(written);
});

test('converts what is not listed with rates of the day, and lists the rest @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'nairobi', /Nairobi/);
  await expect
    .poll(async () => (await visibleText(page.locator('#card-estimate .result'))).replaceAll('\u00A0', ' '))
    .toBe('≈ KES 14,099 ≈ KES 11,499 Shoe polish: ≈ KES 1,099.90');
  expect(await visibleText(page.locator('#shop .price'))).toBe('KES 22,900 KES 18,900');
  await visitAs(page, 'new-york', /New York/);
  await expect.poll(() => visibleText(page.locator('#card-estimate .result'))).toBe('$109 $89 Shoe polish: $8.50');
});

for (const place of ['CH;city:Zürich', 'AE;city:Dubai']) {
  test(`has nothing to check for ${place}, whose currency no list of the page has @rare`, async ({ page, demo }) => {
    await page.goto(`${demo.url}?geo-as=${place}`);
    await expect.poll(() => visibleText(page.locator('#card-estimate .result'))).toMatch(/^≈ (CHF|AED) /);
    await expect(page.locator('geo-preview').getByText('to check')).toBeHidden();
  });
}

test('shows, describes and hands over one price, by country', async ({ page, demo }) => {
  await page.goto(demo.url);
  const read = async () => [
    await visibleText(page.locator('#card-place .result')),
    await visibleText(page.locator('#card-offer .result')),
    await page.locator('#charged').textContent(),
  ];
  await visitAs(page, 'mumbai', /Mumbai/);
  await expect.poll(read).toEqual(['$19 Laces: $2.00', 'price 19 priceCurrency USD', 'USD 19']);
  await visitAs(page, 'lyon', /Lyon/);
  await expect.poll(read).toEqual(['€45 Laces: €5.50', 'price 45 priceCurrency EUR', 'EUR 45']);
  await visitAs(page, 'unknown', /Location unknown/);
  await expect.poll(read).toEqual(['$49 Laces: $6.00', 'price 49 priceCurrency USD', 'USD 49']);
  // One answer came with the page, and one with each visitor.
  await expect(page.locator('#answers')).toHaveText('4');
});

test('shows beside each card the markup exactly as it is served @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'osaka', /Osaka/);
  const source = (await (await page.request.get(demo.url)).text()).replace(/\s+/g, '');
  const samples = await page.locator('[data-markup]').allTextContents();
  expect(samples.length).toBeGreaterThan(8);
  for (const sample of samples) expect(source).toContain(sample.replace(/\s+/g, ''));
});

test('lists every field of the record with what the proxy keeps back @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  await expect(page.locator('#record-fields tr')).toHaveCount(31);
  await expect(page.locator('#record-fields tr[data-field="currencyCode"]')).toContainText('EUR');
  await expect(page.locator('#record-fields tr[data-field="IP"][data-state="kept-back"]')).toBeVisible();
  await expect(page.locator('#event-log li[data-event="geo-ready"]')).toHaveCount(1);
});

test('tells of what was matched on a first visit, and of the answer alone later @rare', async ({ page, demo }) => {
  await page.context().addCookies([{ name: 'demo-visitor', value: 'lyon', url: demo.url }]);
  await page.goto(demo.url);
  const matches = page.locator('#event-log li[data-event="geo-match"] span');
  await expect
    .poll(() => matches.allTextContents())
    .toEqual(
      expect.arrayContaining([
        'country="FR"',
        'eu',
        'continent="EU"',
        'group="gdpr unknown"',
        'country="*" not-country="US"',
      ]),
    );
  expect((await matches.allTextContents()).join()).not.toContain('data-');
  await page.reload();
  await expect(page.locator('#event-log li[data-event="geo-ready"]')).toHaveText(/cache FR$/);
});

test('tells times by the reader’s clock, and the nearest shop in the visitor’s units @rare', async ({ page, demo }) => {
  // The demo's rates are of today, and the page reports rates of a day that it has not reached.
  await page.clock.install({ time: `${new Date().toISOString().slice(0, 10)}T10:05:00Z` });
  await page.goto(demo.url);
  await visitAs(page, 'london', /London/);
  await expect(page.locator('#card-nearest geo-nearest')).toContainText('Use my location');
  await expect
    .poll(() => visibleText(page.locator('#card-nearest .result')))
    .toMatch(/^Torstraße, Berlin: 5\d\d mi away/);
  await expect
    .poll(() => visibleText(page.locator('#card-time .result')))
    .toMatch(/^The winter walk sets out Jan 16, 2027, .+\. Our workshop (is open until|opens) .+\.$/);
  await visitAs(page, 'osaka', /Osaka/);
  await expect.poll(() => visibleText(page.locator('#card-nearest .result'))).toMatch(/^Horie, Osaka: [\d.]+ km away/);
});

test('shows what analytics are told: the country and never the city @rare', async ({ page, demo }) => {
  await page.context().addCookies([{ name: 'demo-visitor', value: 'lyon', url: demo.url }]);
  await page.goto(demo.url);
  await expect(page.locator('#pushed')).toContainText('"event":"geo_ready","geo_country":"FR"');
  await expect(page.locator('#pushed')).not.toContainText('Lyon');
});

test('announces where the page is read, and not that it asks @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await page.locator('#visit-choices input[value="lyon"]').focus();
  await expect(page.locator('#visit-status')).toHaveText(/Lyon/);
  await page.locator('#visit-status').evaluate((status) => {
    const announced: string[] = [];
    Reflect.set(window, 'announced', announced);
    new MutationObserver(() => {
      const readable = status.querySelector('[aria-hidden]') === null ? status.textContent : '';
      if (readable) announced.push(readable);
    }).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#visit-status')).toHaveText(/Osaka/);
  const announced: unknown = await page.evaluate(() => Reflect.get(window, 'announced'));
  expect(announced).toEqual(['Seen from Osaka, Japan']);
});

test('is worked by keyboard alone @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await page.locator('#visit-choices input[value="lyon"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#visit-status')).toHaveText(/Osaka/);
  await page.locator('#more summary').press('Enter');
  await page.locator('#visit-choices input[value="london"]').press('Space');
  await expect(page.locator('#visit-status')).toHaveText(/London/);
  await page.keyboard.press('Escape');
  await expect(page.locator('#more summary')).toBeFocused();
  await expect(page.locator('#more summary')).toHaveText('More: London');
});

test('builds markup for what is chosen, shows it live, and copies what it shows @rare', async ({ page, demo }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(demo.url);
  await visitAs(page, 'berlin', /Berlin/);
  const result = () => visibleText(page.locator('#builder-result'));
  const markup = page.locator('#builder-markup');
  await expect.poll(result).toBe('Free delivery in two days.');
  await expect(page.locator('#builder-answer')).toHaveText('Yes for Berlin, Germany');
  await expect(markup).toHaveText(
    '<geo-if country="DE AT CH"> Free delivery in two days. <span slot="else" hidden>Delivery in a week.</span> </geo-if>',
  );
  await page.getByRole('button', { name: 'Remove Germany' }).click();
  await expect.poll(result).toBe('Delivery in a week.');
  await page.getByLabel('Add a country').selectOption({ label: 'Japan' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('radio', { name: 'An attribute' }).check();
  await page.getByLabel('They see').fill('"Now" & here');
  await expect(markup).toHaveText(
    '<p data-geo-show="country: AT CH JP">"Now" &amp; here</p> <p data-geo-hide="country: AT CH JP" hidden>Delivery in a week.</p>',
  );
  await page.getByRole('radio', { name: 'is not' }).check();
  await page.getByRole('radio', { name: 'A class' }).check();
  await page.getByLabel('Show nothing until the answer is known').check();
  await expect(markup).toHaveText(
    '<p class="geo-hide-at geo-hide-ch geo-hide-jp geo-hidden">"Now" &amp; here</p> <p class="geo-show-at geo-show-ch geo-show-jp geo-hidden">Delivery in a week.</p> <style>.geo-hidden { display: none }</style>',
  );
  await expect.poll(result).toBe('"Now" & here');
  await visitAs(page, 'osaka', /Osaka/);
  await expect.poll(result).toBe('Delivery in a week.');
  await page.getByRole('button', { name: 'Copy Markup: your own' }).click();
  await expect(page.getByRole('button', { name: 'Copied Markup: your own' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await markup.textContent());
});

test('builds every kind of condition without a mistake @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'osaka', /Osaka/);
  const kinds = page.locator('#builder select[name="kind"]');
  for (const kind of await kinds
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))) {
    await kinds.selectOption(kind);
    await expect(page.locator('#builder-answer'), kind).toHaveText(/^(Yes|No) for Osaka, Japan$/);
    await expect
      .poll(() => visibleText(page.locator('#builder-result')), kind)
      .toMatch(/^(Free delivery in two days|Delivery in a week)\.$/);
  }
  await kinds.selectOption('state');
  await page.getByRole('textbox', { name: 'State' }).fill('');
  await page.keyboard.press('Tab');
  await expect(page.locator('#builder-note')).toHaveText('Choose at least one above.');
  await expect(page.locator('#builder-markup')).toHaveText('');
});

test('the page is that of the last visitor whom arrow keys ran over @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  for (const _ of ['osaka', 'new-york', 'sao-paulo', 'nairobi']) await page.keyboard.press('ArrowRight');
  await expect(page.locator('#visit-choices :checked')).toHaveValue('nairobi');
  await expect(page.locator('#visit-status:not([data-busy])')).toHaveText(/Nairobi/);
});

test('the builder is worked by keyboard alone @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'osaka', /Osaka/);
  await page.locator('#builder select[name="kind"]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#builder-markup')).toContainText('not-country="AT CH"');
  await expect(page.getByLabel('Add a country')).toBeFocused();
  await page.keyboard.type('Jap');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Add a country')).toBeFocused();
  await expect(page.locator('#builder-markup')).toContainText('not-country="AT CH JP"');
});

test('is tried as somebody anywhere, and is left for a visitor of the list @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  await page.locator('#more summary').click();
  await page.getByRole('link', { name: 'Any country' }).click();
  await expect(page.locator('#visit-status')).toHaveText('Viewing as Portugal');
  await expect(page.locator('#visit-choices :checked')).toHaveCount(0);
  const before = demo.log.length;
  await page.locator('geo-preview').getByLabel('Viewing as').selectOption({ label: 'Brazil' });
  await expect(page.locator('#visit-status')).toHaveText('Viewing as Brazil');
  expect(await visibleText(page.locator('#shop .price'))).toContain('R$790');
  expect(demo.log.length).toBe(before);
  await page.locator('#visit-choices .chip:has(input[value="osaka"])').click();
  await expect(page.locator('#visit-status')).toHaveText(/Seen from/);
  await expect(page.locator('geo-preview')).toHaveCount(0);
  await expect(page).toHaveURL(`${demo.url}/`);
});

test('cuts nothing off and shifts next to nothing, narrow and wide @rare', async ({ page, demo }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shift', Number(Reflect.get(window, 'shift') ?? 0) + Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.context().addCookies([{ name: 'demo-visitor', value: 'osaka', url: demo.url }]);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(demo.url);
    await expect(page.locator('#visit-status')).toHaveText(/Osaka/);
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift') ?? 0)), `${width}`).toBeLessThanOrEqual(0.02);
    expect(await layoutFaults(page), `${width}`).toEqual([]);
  }
});

test('has nothing for axe to say whoever visits, narrow and in the dark @rare', async ({ browser, demo }) => {
  test.setTimeout(120_000);
  const page = await browser.newPage({ bypassCSP: true, viewport: { width: 1280, height: 900 } });
  await page.goto(demo.url);
  for (const [id, says] of [
    ['lyon', /Lyon/],
    ['unknown', /Location unknown/],
    ['down', /No answer/],
    ['osaka', /Osaka/],
  ] as const) {
    await visitAs(page, id, says);
    expect(await violations(page), id).toEqual([]);
  }
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('EG');
  await expect(page.locator('#visit-status')).toHaveText('Chosen: Egypt');
  expect(await violations(page), 'after a choice').toEqual([]);
  for (const look of ['right-to-left', 'dark']) {
    await page.locator(`[data-switch=${look}]`).click();
    expect(await violations(page), look).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await violations(page), 'narrow').toEqual([]);
  await page.close();
});

test('lets the visitor choose: the shop follows, and the notice has the way back', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  const notice = page.locator('#card-select').getByRole('button', { name: 'Use US dollars' });
  await notice.click();
  await expect.poll(() => visibleText(page.locator('#shop .price'))).toContain('$149');
  await expect(notice).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('#headline')).toContainText('Made to walk');
  expect(await visibleText(page.locator('#headline .city'))).toBe('Lyon');
  await notice.click();
  await expect.poll(() => visibleText(page.locator('#shop .price'))).toContain('€139');
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('JP');
  await expect.poll(() => visibleText(page.locator('#shop .price'))).toContain('¥21,900');
  await expect(page.getByRole('combobox', { name: 'Prices in' })).toHaveValue('currency: JPY');
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('Where I am');
  await expect.poll(() => visibleText(page.locator('#headline .city'))).toBe('Lyon');
});

test('nothing else of the repository is given away @rare', async ({ page, demo }) => {
  for (const path of [
    '/package.json',
    '/demo/server.ts',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/pictures/../../.env',
    '/src/service/README.md',
    '/docs/nothing.html',
    '/docs/markup.md',
  ]) {
    expect((await page.request.get(demo.url + path)).status(), path).toBe(404);
  }
});

test('has an opt-out that is pressed on later visits, and an event for it @rare', async ({ page, demo }) => {
  await page.goto(demo.url);
  await visitAs(page, 'lyon', /Lyon/);
  const button = page.locator('#card-optout').getByRole('button', { name: 'Do not sell my data' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('#event-log [data-event="geo-optout"]')).toContainText('true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});
