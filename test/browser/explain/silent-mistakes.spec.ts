import { scriptTag } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test } from '../support/test.ts';

/** What no one notices: the page works, and something on it does not. Each with the line that says it. */
const mistakes: ReadonlyArray<readonly [name: string, markup: string, line: string, head?: string]> = [
  [
    'a misspelt attribute of an element',
    '<geo-currency price="USD 1, EUR 2">$1</geo-currency>',
    'did you mean prices?',
  ],
  [
    'a misspelt binding',
    '<p data-geo-txt="{city}">A</p>',
    'has data-geo-txt, which is not a Geolet attribute; did you mean data-geo-text?',
  ],
  [
    'a misspelt element',
    '<geo-txt template="{city}">A</geo-txt>',
    'there is no element <geo-txt>; did you mean <geo-text>?',
  ],
  ['a misspelt condition', '<geo-if country="FR" cty="Lyon">A</geo-if>', 'did you mean city?'],
  ['a misspelt setting', '<p>A</p>', 'did you mean data-endpoint?', scriptTag.replace('data-endpoint', 'data-endpoit')],
  ['a tag that is there twice', '<p>A</p>', '2 script tags load geolet.js', scriptTag + scriptTag],
  [
    'a slot that is not there',
    '<geo-if country="FR">A <span slot="els" hidden>B</span></geo-if>',
    '<span> with slot="els" never shows: its parent has no slot of that name; did you mean slot="else"?',
  ],
  [
    'a currency that is none',
    '<geo-currency prices="USD 49, EUR 45, JPP 6900">$49</geo-currency>',
    'has JPP, which is not a currency; did you mean JPY?',
  ],
  [
    'an else without hidden',
    '<geo-if country="FR">A <span slot="else">B</span></geo-if>',
    '<span> in the slot else has no hidden: with scripts off both parts show. Add hidden',
  ],
  [
    'an element that swallows the page',
    'To <geo-flag alt="" /> <h2>Shoes</h2><p>For all</p>',
    '<geo-flag alt> contains <h2>, which its value replaces: is the closing tag missing?',
  ],
];
const fine =
  '<geo-if country="FR">A <span slot="else" hidden>B</span></geo-if><geo-if country="DE">A<template slot="else">B</template></geo-if><geo-currency prices="USD 49, EUR 45">$49</geo-currency><geo-flag alt=""></geo-flag><geo-text template="{city}">your <b>city</b></geo-text>';

const local = (url: string) => url.replace('127.0.0.1', 'localhost');

for (const [name, markup, line, tag] of mistakes) {
  test(`on localhost the console names ${name}`, async ({ page, site, lines, expectLines }) => {
    expectLines(/^(startGroup|endGroup|info):/);
    site.visitor = visitors.lyon;
    await page.goto(local(site.page(`<main>${markup}</main>`, tag === undefined ? {} : { tag })));
    await expect.poll(() => lines.join('\n')).toContain(line);
  });
}

test('on localhost the console says nothing where nothing is wrong', async ({ page, site, lines }) => {
  site.visitor = visitors.lyon;
  await page.goto(local(site.page(`${fine}<geo-if city="Paris">A</geo-if>`)));
  await expect.poll(() => site.requests).toContainEqual(expect.stringMatching(/geolet-explain/));
  expect(await page.evaluate(() => globalThis.geolet?.explain())).toContain('There is nothing to look at.');
  expect(lines).toEqual([]);
});

for (const [name, host, tag] of [
  ['on another host', '127.0.0.1', scriptTag],
  ['with debug off', 'localhost', scriptTag.replace('>', ' data-debug="off">')],
] as const) {
  test(`no file for owners is fetched ${name}`, async ({ page, site, lines }) => {
    site.visitor = visitors.lyon;
    await page.goto(site.page('<p data-geo-txt="{city}">A</p>', { tag }).replace('127.0.0.1', host));
    await page.waitForFunction(() => document.documentElement.dataset.visitorStatus === 'ready');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(site.requests.filter((path) => path.includes('explain'))).toEqual([]);
    expect(lines).toEqual([]);
  });
}

test("the preview's control lists what is wrong, and leads to it", async ({ page, site }) => {
  await page.goto(
    `${site.page(`<div style="block-size: 3000px"></div>${mistakes.map(([, markup]) => `<div>${markup}</div>`).join('')}`)}?geo-as=FR`,
  );
  const list = page.locator('geo-preview').locator('details');
  await expect(list).toBeVisible();
  await list.locator('summary').click();
  const item = list.getByRole('listitem').filter({ hasText: 'data-geo-txt' });
  await expect(item).toContainText('did you mean data-geo-text?');
  const target = page.locator('[data-geo-txt]');
  await expect(target).not.toBeInViewport();
  await item.getByRole('button', { name: 'Show' }).click();
  await expect(target).toBeInViewport();
});

test("the preview's control lists nothing where nothing is wrong, and with debug off", async ({ page, site }) => {
  await open(page, `${site.page(fine)}?geo-as=FR`);
  await expect.poll(() => site.requests).toContainEqual(expect.stringMatching(/geolet-explain/));
  await page.evaluate(() => globalThis.geolet?.inspect());
  await expect(page.locator('geo-preview').locator('details')).toBeHidden();
  const tag = scriptTag.replace('>', ' data-debug="off">');
  await open(page, `${site.page('<p data-geo-txt="{city}">A</p>', { tag })}?geo-as=FR`);
  await expect(page.locator('geo-preview').locator('details')).toBeHidden();
});
