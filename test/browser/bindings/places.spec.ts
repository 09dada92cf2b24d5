import { expect, open, test, visibleText } from '../support/test.ts';

const bound = '<b data-geo-text="in {city}">here</b>';

test('a template of the page’s own is left as it is, and what is made of it is bound @rare', async ({ page, site }) => {
  await open(page, site.page(`<template id="card"><p>${bound}</p></template><main></main>`));
  expect(await page.evaluate(() => document.querySelector<HTMLTemplateElement>('#card')?.content.textContent)).toBe(
    'here',
  );
  await page.evaluate(() => {
    const template = document.querySelector<HTMLTemplateElement>('#card');
    if (template) document.querySelector('main')?.append(template.content.cloneNode(true));
  });
  await expect(page.locator('main')).toHaveText('in Lyon');
  expect(await page.evaluate(() => document.querySelector<HTMLTemplateElement>('#card')?.content.textContent)).toBe(
    'here',
  );
});

test('texts of SVG and MathML are as written and named, HTML in SVG is bound', async ({ page, site, expectLines }) => {
  expectLines(
    /unsafe-binding: <text .*data-geo-text/,
    /unsafe-binding: <mtext data-geo-text/,
    /unsafe-binding: <g data-geo-show="country: JP">/,
  );
  await open(
    page,
    site.page(`<main>
    <svg width="300" height="90"><text y="20" data-geo-text="{city}">S</text><g data-geo-show="country: JP"><text y="40">G</text></g><foreignObject y="50" width="300" height="40"><p>${bound}</p></foreignObject></svg>
    <math><mtext data-geo-text="{city}">M</mtext></math></main>`),
  );
  expect((await visibleText(page.locator('main'))).split(' ').sort().join(' ')).toBe('G Lyon M S in');
});

test('rows, options and what stands in them are bound where they are', async ({ page, site }) => {
  await open(
    page,
    site.page(`<main>
    <table><tr data-geo-show="country: JP"><td>A</td></tr><tr><td data-geo-text="{city}">B</td></tr></table>
    <dl><dt data-geo-hide="country: FR">C</dt><dd data-geo-text="{country}">D</dd></dl>
    <details open><summary data-geo-text="{currency}">E</summary>F</details></main>
    <select><option data-geo-text="{city}">G</option><optgroup label="H" data-geo-label="{country}"></optgroup></select>`),
  );
  expect(await visibleText(page.locator('main'))).toBe('Lyon France Euro F');
  await expect(page.locator('option')).toHaveText('Lyon');
  await expect(page.locator('optgroup')).toHaveAttribute('label', 'France');
});

test('what a frame shows is its own page’s, also when it moves @rare', async ({ page, site, expectLines }) => {
  expectLines(/unsafe-binding: <b data-geo-text/);
  await open(page, site.page(`<iframe srcdoc="${bound.replaceAll('"', "'")}"></iframe><main></main>`));
  const inside = page.frameLocator('iframe').locator('body');
  await expect(inside).toHaveText('here');
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await page.evaluate(() => globalThis.geolet?.reset());
  await expect(inside).toHaveText('here');
  await page.evaluate(() => {
    const moved = document.querySelector('iframe')?.contentDocument?.querySelector('b');
    if (moved) document.querySelector('main')?.append(moved);
    globalThis.geolet?.scan();
  });
  await expect(page.locator('main')).toHaveText('here');
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect(page.locator('main')).toHaveText('here');
});

test('a frame with a script tag of its own is a page like any other @rare', async ({ page, site }) => {
  site.page(bound, { path: '/inner' });
  const written = `${bound}<script src='${site.url}/geolet.js' data-endpoint='${site.url}/geo'></script>`.replaceAll(
    '"',
    "'",
  );
  const html = `<main>${bound}</main><iframe src="/inner"></iframe><iframe srcdoc="<!doctype html>${written}"></iframe>`;
  await open(page, site.page(html));
  await expect(page.locator('main')).toHaveText('in Lyon');
  for (const frame of [0, 1])
    await expect(page.frameLocator(`iframe >> nth=${frame}`).locator('b')).toHaveText('in Lyon');
  await page.evaluate(() => globalThis.geolet?.override({ country: 'JP', city: 'Osaka' }));
  for (const frame of [0, 1])
    await expect(page.frameLocator(`iframe >> nth=${frame}`).locator('b')).toHaveText('in Osaka');
});

test('a frame without an address of its own asks the proxy of the page that it is in, whatever its base', async ({
  page,
  site,
}) => {
  const written = `<base href='https://other.example/'>${bound}<script src='${site.url}/geolet.js'></script>`;
  const frame = `<iframe srcdoc="<!doctype html>${written.replaceAll('"', "'")}"></iframe>`;
  await page.goto(site.page(frame, { tag: '' }));
  await expect(page.frameLocator('iframe').locator('b')).toHaveText('in Lyon');
});

test('a frame that may not know the page around it is as written where it names no proxy, and told @rare', async ({
  page,
  site,
  expectLines,
}) => {
  expectLines(/bad-settings: endpoint: \/geo/);
  const written = `${bound}<script src='${site.url}/geolet.js'></script>`.replaceAll('"', "'");
  await page.goto(
    site.page(`<iframe sandbox="allow-scripts" srcdoc="<!doctype html>${written}"></iframe>`, { tag: '' }),
  );
  const frame = page.frameLocator('iframe').locator('html');
  await expect(frame).toHaveAttribute('data-visitor-status', 'fallback');
  await expect(frame.locator('b')).toHaveText('here');
});

test('on a long page what is bound is found, one kind of binding or several @rare', async ({ page, site }) => {
  const long = `<ul>${'<li class="item">Item</li>'.repeat(300)}</ul>`;
  const ways = [
    '<p data-geo-text="{city}">Here</p>',
    '<p title="Here" data-geo-title="{city}">…</p>',
    '<a href="/" data-geo-href="/{city}">…</a>',
    '<p class="geo-show-fr" hidden>…</p>',
    '<p class="geo-hide-fr">…</p>',
  ];
  const written = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main > :not(ul)')].map(
        (element) =>
          /Lyon/.test(element.outerHTML) || element.hasAttribute('hidden') !== element.matches('.geo-show-fr'),
      ),
    );
  for (const some of [ways, ways.slice(3, 4), []]) {
    await open(page, site.page(`<main>${long}${some.join('')}</main>`));
    await expect.poll(written).toEqual(some.map(() => true));
    expect(await page.locator('li', { hasText: 'Item' }).count()).toBe(300);
  }
});
