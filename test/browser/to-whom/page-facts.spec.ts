import { expect, settled, test, visibleText } from '../support/test.ts';

const requestsFor = (site: { readonly requests: readonly string[] }, part: string) =>
  site.requests.filter((path) => path.includes(part)).length;

test('a page follows when its visitor turns the lights out', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(
    site.page('<main><geo-if color="dark" hidden>Night</geo-if><p data-geo-show="color: light">Day</p></main>'),
  );
  await settled(page);
  expect(await visibleText(page.locator('main'))).toBe('Day');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Night');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Day');
  expect(requestsFor(site, '/geo')).toBeGreaterThan(0);
  expect(site.requests.filter((path) => path === '/geo')).toHaveLength(1);
});

test('a page follows a router that changes its query, with what comes, too', async ({ page, site }) => {
  const content =
    '<geo-if query="utm_source=mail" hidden>Reader</geo-if><b data-geo-hide="query: utm_source">Stranger</b>';
  await page.goto(site.page(`<main>${content}</main>`));
  await settled(page);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Stranger');
  await page.evaluate(() => history.pushState(null, '', '?utm_source=mail'));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Reader');
  await page.evaluate((content) => {
    history.replaceState(null, '', '?page=2');
    document.querySelector('main')?.insertAdjacentHTML('beforeend', content);
  }, content);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Stranger Stranger');
});

test('a page follows a router to another path, and is right in its first frame', async ({ page, site }) => {
  const content =
    '<geo-if path="/shop/*" hidden>Shop</geo-if> <b data-geo-hide="path: /shop/*">Else</b> <i data-geo-text="{countryCode}" data-geo-when="path: /shop/*">-</i>';
  await page.goto(site.page(`<main>${content}</main>`, { path: '/shop/shoe' }));
  await settled(page);
  expect(await visibleText(page.locator('main'))).toBe('Shop FR');
  for (const [method, path, text] of [
    ['pushState', '/about', 'Else -'],
    ['pushState', '/shop/hat/', 'Shop FR'],
    ['replaceState', '/shop', 'Else -'],
    ['replaceState', '/shop/a/b?c=d', 'Shop FR'],
  ] as const) {
    await page.evaluate(([method, path]) => history[method](null, '', path), [method, path] as const);
    await expect.poll(() => visibleText(page.locator('main')), path).toBe(text);
  }
  await page.evaluate(() => history.back());
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Else -');
});

test('a visitor is met by either name of their zone and language', async ({ browser, site }) => {
  const content =
    '<geo-if timezone="Asia/Kolkata">A</geo-if> <geo-if timezone="Asia/Calcutta">B</geo-if> <geo-if timezone="Asia/Dhaka">no</geo-if> <geo-if language="no">C</geo-if> <geo-if language="nn">no</geo-if>';
  const context = await browser.newContext({ timezoneId: 'Asia/Kolkata', locale: 'nb-NO' });
  const page = await context.newPage();
  await page.goto(site.page(`<main>${content}</main>`));
  await settled(page);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('A B C');
  await context.close();
});

for (const [what, head] of [
  ['without the Navigation API', ''],
  ['with an element of that name', '<nav id="navigation"></nav>'],
  ['with a variable of that name', '<script>navigation = { menu: 1 }</script>'],
] as const) {
  test(`a page ${what} follows the way back to another query @rare`, async ({ page, site, expectLines }) => {
    expectLines();
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'navigation'));
    const html = `${head}<main><geo-if query="utm_source=mail" hidden>Reader</geo-if><b data-geo-hide="query: utm_source">Stranger</b></main>`;
    await page.goto(site.page(html));
    await settled(page);
    await expect.poll(() => visibleText(page.locator('main'))).toBe('Stranger');
    await page.evaluate(() => {
      history.pushState(null, '', '?utm_source=mail');
      history.pushState(null, '', '?utm_source=feed');
      history.back();
    });
    await expect.poll(() => visibleText(page.locator('main'))).toBe('Reader');
  });
}

test('a page knows the site its visitor came from, or nothing', async ({ page, site }) => {
  const content =
    '<main><geo-if referrer="localhost">Guest</geo-if><geo-if not-referrer="localhost">Other</geo-if></main>';
  const other = site.url.replace('127.0.0.1', 'localhost');
  site.page(`<a href="${site.url}/shop">Go</a>`, { path: '/other' });
  site.page(content, { path: '/shop' });
  await page.goto(`${other}/other`);
  await page.click('a');
  await settled(page);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Guest');
  await page.goto('about:blank');
  await page.goto(`${site.url}/shop`);
  await settled(page);
  expect(await visibleText(page.locator('main'))).toBe('Guest Other');
});

const visits =
  '<main><geo-if returning hidden>Welcome back</geo-if><geo-if not-returning hidden>Welcome</geo-if></main>';

test('a visitor returns with their next tab, and not while they stay in this one', async ({ page, context, site }) => {
  const url = site.page(visits);
  for (const view of ['first', 'second', 'third']) {
    await page.goto(url);
    await settled(page);
    expect(await visibleText(page.locator('main')), view).toBe('Welcome');
  }
  const later = await context.newPage();
  for (const view of ['first', 'second']) {
    await later.goto(url);
    await settled(later);
    expect(await visibleText(later.locator('main')), view).toBe('Welcome back');
  }
});

test('nobody returns where nothing may be remembered @rare', async ({ page, context, site }) => {
  const url = site.page(visits, {
    tag: '<script async src="/geolet.js" data-endpoint="/geo" data-storage="off"></script>',
  });
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(url);
    await settled(tab);
    expect(await visibleText(tab.locator('main'))).toBe('');
  }
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('nothing is remembered of a visitor before they agree @rare', async ({ page, site }) => {
  await page.goto(
    site.page(visits, { tag: '<script async src="/geolet.js" data-endpoint="/geo" data-consent="required"></script>' }),
  );
  await settled(page);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await visibleText(page.locator('main'))).toBe('');
});

test('the local time turns on the minute', async ({ page, site }) => {
  await page.clock.install({ time: new Date('2026-11-18T08:59:30Z') });
  await page.goto(
    site.page('<main><geo-if local-time="09:00-17:30"><b>Open</b><b slot="else" hidden>Closed</b></geo-if></main>'),
  );
  await page.clock.runFor(1000);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Closed');
  await page.clock.runFor(35_000);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Open');
});

test('rarer conditions are fetched once by a page that asks them', async ({ page, site, expectLines }) => {
  expectLines(/kept-back: ISP/, /kept-back: ASN/, /kept-back: latitude/);
  const html =
    '<p data-geo-show="country: FR; color: light; not-returning">A</p><geo-if isp="Orange" asn="3215">B</geo-if>';
  await page.goto(site.page(html));
  await settled(page);
  expect(requestsFor(site, 'conditions')).toBe(0);
  const markup =
    '<main><p data-geo-show="query: a">A</p><p data-geo-hide="query: b">B</p><geo-if near="0,0,1km" local-time="sat">C</geo-if></main>';
  await page.goto(site.page(markup));
  await expect.poll(() => visibleText(page.locator('main'))).toContain('B');
  await expect(page.locator('p').first()).toBeHidden();
  expect(requestsFor(site, 'conditions')).toBe(1);
});

const address =
  '<main><p data-geo-text="{currentPage}">nowhere</p><geo-text template="from {referer}">from nowhere</geo-text> <b data-geo-text="{colorPreference}">any</b></main>';

test('what a text says of the page is of this one, not of the one that looked up', async ({ page, site }) => {
  site.page(address, { path: '/two' });
  await page.goto(site.page(`${address}<a href="/two?q=secret#part">Go</a>`, { path: '/one' }));
  await settled(page);
  expect(await visibleText(page.locator('main'))).toBe(`${site.url}/one from nowhere light`);
  await page.click('a');
  await settled(page);
  expect(await page.evaluate(() => geolet?.visitor?.source)).toBe('cache');
  expect(await visibleText(page.locator('main'))).toBe(`${site.url}/two from ${site.url}/one light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => visibleText(page.locator('main'))).toBe(`${site.url}/two from ${site.url}/one dark`);
});

test('what a text says of the page follows it in a preview too @rare', async ({ page, site }) => {
  await page.goto(`${site.page(address, { path: '/one' })}?geo-as=FR`);
  await settled(page);
  await expect.poll(() => visibleText(page.locator('main'))).toBe(`${site.url}/one from nowhere light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    history.pushState(null, '', '/two?geo-as=FR');
    history.pushState(null, '', '/three?geo-as=FR');
    history.back();
  });
  await expect.poll(() => visibleText(page.locator('main'))).toBe(`${site.url}/two from nowhere dark`);
});

test('another page is no other visitor: a refresh there is no change @rare', async ({ page, site }) => {
  site.page(address, { path: '/two' });
  await page.goto(site.page('<a href="/two">Go</a>', { path: '/one' }));
  await settled(page);
  await page.click('a');
  await settled(page);
  const changes = await page.evaluateHandle(() => {
    const told: unknown[] = [];
    document.addEventListener('geo-change', ({ visitor }) => told.push(visitor));
    return told;
  });
  await page.evaluate(async () => geolet?.refresh());
  expect(await page.evaluate(() => [geolet?.visitor?.source, geolet?.visitor?.currentPage])).toEqual([
    'network',
    `${site.url}/two`,
  ]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => visibleText(page.locator('main'))).toContain('dark');
  expect(await changes.jsonValue()).toEqual([]);
});

test('nothing that is remembered tells where its visitor was @rare', async ({ page, site }) => {
  await page.goto(site.page('<p data-geo-text="{city}">you</p>', { path: '/private/page' }));
  await expect(page.locator('p')).toHaveText('Lyon');
  const kept = await page.evaluate(() => Object.values(localStorage).join());
  expect(kept).toContain('"city":"Lyon"');
  expect(kept).not.toContain('private');
});
