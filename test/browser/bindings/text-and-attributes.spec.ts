import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText } from '../support/test.ts';
import { holdRequests } from '../visitor/told.ts';

test('text is filled in, with names in the language of the place it stands in', async ({ page, site }) => {
  const url = site.page(`
    <p data-geo-text="Hello {country}">Hello</p>
    <p lang="de" data-geo-text="Hallo {country}, {currency}">Hallo</p>
    <p lang="fr_FR" data-geo-text="{city} ({state})">-</p>
    <p data-geo-text="{COUNTRYCODE:lower} {nationalcapital}">-</p>`);
  await open(page, url);
  expect(await visibleText(page.locator('body'))).toBe(
    'Hello France Hallo Frankreich, Euro Lyon (Auvergne-Rhone-Alpes) fr Paris',
  );
});

test('a missing value takes its alternative, else the whole text stays as written', async ({ page, site }) => {
  site.visitor = visitors.nowhere;
  const url = site.page(`
    <p data-geo-text="Shoes for {city|you}">As written</p>
    <p data-geo-text="Shoes{city|}">As written</p>
    <p data-geo-text="Shoes for {city}">As written</p>`);
  await open(page, url);
  expect(await visibleText(page.locator('body'))).toBe('Shoes for you Shoes As written');
});

test('what is no template for text is left alone and named once', async ({ page, site, expectLines }) => {
  expectLines(
    /unusable-template: <p data-geo-text="city">/,
    /unusable-template: <p data-geo-text="\{eu\}">/,
    /unusable-template: <p data-geo-text="\{a\{b\}">/,
    /element-children: <p data-geo-text="\{city\}">/,
  );
  const url = site.page(`
    <p data-geo-text="city">one</p><p data-geo-text="city">two</p>
    <p data-geo-text="{eu}">three</p>
    <p data-geo-text="{a{b}">four</p>
    <p data-geo-text="{city}">five <b>six</b></p>`);
  await open(page, url);
  expect(await visibleText(page.locator('body'))).toBe('one two three four five six');
});

test('a mistake in a list is named once, whatever else differs @rare', async ({ page, site, lines, expectLines }) => {
  expectLines(/element-children: <a data-geo-text="\{city\}">/, /empty-condition: <geo-if contry="FR">/);
  const items = Array.from(
    { length: 50 },
    (_, index) =>
      `<a href="/${index}" class="item-${index}" data-sku="${index}" title="${index}" data-geo-text="{city}">a <b>b</b></a><geo-if contry="FR" class="item-${index}" data-sku="${index}">c</geo-if>`,
  );
  await open(page, site.page(items.join('')));
  await expect.poll(() => lines.filter((line) => line.includes('empty-condition'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('element-children'))).toHaveLength(1);
});

test('data stands as text, never as markup', async ({ page, site }) => {
  site.geo = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ countryCode: 'FR', city: '<img src=x onerror="window.pwned=1"> \u202Eevil\u0000' }));
  await open(page, site.page('<p data-geo-text="{city}">you</p><img alt="a" data-geo-alt="{city}" src="/a.gif">'));
  expect(await page.locator('p').textContent()).toBe('<img src=x onerror="window.pwned=1"> evil');
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('text keeps the framework’s own node and writes the fewest', async ({ page, site }) => {
  const url = site.page(
    '<p id="one" data-geo-text="{city}">you</p><p id="two" data-geo-text="{city}"></p><p id="three" data-geo-text="{city}">a<!-- -->b</p><script>window.kept = document.querySelector("#one").firstChild</script>',
  );
  await open(page, url);
  expect(await page.evaluate(() => Reflect.get(window, 'kept') === document.querySelector('#one')?.firstChild)).toBe(
    true,
  );
  expect(await page.locator('#two').textContent()).toBe('Lyon');
  expect(
    await page.locator('#three').evaluate((element) => [...element.childNodes].map((node) => node.textContent)),
  ).toEqual(['Lyon', ' ', '']);
});

test('attributes of the allow-list are written', async ({ page, site }) => {
  const url = site.page(`
    <a href="/pricing" data-geo-href="/{country:lower}/pricing?c={currency}" data-geo-title="Prices in {country}">Prices</a>
    <a id="tel" href="tel:+1" data-geo-href="tel:+{callingCode}">Call</a>
    <img src="/a.gif" alt="a flag" data-geo-src="/{country:lower}.gif" data-geo-alt="{country}" data-geo-srcset="/{country:lower}.gif 1x, /{country:lower}-2.gif 2x">
    <input placeholder="City" data-geo-placeholder="{city}" aria-label="City" data-geo-aria-label="City, such as {city}">`);
  await open(page, url);
  expect(await page.locator('a').first().getAttribute('href')).toBe(`${site.url}/fr/pricing?c=EUR`);
  expect(await page.locator('a').first().getAttribute('title')).toBe('Prices in France');
  expect(await page.locator('#tel').getAttribute('href')).toBe('tel:+33');
  expect(await page.locator('img').getAttribute('src')).toBe(`${site.url}/fr.gif`);
  expect(await page.locator('img').getAttribute('srcset')).toBe(`${site.url}/fr.gif 1x, ${site.url}/fr-2.gif 2x`);
  expect(await page.locator('img').getAttribute('alt')).toBe('France');
  expect(await page.locator('input').getAttribute('placeholder')).toBe('Lyon');
  expect(await page.locator('input').getAttribute('aria-label')).toBe('City, such as Lyon');
});

const refused = [
  '<a href="/" data-geo-href="https://{city}.shop.example/">x</a>',
  '<a href="/" data-geo-href="https://shop.example{city}/">x</a>',
  '<a href="/" data-geo-href="{city}:alert(1)">x</a>',
  '<a href="/" data-geo-href="javascript:alert({callingCode})">x</a>',
  '<a href="/" data-geo-href="//{city}/">x</a>',
  '<a href="/" data-geo-href="https://user@shop.example/{city}">x</a>',
  '<img src="/a.gif" alt="x" data-geo-src="data:image/svg+xml,{city}">',
  '<img src="/a.gif" alt="x" data-geo-srcset="/{city}.gif 1x, javascript:{city} 2x">',
  '<iframe src="about:blank" data-geo-src="/{city}"></iframe>',
  '<p data-geo-onclick="{city}">x</p>',
  '<p data-geo-style="color:{city}">x</p>',
  '<p data-geo-srcdoc="{city}">x</p>',
  '<form action="/" data-geo-action="/{city}">x</form>',
  '<input type="hidden" value="a" data-geo-value="{city}">',
  '<input type="password" value="a" data-geo-value="{country}">',
  '<button value="a" data-geo-value="{city}">x</button>',
  '<object data="/a.gif" data-geo-data="/{city}"></object>',
  '<p id="a" data-geo-id="{city}">x</p>',
  '<svg><a href="/" data-geo-href="/{city}"><text>x</text></a></svg>',
  '<style data-geo-text="{city}">p{}</style>',
  '<textarea data-geo-text="{city}">x</textarea>',
];

test('what would run, or reach another host, is refused and named', async ({ page, site, expectLines, lines }) => {
  expectLines(/unsafe-binding/);
  const sections = refused.map((markup) => `<section>${markup}</section>`).join('');
  const read = () => page.locator('section').evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
  await page.goto(site.page(sections, { tag: '' }));
  const before = await read();
  await open(page, site.page(sections));
  expect(await read()).toEqual(before);
  const named = refused.filter((markup) => /data-geo-(text|href|src|srcset|value|alt|title)=/.test(markup));
  await expect.poll(() => lines.filter((line) => line.includes('unsafe-binding'))).toHaveLength(named.length);
});

test('a value that would climb out of its path segment is refused', async ({ page, site, expectLines }) => {
  expectLines();
  site.geo = (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ countryCode: 'FR', city: '..', stateName: 'a/../../b?c#d', OS: 'evil.example/#' }));
  const url = site.page(
    '<a id="a" href="/a" data-geo-href="/store/{city}/y">x</a><a id="b" href="/b" data-geo-href="/store/{stateName}/y">x</a><a id="c" href="/c" data-geo-href="/{OS}">x</a>',
  );
  await open(page, url);
  expect(await page.locator('#a').getAttribute('href')).toBe('/a');
  expect(await page.locator('#b').getAttribute('href')).toBe(`${site.url}/store/a%2F..%2F..%2Fb%3Fc%23d/y`);
  expect(await page.locator('#c').getAttribute('href')).toBe(`${site.url}/evil.example%2F%23`);
});

test('a picture that fails to load is put back, until the facts change', async ({ page, site, expectLines }) => {
  expectLines(/404/);
  site.file('/fr.gif', (_request, response) => response.writeHead(404).end());
  await open(page, site.page('<img src="/default.gif" alt="x" data-geo-src="/{country:lower}.gif">'));
  await expect.poll(() => page.locator('img').getAttribute('src')).toBe('/default.gif');
  expect(site.requests.filter((path) => path === '/fr.gif')).toHaveLength(1);
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  expect(await page.locator('img').getAttribute('src')).toBe(`${site.url}/jp.gif`);
});

test('what puts a picture back is fetched when the first one fails @rare', async ({ page, site, expectLines }) => {
  expectLines(/404/);
  site.file('/fr.gif', (_request, response) => response.writeHead(404).end());
  site.file('/missing.gif', (_request, response) => response.writeHead(404).end());
  const fetched = () => site.requests.filter((path) => path.startsWith('/geolet-media')).length;
  await open(page, site.page('<img src="/missing.gif" alt="x"><img src="/default.gif" alt="x" data-geo-alt="{city}">'));
  await expect.poll(() => site.requests.includes('/missing.gif')).toBe(true);
  await page.evaluate(() => fetch('/geo').then((response) => response.text()));
  expect(fetched()).toBe(0);
  await page.evaluate(() => document.querySelectorAll('img')[1]?.setAttribute('data-geo-src', '/{country:lower}.gif'));
  await expect(page.locator('img').last()).toHaveAttribute('src', '/default.gif');
  expect(fetched()).toBe(1);
});

test('a source of a picture that fails to load is put back @rare', async ({ page, site, expectLines }) => {
  expectLines(/404/);
  site.file('/fr.gif', (_request, response) => response.writeHead(404).end());
  await open(
    page,
    site.page(`
    <picture><source srcset="/wide.gif 1x" data-geo-srcset="/{country:lower}.gif 1x"><img src="/narrow.gif" alt="x"></picture>
    <picture><source srcset="/fine.gif" data-geo-srcset="/fine-{country:lower}.gif"><img src="/narrow.gif" alt="x"></picture>`),
  );
  await expect(page.locator('source').first()).toHaveAttribute('srcset', '/wide.gif 1x');
  await expect
    .poll(() =>
      page
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth]),
    )
    .toEqual([`${site.url}/wide.gif`, 1]);
  await expect(page.locator('source').last()).toHaveAttribute('srcset', `${site.url}/fine-fr.gif`);
});

test('a picture that fails is put back once, where the first fails too @rare', async ({ page, site, expectLines }) => {
  expectLines(/404/);
  const missing = ['/missing.png', '/fr.png', '/jp.png'];
  for (const path of missing) site.file(path, (_request, response) => response.writeHead(404).end());
  await open(page, site.page('<img src="/missing.png" alt="x" data-geo-src="/{country:lower}.png">'));
  await expect(page.locator('img')).toHaveAttribute('src', '/missing.png');
  const asked = () => site.requests.filter((path) => missing.includes(path)).length;
  // A loop would go on meanwhile.
  for (let round = 0; round < 20; round++) await page.evaluate(() => fetch('/geo').then((answer) => answer.text()));
  expect(asked()).toBeLessThanOrEqual(3);
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await expect.poll(() => site.requests.includes('/jp.png')).toBe(true);
  await expect(page.locator('img')).toHaveAttribute('src', '/missing.png');
});

test('prices have the digits of the owner’s list, else stay as written', async ({ page, site, expectLines }) => {
  expectLines(/unusable-prices/);
  site.visitor = visitors.osaka;
  const url = site.page(`
    <p data-geo-currency="USD 49, EUR 45.00, JPY 6900">$49</p>
    <p data-geo-currency="JPY 6900, EUR 45">¥6900</p>
    <p data-geo-currency="USD 49, EUR 45">$49 only</p>
    <p data-geo-currency="USD 49, JPY 6.900,00">$49 broken</p>
    <p lang="de" data-geo-currency="USD 49.90, JPY 6900.50">$49.90</p>`);
  await open(page, url);
  expect((await visibleText(page.locator('body'))).replaceAll('\u00A0', ' ')).toBe(
    '¥6,900 ¥6900 $49 only $49 broken 6.900,50 ¥',
  );
});

test('data-geo-when limits the bindings of its element to a yes', async ({ page, site, expectLines }) => {
  expectLines(/kept-back: postal/);
  const url = site.page(`
    <a id="yes" href="/" data-geo-when="country: DE AT FR" data-geo-href="/{country:lower}/">x</a>
    <a id="no" href="/" data-geo-when="country: DE AT" data-geo-href="/{country:lower}/">x</a>
    <a id="unknown" href="/" data-geo-when="postal: 69*" data-geo-href="/{country:lower}/">x</a>`);
  await open(page, url);
  expect(await page.locator('#yes').getAttribute('href')).toBe(`${site.url}/fr/`);
  expect(await page.locator('#no').getAttribute('href')).toBe('/');
  expect(await page.locator('#unknown').getAttribute('href')).toBe('/');
});

test('a list without the visitor’s option shows the one it has by default, never none', async ({ page, site }) => {
  const html =
    '<select data-geo-value="{country}"><option>US</option><option selected>GB</option><option>FR</option></select>';
  await open(page, site.page(html));
  const select = page.locator('select');
  await expect(select).toHaveValue('FR');
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await expect(select).toHaveValue('GB');
  await page.evaluate(() => globalThis.geolet?.override('US'));
  await expect(select).toHaveValue('US');
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect(select).toHaveValue('GB');
});

test('a field that is filled in tells scripts as if the visitor had done it, once for each value', async ({
  page,
  site,
}) => {
  const fields =
    '<form><select data-geo-value="{country}"><option>US<option>FR<option>JP</select><input id="city" data-geo-value="{city}"><input id="own" data-geo-value="{city}"><input id="same" value="FR" data-geo-value="{country}"></form>';
  const listen =
    "<script>told = []; for (const type of ['input', 'change']) addEventListener(type, ({ target }) => told.push(`${type} ${target.id || 'list'} ${target.value}`))</script>";
  const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told.splice(0));
  const release = await holdRequests(page, '**/geo');
  await page.goto(site.page(fields, { head: listen }));
  await page.locator('#own').fill('mine');
  expect(await told()).toEqual(['input own mine']);
  release();
  await expect(page.locator('#city')).toHaveValue('Lyon');
  expect(await told()).toEqual(['input list FR', 'change list FR', 'input city Lyon', 'change city Lyon']);
  await expect(page.locator('#own')).toHaveValue('mine');
  await page.evaluate(() => globalThis.geolet?.override('country: JP; city: Osaka'));
  await expect(page.locator('#city')).toHaveValue('Osaka');
  const later = await told();
  expect(later.filter((line) => line.includes('city'))).toEqual(['input city Osaka', 'change city Osaka']);
  expect(later.filter((line) => line.includes('list'))).toEqual(['input list JP', 'change list JP']);
  expect(later.filter((line) => line.includes('own'))).toEqual([]);
});

test('in an XHTML page too neither hidden fields and passwords are written nor anything of SVG @rare', async ({
  page,
  site,
  expectLines,
}) => {
  expectLines(/unsafe-binding: <input .*data-geo-value/, /unsafe-binding: <a .*data-geo-href/);
  const body =
    '<a href="/x" data-geo-href="/{country}">A</a><svg xmlns="http://www.w3.org/2000/svg"><a href="/x" data-geo-href="/{country}"/></svg>';
  const fields = ['hidden', 'password', 'checkbox', 'text']
    .map((type) => `<input type="${type}" data-geo-value="{city}"/>`)
    .join('');
  await open(
    page,
    site.page(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Test</title><link rel="icon" href="data:,"/></head><body>${body}${fields}<script src="/geolet.js"></script></body></html>`,
      { type: 'application/xhtml+xml' },
    ),
  );
  expect(
    await page.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
  ).toEqual(['', '', 'on', 'Lyon']);
  expect(
    await page.evaluate(() => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))),
  ).toEqual([`${site.url}/FR`, '/x']);
});

test('a form is prefilled while untouched and never over what was typed', async ({ page, site }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const record = '{"countryCode":"FR","city":"Lyon","currencyCode":"EUR"}';
  site.geo = (_request, response) =>
    void held.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end(record));
  const url = site.page(`
    <select id="country" data-geo-value="{country}"><option value="">Choose</option><option value="DE">Germany</option><option value="FR">France</option></select>
    <select id="other" data-geo-value="{country}"><option>Germany</option><option>Spain</option></select>
    <select id="chosen" data-geo-value="{country}"><option value="DE" selected>Germany</option><option value="FR">France</option></select>
    <input id="city" data-geo-value="{city}"><input id="typed" data-geo-value="{city}"><input id="filled" data-geo-value="{city}">
    <textarea data-geo-value="{city}">Your city</textarea>`);
  await page.goto(url);
  await page.locator('#typed').fill('Nantes');
  await page.locator('#filled').evaluate((field) => ((field as HTMLInputElement).value = 'Lille'));
  await page.locator('#chosen').selectOption('DE');
  release();
  await expect(page.locator('#country')).toHaveValue('FR');
  await expect(page.locator('#city')).toHaveValue('Lyon');
  await expect(page.locator('textarea')).toHaveValue('Lyon');
  await expect(page.locator('#other')).toHaveValue('Germany');
  await expect(page.locator('#chosen')).toHaveValue('DE');
  await expect(page.locator('#typed')).toHaveValue('Nantes');
  await expect(page.locator('#filled')).toHaveValue('Lille');
});
