import { describe, expect, it } from 'vitest';
import { shareEdge } from './edge.ts';

const edge = shareEdge();

const list = 'USD 149, EUR 139.50, IN: USD 99';
const offer = '{ "@type": "Offer", "price": "149", "priceCurrency": "USD" }';
const inEuros = '{ "@type": "Offer", "price": "139.50", "priceCurrency": "EUR" }';
const mark = 'data-geolet-offer="149 USD 139.50 EUR"';

/** The page as it leaves for a visitor in Lyon. */
async function write(html: string, record?: object): Promise<string> {
  const page = { html: `<!doctype html><html lang="en"><body>${html}</body></html>`, ...(record && { record }) };
  return /<body>(.*)<\/body>/s.exec(await (await edge.render(page)).text())?.[1] ?? '';
}

const data = (text: string, attributes = ` data-geo-offer="${list}"`) =>
  `<script type="application/ld+json"${attributes}>${text}</script>`;
const settings = (value: unknown) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify(value)}</script>`;

describe('structured data on pages that a server writes', () => {
  it('says the price of the visitor, and keeps what was written beside it', async () => {
    expect(await write(data(offer))).toBe(data(inEuros, ` data-geo-offer="${list}" ${mark}`));
  });

  it('stays as it is, to the byte, for those who see the page’s own price', async () => {
    const html = `<script data-geo-offer='${list}'   type="application/ld+json">${offer}</script>`;
    expect(await write(html, { countryCode: 'US', currencyCode: 'USD' })).toBe(html);
    expect(await write(html, {})).toBe(html);
  });

  it('is a list by place', async () => {
    const record = { countryCode: 'IN', currencyCode: 'INR' };
    expect(await write(data(offer), record)).toContain(offer.replace('149', '99'));
  });

  it('is the first block with an offer behind the settings', async () => {
    const blocks = data('{"@type":"WebPage"}', '') + data(offer, '') + data(offer, '');
    const html = settings({ offer: { prices: list } }) + blocks;
    expect(await write(html)).toBe(html.replace(data(offer, ''), data(inEuros, ` ${mark}`)));
    expect(await write(data(offer, '') + settings({ offer: { prices: list } }))).toContain(data(offer, ''));
  });

  it.each(['application/LD+JSON', 'application/ld&#43;json'])(
    'is found by its type as browsers read it: %s',
    async (type) => {
      const html = settings({ offer: { prices: list } }) + data(offer, '').replace('application/ld+json', type);
      const written = html + data(offer, '');
      expect(await write(written)).toBe(
        written.replace(`type="${type}">${offer}`, `type="${type}" ${mark}>${inEuros}`),
      );
    },
  );

  it('has its list from the price book of the page', async () => {
    const html = settings({ prices: { shoe: list }, offer: { sku: 'shoe' } }) + data(offer, '');
    expect(await write(html)).toBe(html.replace(data(offer, ''), data(inEuros, ` ${mark}`)));
    const named = settings({ prices: { shoe: list } }) + data(offer, ' data-geo-offer="sku: shoe"');
    expect(await write(named)).toContain(inEuros);
    expect(await write(named.replace('sku: shoe', 'sku: hat'))).toContain(offer);
  });

  it('stays as written where the first block with an offer behind the settings cannot be written', async () => {
    const blocks = data('{"@type":"AggregateOffer","lowPrice":"1"}', '') + data(offer, '');
    const html = settings({ offer: { prices: list } }) + blocks;
    expect(await write(html)).toBe(html);
  });

  it('is microdata, in attributes and texts', async () => {
    const item = (price: string, currency: string, more = '') =>
      `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"${more}><meta itemprop="priceCurrency" content="${currency}"><p itemprop="price">${price}</p><p itemprop="seller" itemscope><b itemprop="price">1</b></p></div>`;
    expect(await write(item('149', 'USD'))).toBe(item('139.50', 'EUR', ` ${mark}`));
  });

  it.each([
    ['two offers', data(`[${offer},${offer}]`)],
    ['no JSON', data(`${offer},`)],
    ['a list that cannot be used', data(offer, ' data-geo-offer="149 dollars"')],
    ['another type', `<script type="text/plain" data-geo-offer="${list}">${offer}</script>`],
    ['a part that is ignored', `<div data-geo-ignore>${data(offer)}</div>`],
    [
      'a script for a price',
      `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><script itemprop="price" type="text/plain">149</script></div>`,
    ],
    ['a template', `<template>${data(offer)}</template>`],
    [
      'a meta element for the browser',
      `<div itemscope itemtype="https://schema.org/Offer" data-geo-offer="${list}"><meta itemprop="priceCurrency" content="USD"><meta itemprop="price" http-equiv="refresh" content="149"></div>`,
    ],
  ])('stays as written with %s', async (_, html) => expect(await write(html)).toBe(html));

  it('takes no mark that the page brings', async () => {
    expect(await write(data(offer, ' data-geolet-offer="1 EUR 2 USD"'))).toBe(data(offer, ''));
  });
});
