/** A price with its list, and structured data that say it. */
export const list = 'USD 149, EUR 139, JP: JPY 19900';
export const priced = `<geo-currency prices="${list}">$149</geo-currency>`;
/** For structured data that follow the list. */
export const withList = ` data-geo-offer="${list}"`;
export const jsonLd = (amount: string, currency: string, attributes = ''): string =>
  `<script type="application/ld+json"${attributes}>{"@type":"Product","name":"Asterisk","offers":{"@type":"Offer","price":"${amount}","priceCurrency":"${currency}"}}</script>`;

/** The same price and structured data as a server writes them. */
export const writtenPrice = (text: string): string =>
  `<geo-currency prices="${list}"><template shadowrootmode="open"><bdi part="value">${text}</bdi></template>$149</geo-currency>`;
export const writtenOffer = `${withList} data-geolet-offer="149.00 USD 139.00 EUR"`;
/** The block of a page that a server has written. */
export const recordBlock = (countryCode: string, currencyCode: string): string =>
  `<script type="application/json" data-geo-record data-geo-edge>${JSON.stringify({ time: 1, record: { countryCode, currencyCode } })}</script>`;
