import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonOffer, type JsonOffer, writeJsonOffer } from '../../../src/rules/offer/json-offer.ts';
import { UnusableOffer } from '../../../src/rules/offer/offer.ts';

const written = { amount: '139.00', currency: 'EUR' };

function found(text: string): JsonOffer {
  const offer = findJsonOffer(text);
  if (!offer || offer instanceof UnusableOffer) throw new Error(offer?.reason ?? 'There is no offer.');
  return offer;
}

const rewrite = (text: string) => writeJsonOffer(text, found(text), written);
const reasonOf = (text: string) => {
  const offer = findJsonOffer(text);
  return offer instanceof UnusableOffer ? offer.reason : offer;
};
const usd = '"priceCurrency":"USD"';
const offerOf = (fields: string) => `{"@type":"Offer",${fields}}`;
const price = `"price":"149.00",${usd}`;
const offer = offerOf(price);

describe('the offer in a block of JSON-LD', () => {
  it.each([
    ['alone', '{ "@type": "Offer", "price": "149.00", "priceCurrency": "USD" }'],
    ['of a product', `{"@type":"Product","name":"Shoe","offers":${offer}}`],
    ['in a list of offers', `{"@type":"Product","offers":[${offer}]}`],
    ['in a graph', `{"@context":"https://schema.org","@graph":[{"@type":"WebPage"},{"offers":[${offer}]}]}`],
    ['in a list of blocks', `[{"@type":"Organization"},{"@type":"Product","offers":${offer}}]`],
    ['with its type behind the price', `{"price":"149.00",${usd},"@type":"Offer"}`],
    ['with two types', `{"@type":["Offer","Demand"],"price":"149.00",${usd}}`],
    ['with the address of the type', `{"@type":"http://schema.org/Offer","price":"149.00",${usd}}`],
    ['with a name in escapes', offerOf(`"\\u0070rice":"149.00",${usd}`)],
    [
      'with its price in a specification',
      offerOf(`"priceSpecification":[{"@type":"UnitPriceSpecification",${price}}]`),
    ],
    ['with its price in both', offerOf(`${price},"priceSpecification":{${price}}`)],
  ])('%s is written, and nothing else changes', (_, text) => {
    expect(found(text)).toMatchObject({ amount: '149.00', currency: 'USD' });
    expect(rewrite(text)).toBe(text.replaceAll('149.00', '139.00').replaceAll('USD', 'EUR'));
    expect(writeJsonOffer(rewrite(text), found(rewrite(text)), found(text))).toBe(text);
  });

  it('leaves the charge of a delivery, although it is as high', () => {
    const charge = `"priceSpecification":{"@type":"DeliveryChargeSpecification",${price}}`;
    expect(rewrite(offerOf(`${charge},${price}`))).toBe(offerOf(`${charge},"price":"139.00","priceCurrency":"EUR"`));
  });

  it('stays a number where it is one', () => {
    expect(rewrite(offerOf(`"price": 149.00 ,${usd}`))).toBe(offerOf('"price": 139.00 ,"priceCurrency":"EUR"'));
    expect(rewrite(offerOf(`${usd},"price":149`))).toBe(offerOf('"priceCurrency":"EUR","price":139.00'));
  });

  it('keeps spaces, breaks, escapes and other prices as they are', () => {
    const text = `{\n  "@type" : "Offer",\r\n\t"description": "\\"price\\": \\"1\\" \\u003c/script> \\\\",\n  "shipping": {"price": "5.00", "priceCurrency": "USD"},\n  "price" : "149.00" , "priceCurrency":"USD", "seller": {"price": null}\n}`;
    expect(rewrite(text)).toBe(
      text.replace('"price" : "149.00" , "priceCurrency":"USD"', '"price" : "139.00" , "priceCurrency":"EUR"'),
    );
  });

  const twoOffers = 'it has 2 offers, and only one can be written';
  const twoPrices = 'its offer has two prices, or writes one in two ways';
  const otherKind = (name: string) => `its offer has another kind of price too (${name}), which would no longer fit`;
  const notJson = 'it is not JSON';

  it.each([
    ['no offer', `{"@type":"Product","price":"149.00",${usd}}`, undefined],
    ['a type that only ends like it', `{"@type":"SpecialOffer","price":"1",${usd}}`, undefined],
    ['two offers', `[${offer},${offer}]`, twoOffers],
    ['an aggregate', `{"@type":"AggregateOffer","price":"1",${usd}}`, 'an AggregateOffer has no one price'],
    ['an aggregate with an offer in it', `{"@type":"AggregateOffer","offers":[${offer}]}`, twoOffers],
    ['no currency', offerOf('"price":"1"'), 'its offer needs a price and a priceCurrency'],
    ['a price given twice', offerOf(`"price":"1","price":"2",${usd}`), twoPrices],
    ['a strikethrough price', offerOf(`"price":"1",${usd},"priceSpecification":{"price":"2"}`), twoPrices],
    ['a price with a comma', offerOf(`"price":"1,50",${usd}`), 'a price is written as 149.00, not 1,50'],
    ['a price with an exponent', offerOf(`"price":1e3,${usd}`), 'a price is written as 149.00, not 1e3'],
    ['a sign for a currency', offerOf('"price":1,"priceCurrency":"$"'), 'a priceCurrency is written as USD, not $'],
    ['a second offer whose type is written in escapes', `[${offer},{"@type":"\\u004fffer"}]`, twoOffers],
    ['a lowest price', offerOf(`"price":"1","minPrice":"1",${usd}`), otherKind('minPrice')],
    [
      'a list price beside it',
      offerOf(`"price":"1",${usd},"priceSpecification":{"priceType":"ListPrice","price":"1",${usd}}`),
      'its offer has a former price beside its price (priceType), and a list says one of the two: both stay as written. Write the offer with its price alone',
    ],
    [
      'parts of a price beside it',
      offerOf(
        `"price":"1",${usd},"priceSpecification":{"@type":"CompoundPriceSpecification","priceComponent":[{"price":"2",${usd}}]}`,
      ),
      otherKind('priceComponent'),
    ],
    ['no JSON', '{"@type":"Offer", price: 1}', notJson],
    ['a comment', `${offer} // our offer`, notJson],
    ['nothing', '', notJson],
    ['CDATA around it', `//<![CDATA[\n${offer}\n//]]>`, notJson],
    ['a comment of HTML around it', `<!--\n${offer}\n-->`, notJson],
    [
      'a group of variants',
      `{"@type":"ProductGroup","hasVariant":[{"offers":${offer}},{"offers":${offer}}]}`,
      twoOffers,
    ],
  ])('is left where there is %s', (_, text, reason) => expect(reasonOf(text)).toBe(reason));

  it('is found in any JSON around it, and its other values stay as they are', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.json({ maxDepth: 4 }), fc.boolean(), (before, after, isNumber) => {
        fc.pre(!/Offer|price/.test(before + after));
        const own = `{"a":${before},"@type":"Offer","price":${isNumber ? '149' : '"149"'},"b":${after},"priceCurrency":"USD"}`;
        const text = `[${after},{"offers":${own}},${before}]`;
        const changed = JSON.parse(rewrite(text)) as readonly [unknown, { readonly offers: object }, unknown];
        expect(changed).toEqual([
          JSON.parse(after),
          { offers: { ...JSON.parse(own), price: isNumber ? 139 : '139.00', priceCurrency: 'EUR' } },
          JSON.parse(before),
        ]);
      }),
    );
  });

  it('is found in a block that is nested deeper than the stack', () => {
    const depth = 20_000;
    const text = `${'['.repeat(depth)}${offer}${']'.repeat(depth)}`;
    expect(rewrite(text)).toContain('139.00');
  });
});
