import type { Page } from '@playwright/test';
import { answer, be } from '../elements/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const lyon = { countryCode: 'FR', currencyCode: 'EUR', isEU: true, language: 'fr-FR' };
const list = 'USD 49, EUR 45';

/** The same price in both forms, with a former one. */
const both = (text: string) =>
  `<p id="bound" data-geo-currency="${list}">${text}</p><p><geo-currency id="element" prices="${list}" was="USD 59, EUR 55">${text}</geo-currency></p>`;

/** What both read. */
const read = (page: Page) => visibleText(page.locator('main'));

/** Writes into both, as scripts of a shop do. */
const write = (page: Page, text: string) =>
  page.evaluate((written) => {
    for (const id of ['bound', 'element']) {
      const element = document.getElementById(id);
      if (element) element.textContent = written;
    }
  }, text);

test('a list counts only while the text says its first price', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>${both('$49')}</main>`));
  await expect.poll(() => read(page)).toBe('€45 €55 €45');
  for (const [text, shown] of [
    ['$59.00', '$59.00 $59.00'],
    ['$49.00', '€45 €55 €45'],
    ['Sold out', 'Sold out Sold out'],
    ['from $49 / month', 'from €45 / month €55 from €45 / month'],
    // Emptied before the next price is written.
    ['', ''],
    ['$24 – $27', '$24 – $27 $24 – $27'],
    ['', ''],
    ['US$ 49', '€45 €55 €45'],
  ] as const) {
    await write(page, text);
    await expect.poll(() => read(page), text).toBe(shown);
  }
  await write(page, '$59');
  // A new visitor is told what the page says, whoever wrote it.
  expectLines(/other-price: <p data-geo-currency.*: \$59/);
  await be(page, 'US');
  await be(page, 'FR');
  await expect.poll(() => read(page)).toBe('$59 $59');
  await page.evaluate(() => globalThis.geolet?.destroy());
  await expect.poll(() => read(page)).toBe('$59 $59');
});

test('a framework that keeps a node for each part of a text writes one of them, and the others are what they were', async ({
  page,
  site,
  expectLines,
}) => {
  answer(site, lyon);
  await open(
    page,
    site.page(`<main><p id="bound">from </p></main><script>
      bound.append('$', '49', ' / month');
      bound.dataset.geoCurrency = '${list}';
    </script>`),
  );
  const rewrite = (text: string) =>
    page.evaluate((written) => {
      const node = document.getElementById('bound')?.childNodes[2];
      if (node instanceof Text) node.data = written;
    }, text);
  for (const [written, shown] of [
    ['49', 'from €45 / month'],
    ['59', 'from $59 / month'],
    ['49.00', 'from €45 / month'],
  ] as const) {
    await rewrite(written);
    await expect.poll(() => read(page), written).toBe(shown);
  }
  await be(page, 'US');
  await expect.poll(() => read(page)).toBe('from $49.00 / month');
  await rewrite('59');
  await be(page, 'FR');
  await expect.poll(() => read(page)).toBe('from $59 / month');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await page.evaluate(() => [...(document.getElementById('bound')?.childNodes ?? [])].map(String).length)).toBe(
    4,
  );
  expectLines(/other-price/);
});

test('what a script adds to the price that shows is added to the price as written', async ({ page, site }) => {
  answer(site, lyon);
  await open(page, site.page(`<main><p id="bound" data-geo-currency="${list}">$49</p></main>`));
  await expect.poll(() => read(page)).toBe('€45');
  await page.evaluate(() => {
    const bound = document.getElementById('bound');
    if (bound) bound.textContent = `Now ${bound.textContent} / month`;
  });
  await be(page, 'US');
  await expect.poll(() => read(page)).toBe('Now $49 / month');
  await be(page, 'FR');
  await expect.poll(() => read(page)).toBe('Now €45 / month');
});

test('only a text that came with the page is told, never what a script writes', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  await open(page, site.page(`<main>${both('$95')}<p><geo-currency prices="${list}">$49</geo-currency></p></main>`));
  await expect.poll(() => read(page)).toBe('$95 $95 €45');
  expectLines(/other-price: <p data-geo-currency.*: \$95/, /other-price: <geo-currency.*: \$95/);
  await write(page, '$39');
  await expect.poll(() => read(page)).toBe('$39 $39 €45');
  const said = await page.evaluate(() =>
    Promise.all(['bound', 'element'].map(async (id) => globalThis.geolet?.explain(document.getElementById(id) ?? ''))),
  );
  for (const words of said)
    expect(words).toContain('other-price: the text says "$39", and the first price of its list is USD 49');
});

test('copies of elements that share a list keep their own words', async ({ page, site }) => {
  answer(site, lyon);
  const rows = ['from $49', '$49 a month', '$49'].map((text) => `<p data-geo-currency="${list}">${text}</p>`).join('');
  await open(page, site.page(`<main>${rows}</main>`));
  await expect.poll(() => read(page)).toBe('from €45 €45 a month €45');
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.innerHTML += main.innerHTML;
  });
  await expect.poll(() => read(page)).toBe('from €45 €45 a month €45 from €45 €45 a month €45');
  await be(page, 'US');
  await expect.poll(() => read(page)).toBe('from $49 $49 a month $49 from $49 $49 a month $49');
});

test('decimals in an element of their own, a former price and what is hidden are no other amount', async ({
  page,
  site,
}) => {
  answer(site, lyon);
  const element = (text: string) => `<p><geo-currency prices="USD 49.99, EUR 45">${text}</geo-currency></p>`;
  const rows = [
    '$49<sup>99</sup>',
    '<s>$59</s> $49.99',
    '<b>$49.99</b> <i hidden>$39</i>',
    '<b><i>$</i>49.99</b><small>incl. VAT</small>',
  ];
  await open(page, site.page(`<main>${rows.map(element).join('')}</main>`));
  await expect.poll(() => read(page)).toBe('€45 €45 €45 €45 incl. VAT');
});

test('price(element) is what its text says where its list does not count, and null once it says none', async ({
  page,
  site,
}) => {
  answer(site, lyon);
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('geo-price', ({ detail }) => told.push(detail && `${detail.currency} ${detail.amount}`));
  });
  await open(page, site.page(`<main>${both('$49')}</main>`));
  const prices = () =>
    page.evaluate(() =>
      Promise.all(
        ['bound', 'element'].map(async (id) => {
          const price = await globalThis.geolet?.price(document.getElementById(id) ?? '');
          return price && `${price.currency} ${price.amount} ${price.isWritten}`;
        }),
      ),
    );
  expect(await prices()).toEqual(['EUR 45 false', 'EUR 45 false']);
  const told = () => page.evaluate(() => Reflect.get(globalThis, 'told') as unknown);
  await expect.poll(told).toEqual(['EUR 45', 'EUR 45']);
  await write(page, 'Now $1,059.50.');
  expect(await prices()).toEqual(['USD 1059.5 true', 'USD 1059.5 true']);
  await expect.poll(told).toEqual(['EUR 45', 'EUR 45', 'USD 1059.5', 'USD 1059.5']);
  await write(page, 'Sold out');
  expect(await prices()).toEqual([undefined, undefined]);
  await expect.poll(told).toEqual(['EUR 45', 'EUR 45', 'USD 1059.5', 'USD 1059.5', null, null]);
  await write(page, '$49');
  expect(await prices()).toEqual(['EUR 45 false', 'EUR 45 false']);
});

test('price(element) is what shows, whatever keeps its list from being shown', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const rules = [
    { select: '.two', currency: 'USD 49, EUR 39', when: 'country: JP' },
    { select: '.two', currency: list },
  ];
  const head = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>`;
  const rows = [
    [`<p data-geo-currency="${list}">$49</p>`, 'EUR 45'],
    [`<p data-geo-currency="${list}" data-geo-when="country: JP">$49</p>`, 'USD 49'],
    [`<p data-geo-currency="${list}" data-geo-replaces="$39">$49</p>`, 'USD 49'],
    [`<p data-geo-currency="${list}">$49 <b>each</b></p>`, 'USD 49'],
    [`<div data-geo-ignore><p data-geo-currency="${list}">$49</p></div>`, 'USD 49'],
    [`<div data-geo-ignore><geo-currency prices="${list}">$49</geo-currency></div>`, 'USD 49'],
    ['<p class="two">$49</p>', 'EUR 45'],
    ['<p data-geo-currency="KWD 12.500, EUR 45">KWD 15.250</p>', 'KWD 15.25'],
    ['<p data-geo-currency="JPY 4900, EUR 45">￥５，９００</p>', 'JPY 5900'],
  ] as const;
  await open(page, site.page(`<main>${rows.map(([html]) => html).join('')}</main>`, { head }));
  await expect.poll(() => read(page)).toContain('$49 each $49 $49 €45');
  const priced = '[data-geo-currency], geo-currency, .two';
  const prices = await page.evaluate(
    (selector) =>
      Promise.all(
        [...document.querySelectorAll(selector)].map(async (element) => {
          const price = await globalThis.geolet?.price(element);
          return price && `${price.currency} ${price.amount}`;
        }),
      ),
    priced,
  );
  expect(prices).toEqual(rows.map(([, price]) => price));
  expectLines(/element-children/, /other-price/);
});

test('a rule beside the page leaves the other prices of a class as they are', async ({ page, site, expectLines }) => {
  answer(site, lyon);
  const rules = [{ select: '.price', currency: list }];
  const head = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>`;
  await open(page, site.page('<main><p class="price">$49</p><p class="price">$95.00</p></main>', { head }));
  await expect.poll(() => read(page)).toBe('€45 $95.00');
  expectLines(/other-price: <p>: \$95.00/);
});
