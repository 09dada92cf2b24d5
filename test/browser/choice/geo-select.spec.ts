import type { Page } from '@playwright/test';
import { countries } from '../../../src/record/countries.ts';
import { be, answer } from '../elements/support.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';
import { faults } from '../../support/site.ts';

/** All but the placeholder. */
const optionsOf = (page: Page) =>
  page
    .locator('geo-select option:enabled')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).text));
const shown = (page: Page) =>
  page.getByRole('combobox').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
const visitor = (page: Page, name: string) =>
  page.evaluate((name) => Reflect.get(globalThis.geolet?.visitor ?? {}, name) as unknown, name);

test("lists countries in two languages, shows the visitor's, and a choice changes all", async ({ page, site }) => {
  const body =
    '<p>Ship to <geo-select countries="US DE FR JP EG" label="Country">everywhere</geo-select></p><h1><geo-text template="{country}, {city|}">you</geo-text></h1><geo-currency prices="USD 1, EUR 2, JPY 300">$1</geo-currency>';
  await open(page, site.page(body));
  const select = page.getByRole('combobox', { name: 'Country' });
  await expect(select).toHaveValue('FR');
  expect(await optionsOf(page)).toEqual([
    'United States',
    'Germany – Deutschland',
    'France',
    'Japan – 日本',
    'Egypt – مصر',
  ]);
  await select.selectOption('JP');
  await expect.poll(() => visibleText(page.locator('h1'))).toBe('Japan,');
  expect(await visibleText(page.locator('geo-currency'))).toBe('¥300');
  await expect(select).toHaveValue('JP');
  await page.reload();
  await expect(select).toHaveValue('JP');
  expect(site.requests.filter((path) => path === '/geo')).toHaveLength(1);
});

test("lists all countries where none is named, in the order of the page's language @rare", async ({ page, site }) => {
  await open(page, site.page('<geo-select></geo-select>'));
  const select = page.getByRole('combobox', { name: 'Country' });
  await expect(select).toHaveValue('FR');
  const values = await page
    .locator('geo-select option:enabled')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect([...values].sort()).toEqual(Object.keys(countries).sort());
  const names = await optionsOf(page);
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  expect(names).toContain('Finland – Suomi');
});

test('a letter stands where the language of the page has it @rare', async ({ page, site }) => {
  await open(page, site.page('<geo-select lang="sv" countries="*"></geo-select>'));
  await expect(page.locator('geo-select select')).toHaveValue('FR');
  const names = (await optionsOf(page)).map((name) => name.replace(/ – .*/, ''));
  expect(names.slice(-4)).toEqual(['Zimbabwe', 'Åland', 'Österrike', 'Östtimor']);
});

test('typing the beginning of a name, in either language, finds the country @rare', async ({ page }) => {
  await eachRow(
    [
      ['Japan', 'JP'],
      ['Jam', 'JM'],
      ['germ', 'DE'],
      ['deutschland', 'DE'],
      ['espa', 'ES'],
      ['united k', 'GB'],
      ['cote d', 'CI'],
    ].map(([typed = '', code = '']) => [typed, { typed, code }]),
    page,
    async ([, { typed, code }], site) => {
      await open(page, site.page('<geo-select></geo-select>'));
      const select = page.getByRole('combobox');
      await expect(select).toHaveValue('FR');
      await select.focus();
      await page.keyboard.type(typed);
      await expect(select).toHaveValue(code);
      await expect.poll(() => visitor(page, 'countryCode')).toBe(code);
    },
  );
});

test("names countries in the page's language, also where it is not English @rare", async ({ page, site }) => {
  await open(page, site.page('<div lang="fr"><geo-select countries="JP FR" label="Pays"></geo-select></div>'));
  await expect(page.getByRole('combobox', { name: 'Pays' })).toHaveValue('FR');
  expect(await optionsOf(page)).toEqual(['Japon – 日本', 'France']);
  await be(page, 'unknown');
  await expect.poll(() => shown(page)).toBe('Pays…');
});

test('is never wider than what it stands in, also in a flex container or a grid @rare', async ({ page, site }) => {
  const boxes = ['display: block', 'display: flex', 'display: grid; grid-template-columns: auto 1fr'];
  await open(
    page,
    site.page(
      boxes.map((style) => `<div style="inline-size: 150px; ${style}"><geo-select></geo-select></div>`).join(''),
    ),
  );
  await expect(page.getByRole('combobox').last()).toHaveValue('FR');
  for (const select of await page.getByRole('combobox').all())
    expect((await select.boundingBox())?.width).toBeLessThanOrEqual(150);
});

test('a star stands for all the others, and is where it is written @rare', async ({ page, site }) => {
  await open(page, site.page('<geo-select countries="jp, de *"></geo-select>'));
  await expect(page.getByRole('combobox')).toHaveValue('FR');
  expect((await optionsOf(page)).slice(0, 2)).toEqual(['Japan – 日本', 'Germany – Deutschland']);
  expect(await page.locator('geo-select option:enabled').count()).toBe(Object.keys(countries).length);
});

test('an option of its own goes back to the lookup @rare', async ({ page, site }) => {
  await open(page, site.page('<geo-select countries="DE JP" reset="My location" label="Country"></geo-select>'));
  await expect.poll(() => shown(page)).toBe('My location');
  await page.getByRole('combobox').selectOption('DE');
  await expect.poll(() => visitor(page, 'source')).toBe('choice');
  await expect.poll(() => shown(page)).toBe('Germany – Deutschland');
  await page.getByRole('combobox').selectOption('My location');
  await expect.poll(() => visitor(page, 'countryCode')).toBe('FR');
  expect(await visitor(page, 'source')).toBe('network');
  await expect.poll(() => shown(page)).toBe('My location');
});

test('a placeholder stands for who is not in the list, or not known', async ({ page, site, expectLines }) => {
  expectLines(/Failed to load/, /\[geolet\] http: 404/);
  await open(page, site.page('<geo-select countries="DE JP"></geo-select>'));
  await expect.poll(() => shown(page)).toBe('Country…');
  await page.evaluate(() => globalThis.geolet?.consent(false));
  site.geo = faults.status(404);
  await page.reload();
  await expect.poll(() => shown(page)).toBe('Country…');
  await expect(page.getByRole('option', { name: 'Country…' })).toBeDisabled();
  await page.getByRole('combobox').selectOption('JP');
  await expect.poll(() => visitor(page, 'currencyCode')).toBe('JPY');
});

test('a choice of currencies leaves the place, also one that was chosen', async ({ page, site }) => {
  const html =
    '<geo-select class="country" countries="FR JP US" label="Country"></geo-select><geo-select class="currency" currencies="EUR USD JPY" label="Prices in"></geo-select><p><geo-text template="{city|no city}">x</geo-text></p>';
  await open(page, site.page(html));
  const [country, currency] = [
    page.getByRole('combobox', { name: 'Country' }),
    page.getByRole('combobox', { name: 'Prices in' }),
  ];
  await expect(currency).toHaveValue('currency: EUR');
  expect(
    await page
      .locator('.currency option:enabled')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).text)),
  ).toEqual(['EUR – Euro', 'USD – US Dollar', 'JPY – Japanese Yen']);
  await currency.selectOption('currency: USD');
  await expect.poll(() => visitor(page, 'currencyCode')).toBe('USD');
  expect(await visibleText(page.locator('p'))).toBe('Lyon');
  await country.selectOption('JP');
  // What follows from the country follows it.
  await expect(currency).toHaveValue('currency: JPY');
  await currency.selectOption('currency: USD');
  await expect.poll(() => visitor(page, 'currencyCode')).toBe('USD');
  await expect(country).toHaveValue('JP');
  await page.reload();
  await expect(country).toHaveValue('JP');
  await expect(currency).toHaveValue('currency: USD');
});

test("the owner's own select keeps its words, its form and its place, and chooses", async ({ page, site }) => {
  const html =
    '<form action="/x"><geo-select><label>Country <select name="country"><option value="">Choose</option><option value="FR">Frankreich</option><option value="JP">Japan</option><option value="country: CH; currency: EUR">Schweiz, in Euro</option></select></label></geo-select></form>';
  await open(page, site.page(html));
  const select = page.getByRole('combobox', { name: 'Country' });
  await expect.poll(() => shown(page)).toBe('Frankreich');
  await select.selectOption('Schweiz, in Euro');
  await expect.poll(() => visitor(page, 'countryCode')).toBe('CH');
  expect(await visitor(page, 'currencyCode')).toBe('EUR');
  await expect.poll(() => shown(page)).toBe('Schweiz, in Euro');
  await select.selectOption('Japan');
  await expect.poll(() => visitor(page, 'countryCode')).toBe('JP');
  expect(await page.locator('form').evaluate((form: HTMLFormElement) => new FormData(form).get('country'))).toBe('JP');
  await select.selectOption('Choose');
  await expect.poll(() => visitor(page, 'countryCode')).toBe('FR');
  await be(page, 'unknown');
  await expect.poll(() => shown(page)).toBe('Choose');
});

test('what a visitor chooses before the file has come counts, and what a browser restores does not', async ({
  page,
  site,
}) => {
  const select = '<select><option value="FR">France</option><option value="JP">Japan</option></select>';
  for (const [path, act, country] of [
    ['/chosen', () => page.getByRole('combobox').press('j'), 'JP'],
    [
      '/restored',
      () => page.evaluate(() => Object.assign(document.querySelector('select') ?? {}, { value: 'JP' })),
      'FR',
    ],
  ] as const) {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/geolet-choices/, async (route) => {
      await held;
      await route.continue();
    });
    await open(page, site.page(`<geo-select>${select}</geo-select>`, { path }));
    await act();
    release();
    const shown = () => page.evaluate(() => document.querySelector('select')?.value);
    await expect.poll(async () => [await visitor(page, 'countryCode'), await shown()]).toEqual([country, country]);
    await page.evaluate(() => geolet?.reset());
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a field and a button that a script draws beside the select choose nothing', async ({ page, site }) => {
  const html =
    '<geo-select><select><option value="FR">France</option><option value="JP">Japan</option></select><input type="search" aria-label="Search"><button type="button">Clear</button></geo-select>';
  await open(page, site.page(html));
  await page.getByRole('combobox').press('j');
  await expect.poll(() => visitor(page, 'countryCode')).toBe('JP');
  await page.getByRole('searchbox').fill('us');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('button')).not.toHaveAttribute('aria-pressed');
  expect(await visitor(page, 'countryCode')).toBe('JP');
  expect(await page.evaluate(() => document.querySelector('select')?.value)).toBe('JP');
});

test("a button of the owner's is pressed while it holds, and once more goes back", async ({ page, site }) => {
  const html =
    '<p>Showing <geo-text template="{currency}">US dollars</geo-text> · <geo-select><button type="button" value="currency: USD">US <b>dollars</b></button></geo-select></p>';
  await open(page, site.page(html));
  const button = page.getByRole('button', { name: 'US dollars' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await page.locator('b').click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(await visibleText(page.locator('p'))).toBe('Showing US Dollar · US dollars');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(await visibleText(page.locator('p'))).toBe('Showing Euro · US dollars');
});

test('all countries and controls of the owner’s are a file of their own @rare', async ({ page, site }) => {
  const fetched = () => site.requests.filter((path) => path.includes('geolet-choices')).length;
  await open(page, site.page('<geo-select countries="DE, FR" reset="Where I am"></geo-select>'));
  await expect(page.getByRole('combobox')).toHaveValue('FR');
  expect(fetched()).toBe(0);
  await page.locator('geo-select').evaluate((element) => element.setAttribute('countries', 'DE, *'));
  await expect.poll(async () => (await optionsOf(page)).length).toBeGreaterThan(200);
  await expect(page.getByRole('combobox')).toHaveValue('FR');
  expect(fetched()).toBe(1);
  await page.locator('geo-select').evaluate((element) => element.setAttribute('countries', 'JP FR'));
  await expect.poll(() => optionsOf(page)).toEqual(['Where I am', 'Japan – 日本', 'France']);
});

test('a page that refuses that file keeps what is written there @rare', async ({ page, site, expectLines }) => {
  expectLines(/Failed to load resource/, /\[geolet\] file-refused: choices/);
  await page.route('**/geolet-choices*', (route) => route.abort());
  const html =
    '<geo-select><a href="/countries">Other countries</a></geo-select> <geo-select countries="FR JP"></geo-select>';
  await open(page, site.page(html));
  await expect(page.getByRole('combobox')).toHaveValue('FR');
  await expect(page.getByRole('link')).toBeVisible();
});

test('no list is put there anew when the page changes around it: open, it would close @rare', async ({ page }) => {
  await eachRow(
    [
      ['a list', '<geo-select countries="FR JP"></geo-select>'],
      ['a list of all', '<geo-select></geo-select>'],
      [
        'the owner’s own',
        '<geo-select><select><option value="FR">F</option><option value="JP">J</option></select></geo-select>',
      ],
    ],
    page,
    async ([, html], site) => {
      await open(page, site.page(html));
      const list = page.getByRole('combobox');
      await expect(list).toHaveValue('FR');
      await page.locator('geo-select').evaluate(({ shadowRoot }) => {
        Reflect.set(window, 'changes', 0);
        if (shadowRoot)
          new MutationObserver(() => Reflect.set(window, 'changes', 1)).observe(shadowRoot, { childList: true });
      });
      await be(page, 'JP');
      await expect(list).toHaveValue('JP');
      expect(await page.evaluate(() => Reflect.get(window, 'changes') as unknown)).toBe(0);
    },
  );
});

test('the children show without scripts and answer, and after the end', async ({ browser, page, site }) => {
  const url = site.page('<p><geo-select countries="FR JP"><a href="/countries">Other countries</a></geo-select></p>');
  const off = await browser.newPage({ javaScriptEnabled: false });
  await off.goto(url);
  await expect(off.getByRole('link', { name: 'Other countries' })).toBeVisible();
  await off.close();
  await open(page, url);
  await expect(page.getByRole('link')).toBeHidden();
  await expect(page.getByRole('combobox')).toBeVisible();
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect(page.getByRole('link')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test("an owner's button is as it was written when all is ended @rare", async ({ page, site }) => {
  await open(page, site.page('<geo-select><button type="button" value="JP">Japan</button></geo-select>'));
  await expect(page.getByRole('button')).toHaveAttribute('aria-pressed', 'false');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await page.locator('geo-select').innerHTML()).toBe('<button type="button" value="JP">Japan</button>');
});

test('a code that is none is named, and the others are listed @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] unusable-value: <geo-select countries="FR Germany JP">/);
  await open(page, site.page('<geo-select countries="FR Germany JP"></geo-select>'));
  await expect.poll(() => optionsOf(page)).toEqual(['France', 'Japan – 日本']);
});

test('a choice that cannot be followed does not seem to have been @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] file-refused: choose/, /Failed to load resource/);
  await page.route('**/geolet-choose*', (route) => route.abort());
  await open(page, site.page('<geo-select countries="FR JP"></geo-select>'));
  await expect(page.getByRole('combobox')).toHaveValue('FR');
  const refused = page.waitForEvent('console', (line) => line.text().includes('file-refused'));
  await page.getByRole('combobox').selectOption('JP');
  await refused;
  await expect(page.getByRole('combobox')).toHaveValue('FR');
});

test('a choice whose country cannot be fetched seems not to be made @rare', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] file-refused: countries\/jp/, /Failed to load resource/);
  await page.route('**/geolet-countries/*', (route) => route.abort());
  await open(page, site.page('<geo-select countries="FR JP"></geo-select>'));
  const refused = page.waitForEvent('console', (line) => line.text().includes('file-refused'));
  await page.getByRole('combobox').selectOption('JP');
  await refused;
  await expect(page.getByRole('combobox')).toHaveValue('FR');
});

test('attributes that change are followed, and the facts leave the list itself alone @rare', async ({ page, site }) => {
  await open(page, site.page('<geo-select countries="FR JP"></geo-select>'));
  await page.getByRole('combobox').focus();
  await be(page, 'JP');
  await expect(page.getByRole('combobox')).toBeFocused();
  await expect(page.getByRole('combobox')).toHaveValue('JP');
  await page.locator('geo-select').evaluate((select) => select.setAttribute('countries', 'DE JP'));
  await expect.poll(() => optionsOf(page)).toEqual(['Germany – Deutschland', 'Japan – 日本']);
  await expect(page.getByRole('combobox')).toHaveValue('JP');
});

test('works under a strict policy @rare', async ({ page, site }) => {
  site.headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await open(page, site.page('<geo-select countries="FR JP"></geo-select><p data-geo-text="{country}">you</p>'));
  await page.getByRole('combobox').selectOption('JP');
  await expect(page.locator('p')).toHaveText('Japan');
});

test('a country that is in no table is shown by the option that goes back @rare', async ({ page, site }) => {
  answer(site, { countryCode: 'FR', currencyCode: 'XTS' });
  await open(page, site.page('<geo-select currencies="EUR USD" reset="Yours"></geo-select>'));
  await expect.poll(() => shown(page)).toBe('Yours');
});

test('hears a choice of which a script tells by an event of jQuery alone, and writes what it has drawn', async ({
  page,
  site,
}) => {
  const jQuery =
    "<script>heard = []; drawn = []; jQuery = (element) => ({ on: (type, listener) => heard.push([element, type, listener]), trigger: (type) => type === 'change.select2' ? drawn.push(element.value) : heard.forEach(([around, own, listener]) => own === type && around.contains(element) && listener({ target: element })) })</script>";
  const list =
    '<geo-select><select class="select2-hidden-accessible"><option value="">-</option><option value="FR">F</option><option value="JP">J</option></select></geo-select><p data-geo-text="{country}">-</p>';
  await open(page, site.page(list, { head: jQuery }));
  await expect(page.locator('select')).toHaveValue('FR');
  await page.evaluate(() => {
    const select = document.querySelector('select');
    const { jQuery } = globalThis as unknown as { jQuery: (element: unknown) => { trigger(type: string): void } };
    if (select) select.value = 'JP';
    jQuery(select).trigger('change');
  });
  await expect.poll(() => visibleText(page.locator('p'))).toBe('Japan');
  const { heard, drawn } = await page.evaluate(() => {
    const { heard, drawn } = globalThis as unknown as { heard: unknown[]; drawn: string[] };
    return { heard: heard.length, drawn };
  });
  expect(heard).toBe(1);
  expect(drawn[0]).toBe('FR');
  expect(drawn.at(-1)).toBe('JP');
});
