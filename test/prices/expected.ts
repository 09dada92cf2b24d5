import { children, readTable } from '../support/price-table.ts';
import { hasSku, type Shop } from './shops.ts';
import { afterLink, links, owners, type Visitor } from './visitors.ts';

/** One visit of one page. */
export interface Visit {
  readonly shop: Shop;
  readonly visitor: Visitor;
  readonly link: (typeof links)[number];
}

/** A price in all the places where a page has it. */
export interface Seen {
  /** What a visitor reads. */
  readonly visible: string;
  /** The former price that they read beside it. Empty: there is none. */
  readonly former: string;
  /** What search engines read in the HTML that the server sends: `USD 49`. */
  readonly sent: string;
  /** The same, once scripts have run. */
  readonly described: string;
  /** What the checkout gets from `geolet.price`. */
  readonly answered: string;
}

/** The same, with each text that is right. */
export type Expected = Readonly<Record<keyof Seen, readonly string[]>>;

/**
 * What the table in `docs/markup.md` says of a visit.
 *
 * @param embedded whether the server knows the visitor while it writes the page.
 */
export function expectedOf({ shop, visitor, link }: Visit, embedded: boolean): Expected {
  const { prices, was, written, language } = shop;
  const [first = ''] = prices.split(', ');
  // Without rates, nothing is converted.
  const seen = readTable(prices, was, afterLink(visitor, link), Object.keys(owners)).replace(/^\?/, '');
  const [shown, former] = seen.split(', was ').map((text) => text.split(' ').toReversed().join(' '));
  const isWritten = seen === children || shown === first;
  const price = isWritten || shown === undefined ? first : shown;
  const [currency = '', amount = ''] = price.split(' ');
  // A number in JSON has no zeros at its end.
  const read = (text: string) => (shop.isNumber ? [text, text.replace(/\.00$|(?<=\.\d)0$/, '')] : [text]);
  const formerAmount = former?.split(' ')[1];
  return {
    visible: isWritten ? [written] : inWords(price, language),
    former: former === undefined ? [''] : inWords(former, language),
    sent: read(embedded ? price : first),
    described: read(price),
    answered: [
      JSON.stringify({
        amount: Number(amount),
        currency,
        isEstimate: false,
        // A list alone has no former prices.
        was: hasSku(shop) && formerAmount !== undefined ? Number(formerAmount) : undefined,
        isWritten,
      }),
    ],
  };
}

/** A price may have the sign of its currency, or its code: which, the tests of the rules say. */
function inWords(price: string, language: string): readonly string[] {
  const [currency = '', amount = ''] = price.split(' ');
  const digits = amount.split('.')[1]?.length ?? 0;
  return (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(Number(amount)),
  );
}
