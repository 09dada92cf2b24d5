import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/rules/facts.ts';
import { parsePrices } from '../../../src/rules/money/money.ts';
import type { Price } from '../../../src/rules/money/price.ts';
import { aroundPrice } from '../../../src/rules/money/written-price.ts';
import { wordsOf } from '../../support/listed.ts';

const noFacts: Facts = { record: undefined, page: { gpc: false } };

/** With `X` in the place of the price; undefined: the list does not count. */
function place(text: string, price: string, locale = 'en'): string | undefined {
  const [base] = parsePrices(price) ?? [];
  return aroundPrice(text, base as Price, locale, noFacts)?.join('X');
}

describe('a text that says its price', () => {
  it.each([
    // The amount in any grouping, decimals, digits, and on either side of its sign.
    ['$49', 'USD 49', 'en', 'X'],
    [' $49.00 ', 'USD 49', 'en', ' X '],
    ['US$ 49', 'USD 49.00', 'en', 'X'],
    ['49 US$', 'USD 49', 'ar', 'X'],
    ['$49 USD', 'USD 49', 'en', 'X'],
    ['USD $49', 'USD 49', 'en', 'X'],
    ['USD: 49', 'USD 49', 'en', 'X'],
    ['CA$49', 'CAD 49', 'en', 'X'],
    ['C$49', 'CAD 49', 'en', 'X'],
    ['A$49', 'AUD 49', 'en', 'X'],
    ['NT$1,490', 'TWD 1490', 'en', 'X'],
    ['R$ 1.234,50', 'BRL 1234.50', 'pt-BR', 'X'],
    ['1.234,50 €', 'EUR 1234.50', 'de', 'X'],
    ['1 234,50 €', 'EUR 1234.5', 'fr', 'X'],
    ["CHF 1'234.–", 'CHF 1234', 'de-CH', 'X'],
    ['Fr. 49.–', 'CHF 49', 'de-CH', 'X'],
    ['49.- Fr.', 'CHF 49', 'de-CH', 'X.'],
    ['₹1,49,900.00', 'INR 149900', 'en-IN', 'X'],
    ['Rs. 499', 'INR 499', 'en-IN', 'X'],
    ['\u200f12,019 JP¥', 'JPY 12019', 'ar-EG', 'X'],
    ['\u200fمن \u200f12,019 JP¥', 'JPY 12019', 'ar-EG', '\u200fمن X'],
    ['Rs.499/-', 'INR 499', 'en-IN', 'X/-'],
    ['499 kr', 'SEK 499', 'sv', 'X'],
    ['499 kr', 'SEK 499', 'en', 'X'],
    ['499 kr.', 'DKK 499', 'da', 'X'],
    ['499:- kr', 'SEK 499', 'sv', 'X'],
    ['kr 499,-', 'NOK 499', 'nb', 'X'],
    ['49,99 zł', 'PLN 49.99', 'pl', 'X'],
    ['4 990 Ft', 'HUF 4990', 'hu', 'X'],
    ['1 290 Kč', 'CZK 1290', 'cs', 'X'],
    ['49 lei', 'RON 49', 'ro', 'X'],
    ['S/ 49', 'PEN 49', 'es-PE', 'X'],
    ['R 499', 'ZAR 499', 'en-ZA', 'X'],
    ['Rp 49.000', 'IDR 49000', 'id', 'X'],
    ['RM49', 'MYR 49', 'ms', 'X'],
    ['4,900円', 'JPY 4900', 'ja', 'X'],
    ['￥4,900', 'JPY 4900', 'ja', 'X'],
    ['¥4,900', 'JPY 4900', 'ja', 'X'],
    ['49元', 'CNY 49', 'zh', 'X'],
    ['49,000원', 'KRW 49000', 'ko', 'X'],
    ['49.000đ', 'VND 49000', 'vi', 'X'],
    ['1.299 TL', 'TRY 1299', 'tr', 'X'],
    ['49 лв.', 'BGN 49', 'bg', 'X'],
    ['٤٩٫٥٠ ر.س.', 'SAR 49.50', 'ar', 'X'],
    ['१,४९९ ₹', 'INR 1499', 'hi', 'X'],
    ['KWD 15.234', 'KWD 15.234', 'en', 'X'],
    ['1,500 KWD', 'KWD 1500.000', 'en', 'X'],
    ['49 euros', 'EUR 49', 'en', 'X'],
    ['49 eur', 'EUR 49', 'en', 'X'],
    ['Php 499', 'PHP 499', 'en', 'X'],
    ['NT$1,490', 'TWD 1490', 'zh-TW', 'X'],
    ['1,490元', 'TWD 1490', 'zh-TW', 'X'],
    ['S/ 129.90', 'PEN 129.90', 'es', 'X'],
    ['1 299 руб.', 'RUB 1299', 'ru', 'X.'],
    ['1 299 грн', 'UAH 1299', 'uk', 'X'],
    ['129 د.إ', 'AED 129', 'ar', 'X'],
    ['1,290 บาท', 'THB 1290', 'th', 'X'],
    ['1.290.000 VNĐ', 'VND 1290000', 'vi', 'X'],
    ['４，９００円', 'JPY 4900', 'ja', 'X'],
    ['49 F CFA', 'XOF 49', 'fr', 'X'],
    ['GH₵49', 'GHS 49', 'en', 'X'],
    // As the page's language writes it where the currency is at home.
    ['KSh 1,490', 'KES 1490', 'en', 'X'],
    ['TSh 49,000/=', 'TZS 49000', 'en-US', 'X/='],
    ['49 DT', 'TND 49', 'fr', 'X'],
    ['K49.50', 'PGK 49.50', 'en', 'X'],
    ['49 $ de réduction', 'HKD 49', 'fr', 'X de réduction'],
    // Cents behind the sign.
    ['49€99', 'EUR 49.99', 'fr', 'X'],
    ['1 149€99 TTC', 'EUR 1149.99', 'fr', 'X TTC'],
    // A number behind the amount is none of it.
    ['$49.00 25% OFF', 'USD 49', 'en', 'X 25% OFF'],
    ['¥6,900.00 25% OFF', 'JPY 6900', 'en', 'X 25% OFF'],
    ['$49.00 – 50% off', 'USD 49', 'en', 'X – 50% off'],
    ['$49 4 colors', 'USD 49', 'en', 'X 4 colors'],
    ['𝟮𝟬% OFF – $49', 'USD 49', 'en', '𝟮𝟬% OFF – X'],
    ['49％ – $49', 'USD 49', 'en', '49％ – X'],
    // The words stay.
    ['from $49 / month', 'USD 49', 'en', 'from X / month'],
    ['45 € a month', 'EUR 45', 'en', 'X a month'],
    ['3 for $45', 'USD 45', 'en', '3 for X'],
    ['Save 20 % — now €45 incl. VAT', 'EUR 45', 'en', 'Save 20 % — now X incl. VAT'],
    ['ab 49 €*', 'EUR 49', 'de', 'ab X*'],
    ['Only 499 kr.', 'SEK 499', 'sv', 'Only X.'],
    ['49 kr/mån', 'SEK 49', 'sv', 'X/mån'],
    ['$49 in India', 'USD 49', 'en', 'X in India'],
    ['₹49 in India', 'INR 49', 'en', 'X in India'],
    ['$49 ($49)', 'USD 49', 'en', 'X)'],
    // A number alone, and none.
    ['49', 'USD 49', 'en', 'X'],
    ['49.00 *', 'USD 49', 'en', 'X'],
    ['', 'USD 49', 'en', 'X'],
    [' \n', 'USD 49', 'en', 'X'],
  ])('%j is for %j in %s: %j', (text, price, locale, expected) => expect(place(text, price, locale)).toBe(expected));
});

describe('a text that says no price, or another', () => {
  it.each([
    ['$59.00', 'USD 49'],
    ['Sold out', 'USD 49'],
    ['$24 – $27', 'USD 24'],
    ['$24–27', 'USD 24'],
    ['24-27 €', 'EUR 27'],
    ['$49 or $59', 'USD 49'],
    ['$49 $59', 'USD 49'],
    ['49 € 55 €', 'EUR 49'],
    ['€49', 'USD 49'],
    ['$49 (€45)', 'USD 49'],
    ['$49 / 45 EUR', 'USD 49'],
    ['CA$49', 'USD 49'],
    ['AUD $49', 'USD 49'],
    ['$49 AUD', 'USD 49'],
    ['24 bis 27 €', 'EUR 24'],
    ['24 bis 27 €', 'EUR 27'],
    ['$24 to 27', 'USD 24'],
    ['de 24 à 27 €', 'EUR 27'],
    ['от 24 до 27 ₽', 'RUB 27'],
    ['¥4,900～5,900', 'JPY 4900'],
    ['4,900〜5,900円', 'JPY 5900'],
    ['$24\u201127', 'USD 24'],
    ['$24\n–\n27', 'USD 24'],
    ['$49.99 25% OFF', 'USD 49'],
    ['$59 20% off now $49', 'USD 49'],
    ['€59 3 for €49', 'EUR 49'],
    ['149€99', 'EUR 99'],
    ['149€99', 'EUR 149'],
    ['₨49', 'USD 49'],
    ['﷼49', 'USD 49'],
    ['49 %', 'USD 49'],
    ['49％', 'USD 49'],
    ['%49', 'USD 49'],
    ['49 per month', 'USD 49'],
    ['$4.9', 'USD 49'],
    ['$490', 'USD 49'],
    ['$1.49', 'USD 149'],
    ['$49k', 'USD 49'],
    ['$49⁹⁹', 'USD 49'],
    [`$49 ${'and more '.repeat(100)} $59`, 'USD 49'],
  ])('%j is not for %j', (text, price) => expect(place(text, price)).toBeUndefined());
});

// Each row is what somebody has met in a public report.
describe('a text as shops write it', () => {
  it.each([
    ['the country apart from its sign', 'US $12.00', 'USD 12', 'en', 'X'],
    ['the country apart from its sign, behind the amount', 'dès 49 $ CA', 'CAD 49', 'fr', 'dès X'],
    ['a country with full stops', 'U.S. $49', 'USD 49', 'en', 'X'],
    ['words that are no country', 'Ask us: $49', 'USD 49', 'en', 'Ask us: X'],
    ['capitals that are no country', 'NOW AT $49', 'USD 49', 'en', 'NOW AT X'],
    ['another country apart from the sign', '49 $ IN CASH', 'USD 49', 'en', 'X IN CASH'],
    ['a discount before its sign', '-$10.00', 'USD 10', 'en', '-X'],
    ['a discount behind its sign', '$-10.00', 'USD 10', 'en', undefined],
    ['a discount as the Dutch write it', '€ -10,00', 'EUR 10', 'nl', undefined],
    ['a dash in place of cents', '€ 10,-', 'EUR 10', 'nl', 'X'],
    ['an apostrophe between thousands', "2'425.64 CHF", 'CHF 2425.64', 'de-CH', 'X'],
    ['a price in tomans', '۴۹۰٬۰۰۰ تومان', 'IRR 4900000', 'fa', undefined],
    ['a price of cents', '99¢', 'USD 0.99', 'en', undefined],
    ['the word for nothing', 'Free!', 'USD 0', 'en', undefined],
    ['a price of nothing', '$0.00', 'USD 0', 'en', 'X'],
    ['the price of a unit beside it', '$4.99 ($0.31/oz)', 'USD 4.99', 'en', undefined],
  ])('%s: %j', (_met, text, price, locale, expected) => expect(place(text, price, locale)).toBe(expected));
});

it('reads what the platform writes for any price in any language', () => {
  const currencies = wordsOf('USD EUR JPY GBP CHF INR SEK DKK PLN BRL KRW VND SAR KWD CNY ZAR CAD');
  const locales = wordsOf('en en-CA de de-CH fr fr-CA sv da pl pt-BR ja zh ko vi hi ar fa he tr ru th bn');
  const price = fc.tuple(fc.constantFrom(...currencies), fc.nat(9_999_999), fc.nat(2));
  fc.assert(
    fc.property(
      price,
      fc.constantFrom(...locales),
      fc.constantFrom('symbol', 'narrowSymbol', 'code'),
      (given, locale, currencyDisplay) => {
        const [currency, units, fractionDigits] = given;
        const amount = units / 10 ** fractionDigits;
        const format = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay,
          minimumFractionDigits: fractionDigits,
          maximumFractionDigits: fractionDigits,
        });
        const text = `a ${format.format(amount)} b`;
        expect(aroundPrice(text, { currency, amount, fractionDigits }, locale, noFacts), text).toBeDefined();
      },
    ),
    { numRuns: 5000 },
  );
});
