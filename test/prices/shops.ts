import * as fc from 'fast-check';
import { owners } from './visitors.ts';

/** How a page says its price. */
const writings = ['element', 'binding', 'element with a SKU', 'binding with a SKU'] as const;

/** How a page describes its offer to search engines. */
const descriptions = [
  'JSON-LD',
  'JSON-LD in a graph',
  'JSON-LD of the platform',
  'microdata in content',
  'microdata in text',
] as const;

/** What else is on a page. */
const kinds = [
  'converted prices',
  'a price book at an address',
  'another product before it',
  'a variant that a script shows',
  'the price twice',
  'nothing else',
] as const;

/** A page of a shop with one product. */
export interface Shop {
  readonly path: string;
  readonly language: string;
  /** As an owner writes it: `USD 149, IN: USD 99`. */
  readonly prices: string;
  /** Former prices. Empty: there are none. */
  readonly was: string;
  /** The first price, as it stands in the HTML. */
  readonly written: string;
  readonly writing: (typeof writings)[number];
  readonly description: (typeof descriptions)[number];
  readonly kind: (typeof kinds)[number];
  /** The name in the price book. */
  readonly sku: string;
  /** Whether the price in the JSON-LD is a number, and not a text. */
  readonly isNumber: boolean;
}

const currencies = ['USD', 'EUR', 'CHF', 'JPY', 'GBP', 'INR'] as const;
const places = ['US', 'US-HI', 'US-NY', 'IN', 'FR', 'DE', 'CH', 'JP', 'UK', 'DE AT', 'eu', 'dach', 'latin', 'FR JP'];

/** How much of each currency a euro is. There is none for the rupee, which is converted to nothing. */
export const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.25, CHF: 0.9, JPY: 160, GBP: 0.8 };

const amountOf = (currency: string) =>
  currency === 'JPY' || currency === 'INR'
    ? fc.integer({ min: 1000, max: 30_000 }).map(String)
    : fc.oneof(
        fc.integer({ min: 5, max: 900 }).map(String),
        fc.integer({ min: 500, max: 90_000 }).map((cents) => (cents / 100).toFixed(2)),
      );
const priceIn = (currency: string) => amountOf(currency).map((amount) => `${currency} ${amount}`);
const price = fc.constantFrom(...currencies).chain(priceIn);

const entry = fc
  .tuple(fc.option(fc.constantFrom(...places), { nil: undefined }), price)
  .map(([place, text]) => (place === undefined ? text : `${place}: ${text}`));

/** No place has a currency twice: such a list cannot be used, which is tested elsewhere. */
const listFrom = (first: fc.Arbitrary<string>) =>
  fc.tuple(first, fc.array(entry, { minLength: 1, maxLength: 6 })).map(([head, rest]) => {
    const taken = new Set<string>();
    const kept = [head, ...rest].filter((text) => {
      const [priced = '', placed = 'all'] = text.split(': ').toReversed();
      const keys = placed.split(' ').map((one) => `${one} ${priced.slice(0, 3)}`);
      const isNew = keys.every((key) => !taken.has(key));
      if (isNew) for (const key of keys) taken.add(key);
      return isNew;
    });
    return kept.join(', ');
  });

const former = (prices: string) =>
  fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 2, max: 4 })), { minLength: 7, maxLength: 7 }).map((raises) =>
    prices
      .split(', ')
      .flatMap((text, at) => {
        const [raised, by] = raises[at] ?? [false, 1];
        return raised ? [times(text, by)] : [];
      })
      .join(', '),
  );

/** An entry with a higher price. */
function times(text: string, by: number): string {
  const [, head = '', amount = ''] = /^(.* )([\d.]+)$/.exec(text) ?? [];
  const digits = amount.split('.')[1]?.length ?? 0;
  return `${head}${(Number(amount) * by).toFixed(digits)}`;
}

const shop = fc
  .tuple(
    fc.constantFrom(...currencies).chain((currency) => listFrom(priceIn(currency))),
    fc.boolean(),
  )
  .chain(([prices, isOnSale]) =>
    fc.record({
      prices: fc.constant(prices),
      was: isOnSale ? former(prices) : fc.constant(''),
      language: fc.constantFrom('en', 'de', 'fr', 'ja', 'en-GB', 'ar-EG', 'he'),
      isNumber: fc.boolean(),
    }),
  );

/** The same shops each time, in which all ways meet each other. */
export function makeShops(count: number): readonly Shop[] {
  return fc.sample(shop, { seed: 28, numRuns: count }).map((made, at) => {
    const kind = take(kinds, at);
    const writing = take(writings, kind === 'a price book at an address' ? 2 + (at % 2) : at + Math.floor(at / 6));
    const description = take(descriptions, at + Math.floor(at / 5));
    const [first = ''] = made.prices.split(', ');
    return {
      ...made,
      // `data-geo-currency` has no former prices.
      was: writing.startsWith('element') ? made.was : '',
      path: `/shop-${at + 1}`,
      sku: `lamp-${at + 1}`,
      written: format(first, made.language),
      writing,
      // The settings name one list for all variants.
      description: hasVariant({ kind }) && description === 'JSON-LD of the platform' ? 'JSON-LD' : description,
      kind,
    };
  });
}

function take<Item>(items: readonly [Item, ...Item[]], at: number): Item {
  return items[at % items.length] ?? items[0];
}

/** What a visitor sees who has chosen the larger lamp, which costs twice as much. */
export function variantOf(made: Shop): Shop {
  const twice = (list: string) =>
    list
      .split(', ')
      .map((text) => text && times(text, 2))
      .join(', ');
  const prices = twice(made.prices);
  const [first = ''] = prices.split(', ');
  return { ...made, prices, was: twice(made.was), sku: `large-${made.sku}`, written: format(first, made.language) };
}

function format(text: string, language: string): string {
  const [currency = '', amount = ''] = text.split(' ');
  const digits = amount.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    numberingSystem: 'latn',
  }).format(Number(amount));
}

export function hasSku({ writing }: Pick<Shop, 'writing'>): boolean {
  return writing.endsWith('SKU');
}

export function hasVariant({ kind }: Pick<Shop, 'kind'>): boolean {
  return kind === 'a variant that a script shows';
}

/** As attributes, and scripts, take the list. */
export function listOf(made: Shop): string {
  return hasSku(made) ? `sku: ${made.sku}` : made.prices;
}

/** What the price book has of a shop. */
export function bookOf(made: Shop): Readonly<Record<string, unknown>> {
  const shown = hasVariant(made) ? [made, variantOf(made)] : [made];
  return Object.fromEntries(shown.map(({ sku, prices, was }) => [sku, was ? { prices, was } : prices]));
}

export const bookAddress = '/prices.json';

/** The list of the other product. */
export const otherPrices = 'GBP 7.50, EUR 8, US: USD 9';

/** What stands in the page, in whatever it is served. */
export function contentOf(made: Shop): string {
  const { kind, writing } = made;
  const [currency] = made.prices.split(' ');
  const again = `<p><bdi id="again" data-geo-currency="${listOf(made)}">${made.written}</bdi></p>`;
  return [
    settingsOf(made),
    kind === 'another product before it' ? otherProduct : '',
    '<h1>A lamp</h1>',
    `<p>${priceOf(made)}</p>`,
    kind === 'the price twice' && writing.startsWith('element') ? again : '',
    offerOf(made),
    `<p><a id="buy" href="/buy?currency=${currency}" data-geo-href="/buy?currency={price-currency}" data-geo-prices="${listOf(made)}">Buy</a></p>`,
    hasVariant(made) ? scriptOf(variantOf(made)) : '',
  ].join('');
}

const otherOffer = { '@type': 'Offer', price: '7.50', priceCurrency: 'GBP' };
const otherProduct = `<h2>A shade</h2><p><geo-currency prices="${otherPrices}">£7.50</geo-currency></p><script type="application/ld+json" data-geo-offer="${otherPrices}">${JSON.stringify({ '@type': 'Product', name: 'A shade', offers: otherOffer })}</script>`;

function offerOf(made: Shop): string {
  const { description, isNumber } = made;
  const [currency = '', amount = ''] = made.prices.split(', ')[0]?.split(' ') ?? [];
  const offer = { '@type': 'Offer', price: isNumber ? Number(amount) : amount, priceCurrency: currency };
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'A lamp', offers: offer };
  const list = listOf(made);
  const json = (data: unknown, attribute = ` data-geo-offer="${list}"`) =>
    `<script type="application/ld+json" id="offer"${attribute}>${JSON.stringify(data, undefined, isNumber ? 2 : 0)}</script>`;
  return {
    'JSON-LD': json(product),
    'JSON-LD in a graph': json({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', name: 'Lamps' },
        { ...product, offers: [offer] },
      ],
    }),
    'JSON-LD of the platform': json(product, ''),
    'microdata in content': `<p itemscope itemtype="https://schema.org/Offer" id="offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="${currency}"><meta itemprop="price" content="${amount}">A lamp</p>`,
    'microdata in text': `<p itemscope itemtype="https://schema.org/Offer" id="offer" data-geo-offer="${list}"><span itemprop="priceCurrency">${currency}</span> <span itemprop="price">${amount}</span></p>`,
  }[description];
}

function settingsOf(made: Shop): string {
  const { kind, prices, description } = made;
  const lists = kind === 'a price book at an address' ? bookAddress : bookOf(made);
  const settings = {
    groups: owners,
    ...(hasSku(made) && { prices: lists }),
    ...(kind === 'converted prices' && { rates: { base: 'EUR', date: new Date().toISOString().slice(0, 10), rates } }),
    ...(description === 'JSON-LD of the platform' && { offer: hasSku(made) ? { sku: made.sku } : { prices } }),
  };
  return `<script type="application/json" data-geo-settings>${JSON.stringify(settings)}</script>`;
}

function priceOf(made: Shop): string {
  const { writing, prices, was, written } = made;
  const former = was && ` was="${was}"`;
  return {
    element: `<geo-currency id="price" prices="${prices}"${former}>${written}</geo-currency>`,
    binding: `<bdi id="price" data-geo-currency="${prices}">${written}</bdi>`,
    'element with a SKU': `<geo-currency id="price" sku="${made.sku}">${written}</geo-currency>`,
    'binding with a SKU': `<bdi id="price" data-geo-currency="${listOf(made)}">${written}</bdi>`,
  }[writing];
}

/** What shops do when somebody chooses: each place gets what it would have been written with. */
function scriptOf(variant: Shop): string {
  const markup = JSON.stringify([priceOf(variant), offerOf(variant)]).replaceAll('<', '\\u003c');
  const script = `
document.querySelector('#variant').onclick = () => {
  const [price, offer] = ${markup}.map((html) => new DOMParser().parseFromString(html, 'text/html').querySelector('#price, #offer'));
  for (const [to, from] of [[document.querySelector('#price'), price], [document.querySelector('#offer'), offer]]) {
    for (const { name, value } of from.attributes) to.setAttribute(name, value);
    to.replaceChildren(...from.childNodes);
  }
};`;
  return `<button id="variant">Large</button><script>${script}</script>`;
}

/** A page with one price that is wrong. */
export interface Planted {
  readonly path: string;
  readonly content: string;
  /** What the doctor must say of it. */
  readonly found: RegExp;
}

const plantedPrice = '<p><geo-currency prices="USD 149, EUR 139">$149</geo-currency></p>';
const plantedOffer = (currency: string) =>
  `<script type="application/ld+json" data-geo-offer="USD 149, EUR 139">{"@type":"Product","name":"A lamp","offers":{"@type":"Offer","price":149,"priceCurrency":"${currency}"}}</script>`;

export const planted: readonly Planted[] = [
  {
    path: '/wrong-currency',
    content: plantedPrice + plantedOffer('EUR'),
    found: /^bad: "A lamp" shows USD 149 .*, and JSON-LD says EUR 149\.$/,
  },
  {
    path: '/wrong-meta',
    content: `<meta property="og:price:amount" content="159"><meta property="og:price:currency" content="USD">${plantedPrice}${plantedOffer('USD')}`,
    found: /^bad: (?:"[^"]+"|The page) shows USD 149 .*, and og:price:amount says USD 159\.$/,
  },
];
