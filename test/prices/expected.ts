import { children, readTable, type TableVisitor } from '../support/price-table.ts';
import { hasSku, hasVariant, rates, type Shop, variantOf } from './shops.ts';
import { afterLink, type links, owners, type Visitor } from './visitors.ts';

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
  /** What they read in the second place of the same list. Empty: there is none. */
  readonly again: string;
  /** What search engines read in the HTML that the server sends: `USD 49`. */
  readonly sent: string;
  /** The same, once scripts have run. */
  readonly described: string;
  /** The currency in the link to the checkout. */
  readonly charged: string;
  /** What scripts get from `geolet.price`. */
  readonly answered: string;
}

/** The same, with each text that is right. */
export type Expected = Readonly<Record<keyof Seen, readonly string[]>>;

/** What the table comes to. */
export interface Read {
  /** The price that a shop charges: `USD 49`. */
  readonly price: string;
  /** The former price in the list. */
  readonly former: string | undefined;
  /** Whether it is the first of the list, which is in the HTML. */
  readonly isWritten: boolean;
  /** Whether the page shows the children, and no former price of the list before them. */
  readonly isBare: boolean;
  /** What shows in its place as an estimate. */
  readonly estimate: { readonly price: string; readonly former: string | undefined } | undefined;
}

/** What the table in `docs/price-lists.md` says of a list. */
export function readList({ prices, was, kind }: Shop, visitor: TableVisitor): Read {
  const read = (list: string, as = visitor) => readTable(list, was, as, Object.keys(owners));
  const turned = (text: string | undefined) => text?.split(' ').toReversed().join(' ');
  const [first = ''] = prices.split(', ');
  const [currency = ''] = first.split(' ');
  const seen = read(prices);
  // Another entry may have the same price as the first.
  const isWritten = seen === children || read(prices.replace(/^(\w+) [\d.]+/, '$1 7654321')).includes('7654321');
  // For those who have the currency of the page, it is the price for everybody.
  const shown = isWritten ? read(first, { groups: [], choseCurrency: true, isGuessed: false, currency }) : seen;
  const [price = '', former] = shown.replace(/^\?/, '').split(', was ').map(turned);
  const isConverted = seen.startsWith('?') && kind === 'converted prices';
  const converted = isConverted && visitor.currency ? convert(price, visitor.currency) : undefined;
  const convertedFormer = former && visitor.currency ? convert(former, visitor.currency) : undefined;
  return {
    price,
    former,
    isWritten,
    isBare: isWritten && (seen === children || visitor.currency !== currency),
    estimate: converted === undefined ? undefined : { price: converted, former: convertedFormer },
  };
}

function convert(price: string, currency: string): string | undefined {
  const [from = '', amount] = price.split(' ');
  const [divisor, factor] = [rates[from], rates[currency]];
  if (divisor === undefined || factor === undefined) return undefined;
  const digits = currency === 'JPY' ? 0 : 2;
  // In hundredths of both, so that a half is a half.
  const cents = Math.round(Number(amount) * 100) * Math.round(factor * 100);
  const rounded = Math.floor(cents / (Math.round(divisor * 100) * 10 ** (2 - digits)) + 0.5);
  return `${currency} ${(rounded / 10 ** digits).toFixed(digits)}`;
}

/** @param embedded whether the server knows the visitor while it writes the page. */
export function expectedOf({ shop, visitor, link }: Visit, embedded: boolean): Expected {
  const sent = readList(shop, afterLink(visitor, link));
  const chosen = hasVariant(shop) ? variantOf(shop) : shop;
  const { written, language, kind } = chosen;
  const { price, former, isWritten, isBare, estimate } = readList(chosen, afterLink(visitor, link));
  const [first = ''] = shop.prices.split(', ');
  // A number in JSON has no zeros at its end.
  const read = (text: string) => (shop.isNumber ? [text, text.replace(/\.00$|(?<=\.\d)0$/, '')] : [text]);
  const ofList = isWritten ? [written] : inWords(price, language);
  const visible = estimate ? inWords(estimate.price, language).map((text) => `≈\u00A0${text}`) : ofList;
  const shownFormer = estimate ? estimate.former : former;
  const visibleFormer = (isBare && !estimate) || shownFormer === undefined ? [''] : inWords(shownFormer, language);
  const [currency = '', amount] = (estimate?.price ?? price).split(' ');
  const formerAmount = shownFormer?.split(' ')[1];
  return {
    visible,
    former: estimate && shownFormer ? visibleFormer.map((text) => `≈\u00A0${text}`) : visibleFormer,
    again: kind === 'the price twice' && shop.writing.startsWith('element') ? visible : [''],
    sent: read(embedded ? sent.price : first),
    described: read(price),
    charged: [price.slice(0, 3)],
    answered: [
      JSON.stringify({
        amount: Number(amount),
        currency,
        isEstimate: estimate !== undefined,
        // A list alone has no former prices.
        was: hasSku(chosen) && formerAmount !== undefined ? Number(formerAmount) : undefined,
        isWritten: isWritten && !estimate,
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
      numberingSystem: 'latn',
    }).format(Number(amount)),
  );
}
