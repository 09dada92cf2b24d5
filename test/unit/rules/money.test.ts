import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries, currencies } from '../../../src/record/countries.ts';
import { showWithFormer } from '../../../src/rules/money/former-price.ts';
import { formatPrice, parsePrices, showPrice } from '../../../src/rules/money/money.ts';
import type { PriceTag } from '../../../src/rules/money/price.ts';
import { partsOf, wordsOf } from '../../support/listed.ts';

describe('a price list', () => {
  it('keeps the digits after the point as they are written', () => {
    expect(parsePrices('USD 49, EUR 45.00,jpy 6900')).toEqual([
      { currency: 'USD', amount: 49, fractionDigits: 0 },
      { currency: 'EUR', amount: 45, fractionDigits: 2 },
      { currency: 'JPY', amount: 6900, fractionDigits: 0 },
    ]);
  });

  it.each([
    ...partsOf(`
      USD | 49 | 49 USD | USD 1.234,56 | USD 1,000 | USD -1 | USD +1 | USD 1e3 | USD Infinity | USD NaN | USD 0x10 |
      USD 1. | USD .5 | US$ 1 | EURO 1 | , | , USD 1 | USD 1,, | USD 1,, EUR 2 | USD 1; EUR 2 | USD 1 EUR 2 |
      USD 1.1234567 | USD 999999999999999.999999 | USD 900000000000000.1 | USD 1234567890.123456 |
      USD 00123456789012345.6 | USD 0000000000000001 | USD 000000000000001.1 | EUR 1, USD 9007199254740.993 | USD １
    `),
    '',
    `USD ${'9'.repeat(16)}`,
  ])('%j is none: half a list may show a wrong price', (text) => expect(parsePrices(text)).toBeUndefined());

  it.each(['USD 49, EUR 45,', 'USD 49, EUR 45 , ', 'USD 49,\n  EUR 45,\n'])('may end in a comma: %j', (text) => {
    expect(parsePrices(text)).toEqual(parsePrices('USD 49, EUR 45'));
  });

  it.each([
    ...partsOf(`
      USD 0 | USD 0.10 | USD 1.123456 | USD 123456789.123456 | USD 999999999.999999 | USD 000000001.123456 |
      USD 0.000001 | USD 12345678901234.5
    `),
    ' usd  1 ',
    `USD ${'9'.repeat(15)}`,
  ])('%j is one', (text) => expect(parsePrices(text)).toHaveLength(1));
});

describe('an amount of a price list', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat({ max: 6 }), fc.nat({ max: 3 }))
    .map(([units, digits, zeros]) => {
      const text = units.toString().padStart(digits + 1, '0');
      return '0'.repeat(zeros) + (digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text);
    });

  it('is shown with the digits that are written, or is none', () => {
    fc.assert(
      fc.property(amount, (text) => {
        const [price] = parsePrices(`USD ${text}`) ?? [];
        const isPrice = text.replace('.', '').length <= 15;
        expect(price !== undefined).toBe(isPrice);
        if (!price) return;
        const shown = new Intl.NumberFormat('en', {
          minimumFractionDigits: price.fractionDigits,
          maximumFractionDigits: price.fractionDigits,
          useGrouping: false,
        }).format(price.amount);
        expect(shown).toBe(text.replace(/^0+(?=\d)/, ''));
      }),
      { seed: 1, numRuns: 5000 },
    );
  });
});

/** The spaces that ICU chooses differ from version to version. */
const plain = (text: string | undefined) => text?.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('the price for a visitor', () => {
  const prices = parsePrices('USD 49, EUR 45, JPY 6900') ?? [];
  const was = parsePrices('USD 59, EUR 55, GBP 50') ?? [];
  const written = { prices, was, writesFormer: true };
  const of = (currencyCode: string | undefined) => ({
    record: currencyCode === undefined ? {} : { currencyCode },
    page: {},
  });
  const shown = (currencyCode: string | undefined, tag: PriceTag = written) =>
    showWithFormer({ showPrice, formatPrice }, tag, of(currencyCode), 'en');

  it('is the owner’s own, in any case, with the former one where both lists have it', () => {
    expect(shown('EUR')).toEqual({ text: '€45', was: '€55' });
    expect(shown('jpy')).toEqual({ text: '¥6,900', was: undefined });
  });

  it.each(['EUR 45', 'EUR 45.00', 'EUR 44.99', 'EUR 0', 'EUR 44, EUR 45'])(
    'has no former one beside it that is not higher: was %s',
    (former) => {
      expect(shown('EUR', { prices, was: parsePrices(former) ?? [] })).toEqual({ text: '€45', was: undefined });
    },
  );

  it.each(['USD', 'usd', 'GBP', 'US$', 'EURO', '', 'XXX', undefined])(
    'stays as written for %s: the base, or not in the list',
    (currency) => expect(shown(currency)).toBeUndefined(),
  );

  it('stays as written with an empty list, and without a record', () => {
    expect(shown('EUR', { prices: [] })).toBeUndefined();
    expect(showPrice({ prices }, { record: undefined, page: {} }, 'en')).toBeUndefined();
  });

  it('is asked of an estimate only where it is neither listed nor the base', () => {
    const asked: string[] = [];
    const estimate = (_tag: unknown, currency: string) => {
      asked.push(currency);
      return { text: `≈ ${currency}`, estimate: 'about' };
    };
    const texts = ['USD', 'EUR', 'gbp', undefined].map(
      (currency) => showPrice({ prices, was }, { ...of(currency), estimate }, 'en')?.text,
    );
    expect(texts).toEqual([undefined, '€45', '≈ GBP', undefined]);
    expect(asked).toEqual(['GBP']);
  });
});

describe('a formatted price', () => {
  const format = (price: string, locale: string, base = 'XTS', language?: string) => {
    const [parsed] = parsePrices(price) ?? [];
    return (
      parsed &&
      plain(formatPrice(parsed, locale, base, { record: language === undefined ? {} : { language }, page: {} }))
    );
  };

  it.each([
    ['EUR 45', 'en-US', '€45'],
    ['EUR 45.00', 'en-US', '€45.00'],
    ['EUR 1234.5', 'de-DE', '1.234,5 €'],
    ['JPY 6900', 'ja-JP', '￥6,900'],
    ['JPY 6900.00', 'en', '¥6,900.00'],
    ['KWD 1.250', 'en', 'KWD 1.250'],
    ['EGP 10', 'ar-EG', '‏10 ج.م.‏'],
    ['INR 100000', 'hi-IN', '₹1,00,000'],
  ])('%s in %s is %s', (price, locale, expected) => expect(format(price, locale)).toBe(expected));

  it.each([
    ['beside Australian dollars as written', 'USD 49', 'en', 'AUD', 'en-US', 'USD 49'],
    ['for a Canadian', 'USD 49', 'en', 'EUR', 'en-CA', 'USD 49'],
    ['for a Mexican', 'USD 49', 'es-US', 'EUR', 'es-MX', 'USD 49'],
    ['for a Norwegian', 'SEK 490', 'sv', 'EUR', 'nb-NO', '490 SEK'],
    ['beside yuan as written', 'JPY 6900', 'en', 'CNY', 'ja-JP', 'JPY 6,900'],
    ['for an Indian among Indonesian words', 'INR 499', 'id', 'IDR', 'hi-IN', 'INR 499'],
    ['for a German among them', 'INR 499', 'id', 'USD', 'de', 'INR 499'],
  ])(
    'has its code where the symbol could be read as another currency: %s',
    (_name, price, locale, base, language, expected) => expect(format(price, locale, base, language)).toBe(expected),
  );

  it.each([
    ['for an American', 'USD 49', 'en', 'EUR', 'en-US', '$49'],
    ['where the language of the page tells already', 'CAD 49', 'en-US', 'USD', 'en-CA', 'CA$49'],
    ['where nobody shares the symbol', 'EUR 49', 'en', 'USD', 'fr-FR', '€49'],
    ['for a Japanese', 'JPY 6900', 'en', 'USD', 'ja-JP', '¥6,900'],
    ['for an Indonesian', 'INR 499', 'id', 'IDR', 'id-ID', 'Rs 499'],
    ['where letters are both languages’ sign', 'PLN 49', 'pl', 'EUR', 'pl-PL', '49 zł'],
    ['where the visitor’s language is not known', 'USD 49', 'en', 'EUR', undefined, '$49'],
    ['where the visitor’s language is none', 'USD 49', 'en', 'EUR', 'not a tag', '$49'],
  ])('keeps its symbol %s', (_name, price, locale, base, language, expected) => {
    expect(format(price, locale, base, language)).toBe(expected);
  });

  it('keeps its symbol for the people of nearly every country whose own it is', () => {
    const coded = Object.entries(countries).filter(
      ([, { currency, language }]) =>
        currency &&
        language &&
        currency !== 'EUR' &&
        /^(USD|JPY|CNY|GBP|INR|KRW|BRL|PHP|ILS|VND)$/.test(currency) &&
        format(`${currency} 1`, 'en', 'EUR', language)?.includes(currency),
    );
    // Small places whose own locale writes the dollar of the United States with its country.
    expect(coded.map(([code]) => code)).toEqual(['FM', 'IO', 'PW', 'TC', 'TL', 'VG']);
  });

  it('has the digits it is given and Latin ones, for every currency in languages that differ most', () => {
    const locales = wordsOf(
      'en-US en-CA de de-CH fr es pl bg pt-BR sv ar-EG fa-IR hi-IN bn mr my ja zh he th-TH-u-nu-thai ar-u-nu-arab',
    );
    for (const [code, { digits }] of Object.entries(currencies))
      for (const locale of locales) {
        const text = format(`${code} ${(1234.567).toFixed(digits)}`, locale);
        // Grouping differs; what stands after the last of four whole digits is the fraction.
        const [, fraction = ''] = /1\D?2\D?3\D?[45](?:[.,](\d+))?(?!\d)/.exec(text ?? '') ?? ['', 'none'];
        expect(fraction, `${code} in ${locale}: ${text}`).toHaveLength(digits);
        expect(text, locale).not.toMatch(/(?![0-9])\p{Nd}/u);
      }
  });

  it.each([
    ['US$', 'en'],
    ['', 'en'],
    ['EUR', 'en_US'],
    ['EUR', '*'],
    ['EUR', ''],
  ])('%s in %s is nothing, and nothing is thrown', (currency, locale) => {
    expect(
      formatPrice({ currency, amount: 1, fractionDigits: 0 }, locale, 'USD', { record: undefined, page: {} }),
    ).toBeUndefined();
  });
});
