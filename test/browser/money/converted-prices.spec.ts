import { expect, open, test, visibleText } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';
import { block, converted, rates } from './support.ts';

const element = '<geo-currency prices="USD 49, EUR 45" was="USD 59, EUR 55">$49</geo-currency>';
const binding = '<bdi data-geo-currency="USD 49, EUR 45">$49</bdi>';
const head = block({ rates: rates() });

test('a currency that is not listed is converted, everywhere, and says so', async ({ page, site }) => {
  answer(site, { currencyCode: 'JPY', language: 'ja-JP' });
  await open(page, site.page(`<main>${element} ${binding}</main>`, { head }));
  await converted(page);
  expect(await visibleText(page.locator('main'))).toBe('≈ ¥8,850 ≈ ¥7,350 ≈ ¥7,350');
  for (const [currency, expected] of [
    ['GBP', '≈ £47.20 ≈ £39.20 ≈ £39.20'],
    ['KWD', '≈ KWD 17.700 ≈ KWD 14.700 ≈ KWD 14.700'],
    ['HUF', '≈ HUF 21,454.55 ≈ HUF 17,818.18 ≈ HUF 17,818.18'],
    ['IDR', '≈ IDR 944,000.00 ≈ IDR 784,000.00 ≈ IDR 784,000.00'],
  ]) {
    await be(page, `currency: ${currency}`);
    expect(await visibleText(page.locator('main')), currency).toBe(expected);
  }
  for (const [currency, expected] of [
    ['EUR', '€55 €45 €45'],
    ['USD', '$59 $49 $49'],
  ]) {
    await be(page, `currency: ${currency}`);
    expect(await visibleText(page.locator('main')), currency).toBe(expected);
  }
});

test('an estimate has a state, a part and a word for those who listen @rare', async ({ page, site }) => {
  answer(site, { currencyCode: 'JPY' });
  await open(
    page,
    site.page(`<main>${element}<p lang="de">${element}</p><p lang="tlh">${element}</p></main>`, {
      head: `${head}<style>::part(estimate){color:rgb(1,2,3)} :state(estimate){outline-color:rgb(3,2,1)}</style>`,
    }),
  );
  await converted(page);
  const seen = () =>
    page.locator('geo-currency').evaluateAll((elements) =>
      elements.map((element) => {
        const sign = element.shadowRoot?.querySelector('[part=value] [part=estimate]');
        return [
          element.matches(':state(estimate)'),
          getComputedStyle(element).outlineColor === 'rgb(3, 2, 1)',
          sign?.textContent,
          sign?.getAttribute('aria-hidden'),
          element.shadowRoot?.querySelector('.spoken')?.textContent,
          sign && getComputedStyle(sign).color,
        ];
      }),
    );
  expect(await seen()).toEqual([
    [true, true, '≈', 'true', 'about ', 'rgb(1, 2, 3)'],
    [true, true, '≈', 'true', 'ungefähr ', 'rgb(1, 2, 3)'],
    [true, true, '≈', null, undefined, 'rgb(1, 2, 3)'],
  ]);
  // In one breath: no image, and no role, between the word and the price.
  await expect(page.locator('p[lang=de] geo-currency')).toMatchAriaSnapshot(
    `- text: /ungefähr 8\\.850 ¥ ungefähr 7\\.350 ¥$/`,
  );
  for (const words of ['currency: EUR', 'unknown']) {
    await be(page, words);
    expect(await seen(), words).toEqual(
      Array.from({ length: 3 }, () => [false, false, undefined, undefined, undefined, null]),
    );
  }
});

test('a former price comes from where the price does, and is higher, or not shown', async ({ page, site }) => {
  answer(site, { currencyCode: 'JPY' });
  await open(
    page,
    site.page(
      [
        '<geo-currency prices="USD 49" was="USD 59, JPY 9900">$49</geo-currency>',
        '<geo-currency prices="USD 49" was="JPY 9900, EUR 55">$49</geo-currency>',
        '<geo-currency prices="USD 49, JPY 6900" was="USD 59">$49</geo-currency>',
        '<geo-currency prices="USD 5.2" was="USD 5.4" charm=".00">$5.20</geo-currency>',
        '<geo-currency prices="USD 49" was="USD 39">$49</geo-currency>',
        '<geo-currency prices="USD 23.275" was="USD 23.28">$23.275</geo-currency>',
        '<geo-currency prices="USD 1, JPY 6900" was="JPY 6900.00">$1</geo-currency>',
      ]
        .map((row) => `<p>${row}</p>`)
        .join(''),
      { head },
    ),
  );
  await converted(page);
  expect(await visibleText(page.locator('body'))).toBe(
    '≈ ¥8,850 ≈ ¥7,350 ≈ ¥7,350 ¥6,900 ≈ ¥800 ≈ ¥7,350 ≈ ¥3,492 ≈ ¥3,491 ¥6,900',
  );
  await be(page, 'currency: GBP');
  expect(await visibleText(page.locator('body'))).toBe(
    '≈ £47.20 ≈ £39.20 ≈ £39.20 ≈ £47.20 ≈ £39.20 ≈ £4.00 ≈ £39.20 ≈ £18.62 ≈ £0.80',
  );
});

test('a charm rounds converted prices alone: the page’s own, or that of the element @rare', async ({ page, site }) => {
  answer(site, { currencyCode: 'GBP' });
  const listed = '<geo-currency prices="USD 49, GBP 39.20" charm=".99">$49</geo-currency>';
  await open(
    page,
    site.page(
      `<geo-currency prices="USD 49">$49</geo-currency> <geo-currency prices="USD 49" charm=".99">$49</geo-currency> <geo-currency prices="USD 49" charm="">$49</geo-currency> <bdi data-geo-currency="USD 49">$49</bdi> ${listed}`,
      { head: block({ rates: rates(), charm: '.5' }) },
    ),
  );
  await converted(page);
  expect(await visibleText(page.locator('body'))).toBe('≈ £39.50 ≈ £38.99 ≈ £39.20 ≈ £39.50 £39.20');
  await be(page, 'currency: JPY');
  expect(await visibleText(page.locator('body'))).toBe('≈ ¥7,345 ≈ ¥7,399 ≈ ¥7,350 ≈ ¥7,345 ≈ ¥7,399');
  await page
    .locator('geo-currency')
    .first()
    .evaluate((element) => element.setAttribute('charm', '.95'));
  await expect.poll(() => visibleText(page.locator('geo-currency').first())).toBe('≈ ¥7,395');
});

test('a charm that is none rounds nothing, and is named once @rare', async ({ page, site, expectLines, lines }) => {
  expectLines(/unusable-charm: "99"/, /unusable-charm: 7/);
  answer(site, { currencyCode: 'GBP' });
  await open(
    page,
    site.page(
      '<geo-currency prices="USD 49" charm="99">$49</geo-currency> <geo-currency prices="USD 49" charm="99">$49</geo-currency> <geo-currency prices="USD 49">$49</geo-currency>',
      { head: block({ rates: rates(), charm: 7 }) },
    ),
  );
  await converted(page);
  await be(page, 'currency: GBP');
  expect(await visibleText(page.locator('body'))).toBe('≈ £39.20 ≈ £39.20 ≈ £39.20');
  expect(lines).toHaveLength(2);
});

test('from right to left a former price stands whole on the right of the price @rare', async ({ page, site }) => {
  answer(site, { currencyCode: 'HUF' });
  await open(page, site.page(`<main dir="rtl">${element}</main>`, { head }));
  await converted(page);
  const [was, price] = await page.locator('geo-currency').evaluate((host) =>
    ['was', 'value'].map((part) => {
      const range = document.createRange();
      const edges = [...(host.shadowRoot?.querySelector(`[part=${part}]`)?.childNodes ?? [])].map((node) => {
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
      });
      const [sign, amount] = edges;
      return {
        left: Math.min(...edges.map(({ left }) => left)),
        right: Math.max(...edges.map(({ right }) => right)),
        signFirst: !!sign && !!amount && sign.right <= amount.left + 1,
      };
    }),
  );
  expect(was?.left).toBeGreaterThan(price?.right ?? Infinity);
  expect([was?.signFirst, price?.signFirst]).toEqual([true, true]);
});
