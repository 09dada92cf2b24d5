import { describe, expect, it } from 'vitest';
import { checkPrices } from '../../../src/doctor/check-prices.ts';
import { isChoice } from '../../../src/doctor/price-view.ts';
import { request } from '../../../src/doctor/reply.ts';
import { plantedBlock } from '../../support/planted-offers.ts';
import { startServer } from '../../support/start-server.ts';
import { jsonLd, list, priced, recordBlock, withList, writtenOffer, writtenPrice } from './priced-page.ts';

const microdata = (amount: string, currency: string, attributes = '') =>
  `<div itemscope itemtype="https://schema.org/Offer"${attributes}><meta itemprop="priceCurrency" content="${currency}"><meta itemprop="price" content="${amount}"></div>`;
const meta = (name: string, amount: string, currency: string) =>
  `<meta property="${name}:amount" content="${amount}"><meta property="${name}:currency" content="${currency}">`;
const nineDollars = '<geo-currency prices="USD 9, EUR 8">$9</geo-currency>';
const following = (amount: string) => jsonLd(amount, 'USD', withList);
const follows = following('149.00');
const offer = jsonLd('149.00', 'USD');
const ofSettings = plantedBlock({ offer: { prices: list } });
const twoOffers =
  '<script type="application/ld+json">[{"@type":"Offer","price":1},{"@type":"Offer","price":2}]</script>';
/** A price with a list of its own, which its structured data follow and whose first price they say. */
const ofList = (prices: string, text: string) => {
  const [currency = '', amount = ''] = prices.split(/[ ,]+/);
  const offer = jsonLd(amount, currency, ` data-geo-offer="${prices}"`);
  return `<p lang="en"><geo-currency prices="${prices}">${text}</geo-currency></p>${offer}`;
};
const good: unknown = [expect.stringMatching(/^good: /)];

interface Asked {
  readonly choices?: readonly string[];
  readonly parameter?: string;
  /** What is at other paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** @param html of the page, or what it is for the words of a link. */
async function findingsOn(
  html: string | ((words: string | null) => string),
  { choices = ['DE', 'JP'], parameter = 'geo-choice', files = {} }: Asked = {},
) {
  const asked: string[] = [];
  const origin = await startServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    const words = new URL(incoming.url ?? '', 'https://shop.example').searchParams.get(parameter);
    const page = `<!doctype html><html lang="en">${typeof html === 'string' ? html : html(words)}`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(files[incoming.url ?? ''] ?? page);
  });
  const page = await request(origin);
  asked.length = 0;
  const findings = await checkPrices(page, parameter, { choices });
  const lines = findings.map(({ result, text }) => `${result}: ${text}`);
  return { findings, lines, asked, link: (words: string) => `${new URL(origin).origin}/?${parameter}=${words}` };
}

describe('prices that agree are well', () => {
  it.each([
    ['in JSON-LD with a list', follows, 'JSON-LD'],
    ['in microdata with a list', microdata('149', 'USD', withList), 'microdata'],
    ['in a block that the settings name', ofSettings + offer, 'JSON-LD'],
    ['in both', follows + microdata('149', 'USD', withList), 'JSON-LD, microdata'],
  ])('%s', async (_, html, sources) =>
    expect((await findingsOn(priced + html)).lines).toEqual([
      `good: The page and its structured data (${sources}) say the same price, as it stands and for US, DE, JP.`,
    ]),
  );

  const ofBook =
    '<p data-geo-currency="sku: asterisk">$149</p>' + jsonLd('149.00', 'USD', ' data-geo-offer="sku: asterisk"');
  const left = '<geo-currency prices="USD 75, EUR 60" minus="USD 40">$75</geo-currency>';

  it.each([
    ['from the price book of the page', plantedBlock({ prices: { asterisk: list } }) + ofBook],
    [
      'from a price book with former prices',
      plantedBlock({ prices: { asterisk: { prices: list, was: 'USD 199' } } }) + ofBook,
    ],
    [
      'in the first block of the page that is not in a template',
      `${ofSettings}<template>${jsonLd('1.00', 'USD')}${microdata('1', 'USD')}</template>${priced}${offer}`,
    ],
    [
      'in the first block of the page that is not in data-geo-ignore',
      `${ofSettings}<div data-geo-ignore>${offer.replace('Offer', 'Thing')}</div>${priced}${offer}`,
    ],
    ['where another product beside it has a price of its own', nineDollars + priced + follows],
    ['where what is left of an amount stands beside it', left + priced + follows],
    ['where some visitors get another price of the list than its text', ofList('USD 49, US: USD 39', '$49')],
    ['where the text says another first price, too', priced.replace('$149', '$159') + following('159')],
    ['where a script alone shows a crawler from the US another price', ofList('EUR 139, US: USD 149', '139 €')],
  ])('%s', async (_, html) => expect((await findingsOn(html)).lines).toEqual(good));

  it('but not with what is left of an amount, which is no price of a product', async () => {
    expect((await findingsOn(left + offer)).lines).toEqual([]);
    const price = left.replace(' minus="USD 40"', '');
    expect((await findingsOn(price + offer)).lines).toEqual([expect.stringContaining('shows USD 75')]);
  });
});

describe('a shop of WooCommerce', () => {
  const generator = '<meta name="generator" content="WooCommerce 9.4.2">';
  const single = '<geo-currency prices="EUR 149, DE: EUR 139">€149</geo-currency>';

  it.each([
    ['is told that other currencies are shown only', generator + priced, true],
    ['is not told so where its lists have one currency', generator + single, false],
    ['is no other shop', `<meta name="generator" content="WordPress 6.9">${priced}`, false],
  ])('%s', async (_, html, isTold) => {
    const { lines } = await findingsOn(html);
    expect(lines.some((line) => /^skipped: .*are shown only/.test(line))).toBe(isTold);
  });
});

describe('nothing is compared', () => {
  it('and nothing asked on a page without price lists', async () => {
    const { lines, asked } = await findingsOn(`<p>$149</p>${offer}`);
    expect([lines, asked]).toEqual([[], []]);
  });

  it('with a list that only some visitors see', async () => {
    const seen = `<geo-if country="DE"><template>${priced}</template></geo-if>`;
    expect((await findingsOn(seen + jsonLd('145.00', 'USD'))).lines).toEqual([]);
  });

  it.each([
    ['list that is for another product', nineDollars + nineDollars.replaceAll('9', '5'), '149.00'],
    ['one list of the page, beside $145.00', `<p>$145.00</p><p>Free delivery from ${priced}</p>`, '145'],
    ['one list of the page, beside 145 US$', `<p>145 US$</p><p>Free delivery from ${priced}</p>`, '145.00'],
    ['one list of the page, beside $1,299.50', `<p>$1,299.50</p><p>Free delivery from ${priced}</p>`, '1299.5'],
    ['one list of the page, beside 1 299,50 $', `<p>1 299,50 $</p><p>Free delivery from ${priced}</p>`, '1299.50'],
  ])('with the %s', async (_, html, amount) =>
    expect((await findingsOn(html + jsonLd(amount, 'USD'))).lines).toEqual([
      `skipped: Not compared: JSON-LD: no list of the page has its USD ${Number(amount)}.`,
    ]),
  );

  it.each(['$1145', '$145.99', '1452'])('with it, unless the text has another price: %s', async (text) => {
    const html = `<p>${text}</p>${priced}${jsonLd('145', 'USD')}`;
    expect((await findingsOn(html)).findings).toMatchObject([{ result: 'bad' }]);
  });

  it.each([
    ['no structured data', '', /has no structured data to compare/],
    ['two offers', twoOffers, /Not compared: JSON-LD: it has 2 offers/],
  ])('with %s, and the line says so', async (_, html, words) => {
    expect((await findingsOn(priced + html)).lines).toContainEqual(expect.stringMatching(words));
  });
});

describe('prices that differ are red', () => {
  it.each([
    ['by the amount', 'USD 145', jsonLd('145.00', 'USD')],
    ['by the currency alone', 'EUR 149', jsonLd('149.00', 'EUR')],
  ])('in the HTML itself %s', async (_, said, html) =>
    expect((await findingsOn(priced + html)).findings).toMatchObject([
      {
        result: 'bad',
        text: `"Asterisk" shows USD 149 as it stands, for US, and JSON-LD says ${said}.`,
        fix: `Write the same price into both: your list is ${list}, and JSON-LD has ${said} in your HTML.`,
      },
    ]),
  );

  it.each([
    ['JSON-LD', offer],
    ['microdata', `<title>Asterisk</title>${microdata('149.00', 'USD')}`],
  ])('where %s has no list, with a link that shows its price', async (source, html) => {
    const { findings, link } = await findingsOn(priced + html);
    expect(findings).toEqual([
      {
        check: 'prices',
        result: 'bad',
        text: `"Asterisk" shows EUR 139 for DE, and ${source} says USD 149.`,
        fix: `Add data-geo-offer="${list}" to it. ${link('US')} shows USD 149: put this link into ads and feeds.`,
      },
      expect.objectContaining({ text: `"Asterisk" shows JPY 19900 for JP, and ${source} says USD 149.` }),
    ]);
  });

  it.each(['1,399.00', '1.399,00', '1 399,00', "1'399.00"])(
    'in og:price with separators of thousands, as shops write it: %s',
    async (amount) => {
      const html = `<geo-currency prices="USD 1299, EUR 1199">$1,299</geo-currency>${meta('og:price', amount, 'USD')}`;
      expect((await findingsOn(html)).lines).toEqual([
        expect.stringContaining('shows USD 1299 as it stands, for US, JP, and og:price:amount says USD 1399.'),
      ]);
    },
  );

  it.each([
    ['JSON-LD', follows],
    ['JSON-LD', offer.replace('type=', `data-geo-offer="${list}" data-geo-ignore type=`)],
    ['microdata', microdata('149', 'USD', withList)],
  ])('in %s inside data-geo-ignore, where Geolet writes nothing', async (source, html) => {
    const { lines, findings } = await findingsOn(`${priced}<div data-geo-ignore>${html}</div>`);
    expect(lines).toEqual([
      expect.stringContaining(`shows EUR 139 for DE, and ${source} says USD 149.`),
      expect.stringContaining(`shows JPY 19900 for JP, and ${source} says USD 149.`),
    ]);
    expect(findings[0]?.fix).toContain('It is in data-geo-ignore, where Geolet writes nothing: take it out');
  });

  it.each(['og:price', 'product:price'])('in %s, which Geolet does not write', async (name) => {
    const { findings, link } = await findingsOn(priced + meta(name, '149.00', 'USD'), { choices: ['DE'] });
    expect(findings).toEqual([
      {
        check: 'prices',
        result: 'bad',
        text: `The page shows EUR 139 for DE, and ${name}:amount says USD 149.`,
        fix: `Geolet does not write ${name}:amount. ${link('US')} shows USD 149: put this link into ads and feeds.`,
      },
    ]);
  });

  const us = 'as it stands, for US';
  const old = priced.replace('$149', '$159');
  const bound = `<p data-geo-currency="${list}" data-geo-when="country: FR">$149</p>`;
  const boundToOld = `<b data-geo-currency="${list}">$159</b>`;
  const european = `<geo-currency prices="EUR 139, US: USD 149">139 €</geo-currency>${jsonLd('139', 'EUR')}`;

  it.each<[string, string, string, string, string[]?]>([
    ['in the HTML, beside another list', nineDollars + priced + following('145'), `USD 149 ${us}`, 'USD 145'],
    ['in a block without settings', ofSettings + priced + offer + offer, 'EUR 139 for DE', 'USD 149', ['DE']],
    ['in a binding for this country alone', bound + offer, 'EUR 139 for FR', 'USD 149', ['FR', 'DE']],
    ['for a crawler from the US without being asked', european, 'USD 149 for US', 'EUR 139', []],
    ['in a bound element', boundToOld + follows, `USD 159 ${us}`, 'USD 149'],
    ['in the second text of a list', priced + old + follows, `USD 159 ${us}`, 'USD 149'],
    ['in the first text of a list', priced + old + following('159'), `USD 149 ${us}`, 'USD 159'],
    ['in a sign that may begin like a thousand', ofList('CZK 49, EUR 45', '59 Kč'), `CZK 59 ${us}`, 'CZK 49', ['DE']],
  ])('%s', async (_, html, shown, said, choices = ['DE', 'JP']) =>
    expect((await findingsOn(html, { choices })).lines).toEqual([
      `bad: "Asterisk" shows ${shown}, and JSON-LD says ${said}.`,
    ]),
  );

  it('where the list of the structured data is another', async () => {
    const other = jsonLd('149.00', 'USD', ' data-geo-offer="USD 149, EUR 129"');
    expect((await findingsOn(priced + other, { choices: ['DE'] })).findings).toMatchObject([
      {
        text: '"Asterisk" shows EUR 139 for DE, and JSON-LD says EUR 129.',
        fix: `Give it the same list: data-geo-offer="${list}".`,
      },
    ]);
  });

  it('where a link does not keep the choice, or is answered otherwise', async () => {
    const origin = await startServer((incoming, response) => {
      const { pathname, search } = new URL(incoming.url ?? '', 'https://shop.example');
      if (search.includes('DE')) response.writeHead(302, { location: pathname });
      else response.writeHead(search.includes('JP') ? 404 : 200);
      response.end(priced + follows);
    });
    const findings = await checkPrices(await request(origin), 'geo-choice', { choices: ['DE', 'JP'] });
    expect(findings.map(({ result, text }) => `${result}: ${text}`)).toEqual([
      'bad: The page with ?geo-choice=DE redirects to an address without it, and the choice is lost.',
      'bad: The page with ?geo-choice=JP answers 404.',
    ]);
  });
});

describe('the text of a price', () => {
  it.each([
    ['$59', 'USD 59'],
    ['59', 'USD 59'],
    ['from $59.00*', 'USD 59'],
    ['59 USD', 'USD 59'],
    ['US$&nbsp;59 for 12 months', 'USD 59'],
    ['<span>$</span><b>59</b><sup>99</sup>', 'USD 59.99'],
    ['<b>Now</b><b>$59</b>', 'USD 59'],
    ['$<!-- -->59<!-- -->.00', 'USD 59'],
    ['<s>$49</s> $59', 'USD 59'],
    ['€49', 'EUR 49'],
    ['49 €', 'EUR 49'],
    ['CHF 49.–', 'CHF 49'],
    ['CA$49', 'CAD 49'],
    ['$4,900', 'USD 4900'],
    ['1.299 €', 'EUR 1299'],
    ['$٥٩', 'USD 59'],
    ['KWD 15.234', 'KWD 15.234'],
    ['KWD 15,234', 'KWD 15234'],
    ['KWD 1,299.500', 'KWD 1299.5'],
    ['EUR 15.234', 'EUR 15234'],
  ])('is read, and red where it is another price than that of the structured data: %s', async (text, shown) => {
    const { findings } = await findingsOn(ofList('USD 49, EUR 45', text), { choices: ['DE'] });
    expect(findings).toEqual([
      {
        check: 'prices',
        result: 'bad',
        text: `"Asterisk" shows ${shown} as it stands, for US, and JSON-LD says USD 49.`,
        fix: `Write the same price everywhere: your text says ${shown}, your list is USD 49, EUR 45, and JSON-LD has USD 49 in your HTML.`,
      },
    ]);
  });

  it.each([
    ['USD 49, EUR 45', '$49'],
    ['USD 49, EUR 45', '49'],
    ['USD 49, EUR 45', 'US$ 49.00'],
    ['USD 49, EUR 45', '<s>$59</s> $49'],
    ['USD 49, EUR 45', '<del>$59</del> <ins>$49</ins>'],
    ['USD 49, EUR 45', '<span class="old">$59</span> $49 (save $10)'],
    ['USD 49, EUR 45', '$49<sup>1</sup>'],
    ['USD 49, EUR 45', '$49²'],
    ['USD 49, EUR 45', '49 to 59 €'],
    ['USD 49, EUR 45', '$49–59'],
    ['USD 49, EUR 45', 'from forty-nine'],
    ['USD 49, EUR 45', 'for 3 users'],
    ['USD 49, EUR 45', '$19 or €18'],
    ['USD 49, EUR 45', '<geo-currency prices="USD 59">$59</geo-currency>'],
    ['USD 49, EUR 45', `$59 ${'and more '.repeat(30)}`],
    ['USD 49, EUR 45', ''],
    ['USD 49.99, EUR 45', '$49<sup>99</sup>'],
    ['USD 49.99, EUR 45', '<span>$</span><span>49<span>.</span></span><span>99</span>'],
    ['USD 1500000, EUR 45', '$1.5M'],
    ['USD 1299, EUR 1199', '$1,299.00'],
    ['EUR 1299', '1.299 €'],
    ['EUR 1299', '1.299,00 €'],
    ['EUR 1299', '1&#x202f;299,00&#x2009;€'],
    ['CHF 49, EUR 45', 'CHF 49.–'],
    ['CHF 49, EUR 45', 'Fr. 49.–'],
    ['CHF 1299, EUR 1199', "CHF 1'299.–"],
    ['INR 1234567, EUR 45', '₹12,34,567'],
    ['KWD 1.299, EUR 3.90', 'KWD 1.299'],
    ['CAD 49, EUR 45', '$49'],
    ['CAD 49, EUR 45', 'C$49'],
    ['AED 1299, EUR 45', '\u200f١٬٢٩٩٫٠٠ د.إ.\u200f'],
    ['IRR 49, EUR 45', '۴۹'],
    ['CNY 49, EUR 45', '¥49'],
    ['SEK 49, EUR 45', '49 kr'],
  ])('of %s is well where it says the first price, or none that is sure: %s', async (prices, text) => {
    expect((await findingsOn(ofList(prices, text), { choices: ['DE'] })).lines).toEqual(good);
  });
});

describe('a page that a server writes', () => {
  const page = (text: string, amount: string, currency: string) =>
    recordBlock('FR', 'EUR') + writtenPrice(text) + jsonLd(amount, currency, writtenOffer);
  const byLink = (words: string | null) =>
    words === 'US' ? recordBlock('FR', 'EUR') + priced + follows : page('€139', '139.00', 'EUR');

  it('is well where each link has its price in page and structured data', async () =>
    expect((await findingsOn(byLink, { choices: ['DE'] })).lines).toEqual(good));

  it.each(['€139', '139 EUR'])('is red where its text and its structured data differ: %s', async (text) => {
    const html = (words: string | null) => (words === null ? page(text, '149.00', 'USD') : byLink(words));
    expect((await findingsOn(html, { choices: [] })).lines).toEqual([
      'bad: "Asterisk" shows EUR 139 as it stands, and JSON-LD says USD 149.',
    ]);
  });

  it.each([
    ['an element', writtenPrice('€139').replace('$149', '$159')],
    ['a bound element', `<b data-geo-currency="${list}">€139<template data-geolet-was>$159</template></b>`],
  ])('is red where scripts restore an old text of %s', async (_, html) => {
    const written = recordBlock('DE', 'EUR') + html + jsonLd('139.00', 'EUR', writtenOffer);
    expect((await findingsOn(written, { parameter: 'off', choices: [] })).lines).toContainEqual(
      'bad: "Asterisk" shows USD 159 for US, and JSON-LD says USD 149.',
    );
  });

  it('says once why an offer with a former price is not compared', async () => {
    const price = (amount: string) => ({ '@type': 'UnitPriceSpecification', price: amount, priceCurrency: 'USD' });
    const former = { ...price('199.00'), priceType: 'https://schema.org/ListPrice' };
    const offer = JSON.stringify({ '@type': 'Offer', priceSpecification: [price('149.00'), former] });
    const html = `${recordBlock('DE', 'EUR')}${priced}<script type="application/ld+json">${offer}</script>`;
    const { findings } = await findingsOn(html, { parameter: 'off', choices: [] });
    expect(findings.map(({ text }) => text)).toEqual([
      'Not compared: JSON-LD: its offer has a former price beside its price (priceType), and a list says one of the two: both stay as written. Write the offer with its price alone.',
    ]);
  });

  it('is red where the server does not read the link', async () => {
    const { lines, findings } = await findingsOn(page('€139', '139.00', 'EUR'), { choices: [] });
    expect(lines).toEqual(['bad: With ?geo-choice=US the server writes EUR 139, and scripts show USD 149.']);
    expect(findings[0]?.fix).toContain('choiceParameter and prices,');
    expect(findings[0]?.fix).toContain('GEOLET_PAGES_CHOICE_PARAMETER and GEOLET_PAGES_PRICES');
  });

  it('has a warning where a crawler from the US reads another price than the owner wrote', async () => {
    const own = 'EUR 139, US: USD 149';
    const written = `<geo-currency prices="${own}"><template shadowrootmode="open"><bdi part="value">$149</bdi></template>139 €</geo-currency>`;
    const asWritten = `<geo-currency prices="${own}">139 €</geo-currency>`;
    const offer = (amount: string, currency: string) => jsonLd(amount, currency, ` data-geo-offer="${own}"`);
    const byUs = offer('149.00', 'USD').replace('">', '" data-geolet-offer="139.00 EUR 149.00 USD">');
    const html = (words: string | null) =>
      recordBlock('FR', 'EUR') + (words === 'US' ? written + byUs : asWritten + offer('139.00', 'EUR'));
    const { findings, link } = await findingsOn(html, { choices: [] });
    expect(findings).toEqual([
      {
        check: 'prices',
        result: 'warning',
        text: 'The server writes this page for its visitor: a crawler from the US reads USD 149, and your HTML says EUR 139.',
        fix: `${link('EUR')} shows EUR 139: put this link into ads and feeds.`,
      },
    ]);
  });
});

describe('an estimate', () => {
  const rates = { base: 'USD', date: new Date().toISOString().slice(0, 10), rates: { CAD: 1.4 } };
  const page = plantedBlock({ rates }) + priced + follows;

  it('is a warning, with a link that shows the price itself', async () => {
    const { findings, link } = await findingsOn(page, { choices: ['CA'] });
    expect(findings).toEqual([
      {
        check: 'prices',
        result: 'warning',
        text: 'USD 149 shows as an estimate in CAD for CA, which no checkout charges and structured data never say.',
        fix: `Add a price in CAD to the list, or put ${link('USD')} into ads and feeds: it shows USD 149.`,
      },
    ]);
  });

  it('is one, too, by rates at an address, which is requested once', async () => {
    const html = plantedBlock({ rates: '/rates.json' }) + priced + follows;
    const files = { '/rates.json': JSON.stringify(rates) };
    const { lines, asked } = await findingsOn(html, { choices: ['CA', 'BR'], files });
    expect(lines).toEqual([expect.stringMatching(/^warning: USD 149 shows as an estimate in CAD for CA/)]);
    expect(asked.filter((path) => path === '/rates.json')).toHaveLength(1);
  });

  it.each([
    ['the rates are too old', plantedBlock({ rates: { ...rates, date: '2020-01-01' } }) + priced + follows, 'CA'],
    ['the rates are at an address that has none', plantedBlock({ rates: '/nothing' }) + priced + follows, 'CA'],
    ['the rates are damaged', plantedBlock({ rates: 'data:text/plain,{' }) + priced + follows, 'CA'],
    ['the currency of the price has no rate', plantedBlock({ rates }) + ofList('INR 9900', '₹9,900'), 'CA'],
    ['the list has a price', page, 'DE'],
    ['there is no rate', page, 'BR'],
  ])('is none where %s', async (_, html, country) =>
    expect((await findingsOn(html, { choices: [country] })).lines).toEqual(good),
  );
});

describe('the link', () => {
  it('has the name of the owner, and each choice is asked once', async () => {
    const { asked } = await findingsOn(priced + follows, { parameter: 'currency', choices: ['US', 'DE'] });
    expect(asked).toEqual(['/?currency=US', '/?currency=DE']);
  });

  it('is not asked and not recommended where it is off', async () => {
    const { asked, findings } = await findingsOn(priced + offer, { parameter: 'off', choices: ['DE'] });
    expect(asked).toEqual([]);
    expect(findings).toMatchObject([{ result: 'bad', fix: `Add data-geo-offer="${list}" to it.` }]);
  });

  it.each([
    ['DE', true],
    ['us-ca', true],
    ['EUR', true],
    ['unknown', true],
    ['Germany', false],
    ['XX', false],
    ['US-ZZ', false],
    ['', false],
  ])('can choose %s: %s', (words, can) => expect(isChoice(words)).toBe(can));
});

describe('a price book at an address', () => {
  const html = `${plantedBlock({ prices: '/prices.json' })}<geo-currency sku="asterisk">$149</geo-currency>${jsonLd('149', 'USD', ' data-geo-offer="sku: asterisk"')}`;
  const shop = (book: string, status = 200) =>
    startServer(({ url }, response) =>
      url === '/prices.json' ? response.writeHead(status).end(book) : response.end(html),
    );
  const linesOf = async (origin: string) =>
    (await checkPrices(await request(origin), 'geo-choice', { choices: ['DE'] })).map(({ text }) => text);

  it('is read', async () =>
    expect(await linesOf(await shop(JSON.stringify({ asterisk: list })))).toEqual([
      'The page and its structured data (JSON-LD) say the same price, as it stands and for US, DE.',
    ]));

  it.each([
    ['<html>', 200, 'cannot be read'],
    ['', 404, 'answers 404'],
  ])('is red where it is none: %j, %s', async (book, status, words) => {
    const origin = await shop(book, status);
    expect(await linesOf(origin)).toEqual([`The price book at ${new URL('/prices.json', origin).href} ${words}.`]);
  });
});
