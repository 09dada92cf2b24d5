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

/** A page of a shop with one product. */
export interface Shop {
  readonly path: string;
  readonly language: string;
  /** As an owner writes it: `USD 149, IN: USD 99`. */
  readonly prices: string;
  /** Former prices. Empty: there are none. */
  readonly was: string;
  /** The first price and its former one, as they stand in the HTML. */
  readonly written: string;
  readonly writing: (typeof writings)[number];
  readonly description: (typeof descriptions)[number];
  /** Whether the price in the JSON-LD is a number, and not a text. */
  readonly isNumber: boolean;
}

const currencies = ['USD', 'EUR', 'CHF', 'JPY', 'GBP', 'INR'] as const;
const places = ['US', 'US-HI', 'US-NY', 'IN', 'FR', 'DE', 'CH', 'JP', 'UK', 'DE AT', 'eu', 'dach', 'latin', 'FR JP'];

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
        const [, head = '', amount = ''] = /^(.* )([\d.]+)$/.exec(text) ?? [];
        const digits = amount.split('.')[1]?.length ?? 0;
        return raised ? [`${head}${(Number(amount) * by).toFixed(digits)}`] : [];
      })
      .join(', '),
  );

const shop = fc
  .tuple(
    fc.constantFrom(...currencies).chain((currency) => listFrom(priceIn(currency))),
    fc.boolean(),
  )
  .chain(([prices, isOnSale]) =>
    fc.record({
      prices: fc.constant(prices),
      was: isOnSale ? former(prices) : fc.constant(''),
      language: fc.constantFrom('en', 'de', 'fr', 'ja', 'en-GB'),
      isNumber: fc.boolean(),
    }),
  );

/** The same shops each time. */
export function makeShops(count: number): readonly Shop[] {
  return fc.sample(shop, { seed: 28, numRuns: count }).map((made, at) => {
    const writing = writings[at % writings.length] ?? 'element';
    // `data-geo-currency` has no former prices.
    const was = writing.startsWith('element') ? made.was : '';
    const [first = ''] = made.prices.split(', ');
    return {
      ...made,
      was,
      path: `/shop-${at + 1}`,
      written: format(first, made.language),
      writing,
      description: descriptions[at % descriptions.length] ?? 'JSON-LD',
    };
  });
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

function format(text: string, language: string): string {
  const [currency = '', amount = ''] = text.split(' ');
  const digits = amount.split('.')[1]?.length ?? 0;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(amount));
}

/** What stands in the page, in whatever it is served. */
export function contentOf(shop: Shop): string {
  const { description, prices } = shop;
  const [currency = '', amount = ''] = prices.split(', ')[0]?.split(' ') ?? [];
  const offer = { '@type': 'Offer', price: shop.isNumber ? Number(amount) : amount, priceCurrency: currency };
  const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'A lamp', offers: offer };
  const list = hasSku(shop) ? 'sku: lamp' : prices;
  const json = (data: unknown, attribute = ` data-geo-offer="${list}"`) =>
    `<script type="application/ld+json"${attribute}>${JSON.stringify(data, undefined, shop.isNumber ? 2 : 0)}</script>`;
  const described = {
    'JSON-LD': json(product),
    'JSON-LD in a graph': json({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', name: 'Lamps' },
        { ...product, offers: [offer] },
      ],
    }),
    'JSON-LD of the platform': json(product, ''),
    'microdata in content': `<p itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="${currency}"><meta itemprop="price" content="${amount}">A lamp</p>`,
    'microdata in text': `<p itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><span itemprop="priceCurrency">${currency}</span> <span itemprop="price">${amount}</span></p>`,
  }[description];
  return `${settingsOf(shop)}<h1>A lamp</h1><p>${priceOf(shop)}</p>${described}`;
}

export function hasSku({ writing }: Shop): boolean {
  return writing.endsWith('SKU');
}

function settingsOf(shop: Shop): string {
  const { prices, was, description } = shop;
  const settings = {
    groups: owners,
    ...(hasSku(shop) && { prices: { lamp: was ? { prices, was } : prices } }),
    ...(description === 'JSON-LD of the platform' && { offer: hasSku(shop) ? { sku: 'lamp' } : { prices } }),
  };
  return `<script type="application/json" data-geo-settings>${JSON.stringify(settings)}</script>`;
}

function priceOf({ writing, prices, was, written }: Shop): string {
  const former = was && ` was="${was}"`;
  return {
    element: `<geo-currency id="price" prices="${prices}"${former}>${written}</geo-currency>`,
    binding: `<bdi id="price" data-geo-currency="${prices}">${written}</bdi>`,
    'element with a SKU': `<geo-currency id="price" sku="lamp">${written}</geo-currency>`,
    'binding with a SKU': `<bdi id="price" data-geo-currency="sku: lamp">${written}</bdi>`,
  }[writing];
}
