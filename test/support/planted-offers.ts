/** A mistake in structured data that follow a price list, and the words for it. */
interface PlantedOffer {
  readonly name: string;
  /** The settings block. */
  readonly block?: unknown;
  readonly markup: string;
  readonly words: string;
  /** Undefined where the page does not report it. */
  readonly code?: string;
}

const offer = '{ "@type": "Offer", "price": "149", "priceCurrency": "USD" }';
const data = (list: string, text = offer, type = 'application/ld+json') =>
  `<script type="${type}" data-geo-offer="${list}">${text}</script>`;
const plain = `<script type="application/ld+json">${offer}</script>`;
const microdata = (price: string, type = 'Offer') =>
  `<div itemscope itemtype="https://schema.org/${type}" data-geo-offer="USD 149, EUR 139"><i itemprop="priceCurrency" content="USD"></i>${price}</div>`;

export const plantedOffers: readonly PlantedOffer[] = [
  {
    name: 'a list that cannot be read',
    markup: data('$149, EUR 139'),
    words: '"$149" in data-geo-offer is not a price: write data-geo-offer="USD 149, EUR 139"',
    code: 'unusable-prices',
  },
  {
    name: 'a list with a place that there is not',
    markup: data('USD 149, DEU: EUR 139'),
    words: 'there is no place "DEU"; did you mean DE?',
    code: 'unusable-prices',
  },
  {
    name: 'a name that is not in the price book',
    block: { prices: { asterisk: 'USD 149, EUR 139' } },
    markup: data('sku: asterix'),
    words: 'the price book has no "asterix"; did you mean sku="asterisk"?',
    code: 'unknown-sku',
  },
  {
    name: 'two offers',
    markup: data('USD 149, EUR 139', `[${offer}, ${offer}]`),
    words: 'it has 2 offers, and only one can be written',
    code: 'unusable-offer',
  },
  {
    name: 'an AggregateOffer',
    markup: data('USD 149, EUR 139', offer.replace('Offer', 'AggregateOffer')),
    words: 'an AggregateOffer has no one price',
    code: 'unusable-offer',
  },
  {
    name: 'an AggregateOffer in microdata',
    markup: microdata('<i itemprop="price">149</i>', 'AggregateOffer'),
    words: 'an AggregateOffer has no one price',
    code: 'unusable-offer',
  },
  {
    name: 'a meta element for the browser',
    markup: microdata('<meta itemprop="price" http-equiv="x-price" content="149">'),
    words: 'a price is never written into a script, a style, or a meta element with http-equiv',
    code: 'unusable-offer',
  },
  {
    name: 'a price with elements in it',
    markup: microdata('<span itemprop="price"><b>149</b></span>'),
    words: 'its price has elements in it: write content="149.00" beside itemprop="price"',
    code: 'unusable-offer',
  },
  {
    name: 'a price that a binding writes, too',
    markup: microdata('<b itemprop="price" data-geo-currency="USD 149, EUR 139">149</b>'),
    words:
      'its price is the text of a binding, which writes €139 there: write content="149.00" beside itemprop="price"',
    code: 'unusable-offer',
  },
  {
    name: 'a script of another type',
    markup: data('USD 149, EUR 139', offer, 'application/json'),
    words: 'its type must be application/ld+json',
    code: 'unusable-offer',
  },
  {
    name: 'what is no JSON',
    markup: data('USD 149, EUR 139', `${offer},`),
    words: 'it is not JSON',
    code: 'unusable-offer',
  },
  {
    name: 'an element without an offer',
    markup: '<p data-geo-offer="USD 149, EUR 139">$149</p>',
    words: 'it belongs on a block of JSON-LD, or beside itemtype="https://schema.org/Offer"',
    code: 'unusable-offer',
  },
  {
    name: 'a block without an offer',
    markup: data('USD 149, EUR 139', '{ "@type": "WebPage" }'),
    words: 'there is no Offer in it, so it stays as written',
  },
  {
    name: 'a list of the settings that cannot be read',
    block: { offer: { prices: 'USD 149; EUR 139' } },
    markup: plain,
    words: '"USD 149; EUR 139" in offer is not a price',
    code: 'unusable-prices',
  },
  {
    name: 'a name in the settings that is not in the price book',
    block: { prices: { asterisk: 'USD 149' }, offer: { sku: 'asterix' } },
    markup: plain,
    words: 'the price book has no "asterix"; did you mean sku="asterisk"?',
    code: 'unknown-sku',
  },
  {
    name: 'settings for a page with two offers',
    block: { offer: { prices: 'USD 149, EUR 139' } },
    markup: plain + plain,
    words: 'the settings are for the first offer of the page',
    code: 'unusable-offer',
  },
  {
    name: 'settings without a list',
    block: { offer: 'USD 149, EUR 139' },
    markup: plain,
    words:
      'offer of the settings block has no list: write "offer": { "sku": "asterisk" }, or { "prices": "USD 149, EUR 139" }',
  },
];

/** A settings block, where there is one. */
export function plantedBlock(block: unknown): string {
  return block === undefined
    ? ''
    : `<script type="application/json" data-geo-settings>${JSON.stringify(block)}</script>`;
}
