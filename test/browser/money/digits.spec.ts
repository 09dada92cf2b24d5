import { currencies } from '../../../src/record/countries.ts';
import { expect, open, test } from '../support/test.ts';
import { answer } from '../elements/support.ts';
import { block, converted, daysAgo } from './support.ts';

const languages = [
  'en-US',
  'de',
  'de-CH',
  'fr',
  'es',
  'pl',
  'bg',
  'pt-BR',
  'sv',
  'ar-EG',
  'fa-IR',
  'hi-IN',
  'bn',
  'ja',
  'zh',
  'th-TH-u-nu-thai',
];

test('every currency has ISO’s digits and Latin ones, in sixteen languages @rare', async ({ page, site }) => {
  const codes = Object.keys(currencies).filter((code) => code !== 'USD');
  answer(site, { currencyCode: 'EUR' });
  const rates = { base: 'USD', date: daysAgo(0), rates: Object.fromEntries(codes.map((code) => [code, 7.123456])) };
  await open(
    page,
    site.page(languages.map((lang) => `<bdi lang="${lang}" data-geo-currency="USD 1">$1</bdi>`).join(' '), {
      head: block({ rates }),
    }),
  );
  await converted(page);
  const seen = await page.evaluate(async (codes) => {
    const found: [code: string, lang: string, text: string][] = [];
    for (const code of codes) {
      await globalThis.geolet?.override({ currency: code });
      for (const element of document.querySelectorAll('bdi'))
        found.push([code, element.lang, element.textContent ?? '']);
    }
    return found;
  }, codes);
  expect(seen).toHaveLength(codes.length * languages.length);
  const expected = ['7', '', '7.12', '7.123'];
  const wrong = seen.filter(
    ([code, , text]) =>
      !text.startsWith('≈\u00A0') ||
      /(?![0-9])\p{Nd}/u.test(text) ||
      /7(?:[.,]\d+)?(?!\d)/.exec(text)?.[0].replace(',', '.') !== expected[currencies[code]?.digits ?? 1],
  );
  expect(wrong).toEqual([]);
});
