import { describe, expect, it } from 'vitest';
import { checkPrices } from '../../../src/doctor/check-prices.ts';
import { isChoice } from '../../../src/doctor/price-view.ts';
import { request } from '../../../src/doctor/reply.ts';
import { startServer } from '../../support/start-server.ts';

const list = 'USD 149, EUR 139, JP: JPY 19900';
const priced = `<geo-currency prices="${list}">$149</geo-currency>`;
const block = (amount: string, currency: string, attributes = '') =>
  `<script type="application/ld+json"${attributes}>{"@type":"Product","name":"Asterisk","offers":{"@type":"Offer","price":"${amount}","priceCurrency":"${currency}"}}</script>`;
const withList = ` data-geo-offer="${list}"`;
const microdata = (amount: string, currency: string, attributes = '') =>
  `<div itemscope itemtype="https://schema.org/Offer"${attributes}><meta itemprop="priceCurrency" content="${currency}"><meta itemprop="price" content="${amount}"></div>`;
const meta = (name: string, amount: string, currency: string) =>
  `<meta property="${name}:amount" content="${amount}"><meta property="${name}:currency" content="${currency}">`;
const settings = (value: unknown) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify(value)}</script>`;
/** The block of a page that a server has written. */
const record = (countryCode: string, currencyCode: string) =>
  `<script type="application/json" data-geo-record data-geo-edge>${JSON.stringify({ time: 1, record: { countryCode, currencyCode } })}</script>`;
const written = (text: string) =>
  `<geo-currency prices="${list}"><template shadowrootmode="open"><bdi part="value">${text}</bdi></template>$149</geo-currency>`;

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
    const body = typeof html === 'string' ? html : html(words);
    const page = `<!doctype html><html lang="en">${body}`;
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
    ['in JSON-LD with a list', block('149.00', 'USD', withList), 'JSON-LD'],
    ['in microdata with a list', microdata('149', 'USD', withList), 'microdata'],
    ['in a block that the settings name', settings({ offer: { prices: list } }) + block('149', 'USD'), 'JSON-LD'],
    ['in both', block('149.00', 'USD', withList) + microdata('149', 'USD', withList), 'JSON-LD, microdata'],
  ])('%s', async (_, html, sources) => {
    const { lines } = await findingsOn(priced + html);
    expect(lines).toEqual([
      `good: The page and its structured data (${sources}) say the same price, as it stands and for US, DE, JP.`,
    ]);
  });

  it.each([
    ['the price book of the page', settings({ prices: { asterisk: list } })],
    ['former prices in the price book', settings({ prices: { asterisk: { prices: list, was: 'USD 199' } } })],
  ])('from %s', async (_, head) => {
    const html = `${head}<p data-geo-currency="sku: asterisk">$149</p>${block('149.00', 'USD', ' data-geo-offer="sku: asterisk"')}`;
    expect((await findingsOn(html)).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it.each([
    ['in a template', `<template>${block('1.00', 'USD')}${microdata('1', 'USD')}</template>`],
    ['in data-geo-ignore', `<div data-geo-ignore>${block('149', 'USD').replace('Offer', 'Thing')}</div>`],
  ])('in the first block of the page that is not %s', async (_, before) => {
    const html = settings({ offer: { prices: list } }) + before + priced + block('149', 'USD');
    expect((await findingsOn(html)).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it('where another product beside it has a price of its own', async () => {
    const other = '<geo-currency prices="USD 9, EUR 8">$9</geo-currency>';
    expect((await findingsOn(other + priced + block('149.00', 'USD', withList))).lines).toEqual([
      expect.stringMatching(/^good: /),
    ]);
  });
});

describe('what is left of an amount', () => {
  const left = '<geo-currency prices="USD 75, EUR 60" minus="USD 40">$75</geo-currency>';

  it('is no price of a product', async () => {
    const { lines } = await findingsOn(left + priced + block('149.00', 'USD', withList));
    expect(lines).toEqual([expect.stringMatching(/^good: /)]);
    expect((await findingsOn(left + block('149.00', 'USD'))).lines).toEqual([]);
  });

  it('and the same list without minus is one', async () => {
    const price = left.replace(' minus="USD 40"', '');
    expect((await findingsOn(price + block('149.00', 'USD'))).lines).toEqual([expect.stringContaining('shows USD 75')]);
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
    const { lines, asked } = await findingsOn(`<p>$149</p>${block('149.00', 'USD')}`);
    expect([lines, asked]).toEqual([[], []]);
  });

  it('with a list that only some visitors see', async () => {
    const html = `<geo-if country="DE"><template>${priced}</template></geo-if>${block('145.00', 'USD')}`;
    expect((await findingsOn(html)).lines).toEqual([]);
  });

  it('with a list that is for another product', async () => {
    const html = `<geo-currency prices="USD 9, EUR 8">$9</geo-currency><geo-currency prices="USD 5, EUR 4">$5</geo-currency>`;
    expect((await findingsOn(html + block('149.00', 'USD'))).lines).toEqual([
      'skipped: Not compared: JSON-LD: no list of the page has its USD 149.',
    ]);
  });

  it.each([
    ['$145.00', '145'],
    ['145 US$', '145.00'],
    ['$1,299.50', '1299.5'],
    ['1 299,50 $', '1299.50'],
  ])('with the one list of the page, where the price of the product stands in its text: %s', async (text, amount) => {
    const html = `<p>${text}</p><p>Free delivery from ${priced}</p>${block(amount, 'USD')}`;
    expect((await findingsOn(html)).lines).toEqual([
      `skipped: Not compared: JSON-LD: no list of the page has its USD ${Number(amount)}.`,
    ]);
  });

  it.each(['$1145', '$145.99', '1452'])('with it, unless the text has another price: %s', async (text) => {
    const { findings } = await findingsOn(`<p>${text}</p>${priced}${block('145', 'USD')}`);
    expect(findings).toMatchObject([{ result: 'bad' }]);
  });

  it.each([
    ['no structured data', '', /has no structured data to compare/],
    [
      'two offers',
      '<script type="application/ld+json">[{"@type":"Offer","price":1},{"@type":"Offer","price":2}]</script>',
      /Not compared: JSON-LD: it has 2 offers/,
    ],
  ])('with %s, and the line says so', async (_, html, words) => {
    expect((await findingsOn(priced + html)).lines).toContainEqual(expect.stringMatching(words));
  });
});

describe('prices that differ are red', () => {
  it.each([
    [
      'in the HTML itself',
      block('145.00', 'USD'),
      'bad: "Asterisk" shows USD 149 as it stands, for US, and JSON-LD says USD 145.',
      'Write the same price into both: your list is USD 149, EUR 139, JP: JPY 19900, and JSON-LD has USD 145 in your HTML.',
    ],
    [
      'in the HTML by the currency alone',
      block('149.00', 'EUR'),
      'bad: "Asterisk" shows USD 149 as it stands, for US, and JSON-LD says EUR 149.',
      'Write the same price into both: your list is USD 149, EUR 139, JP: JPY 19900, and JSON-LD has EUR 149 in your HTML.',
    ],
  ])('%s', async (_, html, text, fix) => {
    const { lines, findings } = await findingsOn(priced + html);
    expect(lines).toEqual([text]);
    expect(findings).toMatchObject([{ fix }]);
  });

  it.each([
    ['JSON-LD', block('149.00', 'USD')],
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
    ['JSON-LD', block('149.00', 'USD', withList)],
    ['JSON-LD', block('149.00', 'USD').replace('type=', `data-geo-offer="${list}" data-geo-ignore type=`)],
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

  it('where the HTML says another price than the list of the structured data', async () => {
    const other = '<geo-currency prices="USD 9, EUR 8">$9</geo-currency>';
    expect((await findingsOn(other + priced + block('145.00', 'USD', withList))).lines).toEqual([
      'bad: "Asterisk" shows USD 149 as it stands, for US, and JSON-LD says USD 145.',
    ]);
  });

  it('in a second block, since the settings are for the first', async () => {
    const html = settings({ offer: { prices: list } }) + priced + block('149', 'USD') + block('149', 'USD');
    expect((await findingsOn(html, { choices: ['DE'] })).lines).toEqual([
      'bad: "Asterisk" shows EUR 139 for DE, and JSON-LD says USD 149.',
    ]);
  });

  it('where a binding is for this country, and not for another', async () => {
    const bound = `<p data-geo-currency="${list}" data-geo-when="country: FR">$149</p>${block('149', 'USD')}`;
    expect((await findingsOn(bound, { choices: ['FR', 'DE'] })).lines).toEqual([
      'bad: "Asterisk" shows EUR 139 for FR, and JSON-LD says USD 149.',
    ]);
  });

  it('where the list of the structured data is another', async () => {
    const other = ' data-geo-offer="USD 149, EUR 129"';
    const { findings, link } = await findingsOn(priced + block('149.00', 'USD', other), { choices: ['DE'] });
    expect(findings).toEqual([
      expect.objectContaining({
        text: '"Asterisk" shows EUR 139 for DE, and JSON-LD says EUR 129.',
        fix: `Give it the same list: data-geo-offer="${list}".`,
      }),
    ]);
    expect(link('DE')).toContain('DE');
  });

  it('for a crawler from the US without being asked, where a list has a price for it', async () => {
    const { lines } = await findingsOn(
      `<geo-currency prices="EUR 139, US: USD 149">139 €</geo-currency>${block('139.00', 'EUR')}`,
      { choices: [] },
    );
    expect(lines).toEqual(['bad: "Asterisk" shows USD 149 for US, and JSON-LD says EUR 139.']);
  });

  it('where a link does not keep the choice, or is answered otherwise', async () => {
    const origin = await startServer((incoming, response) => {
      const { pathname, search } = new URL(incoming.url ?? '', 'https://shop.example');
      if (search.includes('DE')) response.writeHead(302, { location: pathname });
      else response.writeHead(search.includes('JP') ? 404 : 200);
      response.end(priced + block('149', 'USD', withList));
    });
    const findings = await checkPrices(await request(origin), 'geo-choice', { choices: ['DE', 'JP'] });
    expect(findings.map(({ result, text }) => `${result}: ${text}`)).toEqual([
      'bad: The page with ?geo-choice=DE redirects to an address without it, and the choice is lost.',
      'bad: The page with ?geo-choice=JP answers 404.',
    ]);
  });
});

describe('the text of a price', () => {
  const findingsFor = (prices: string, text: string, attributes = 'lang="en"') => {
    const [currency = '', amount = ''] = prices.split(/[ ,]+/);
    const offer = block(amount, currency, ` data-geo-offer="${prices}"`);
    return findingsOn(`<p ${attributes}><geo-currency prices="${prices}">${text}</geo-currency></p>${offer}`, {
      choices: ['DE'],
    });
  };

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
    const { findings } = await findingsFor('USD 49, EUR 45', text);
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
    ['USD 49.99, EUR 45', '$49<sup>99</sup>'],
    ['USD 49.99, EUR 45', '<span>$</span><span>49<span>.</span></span><span>99</span>'],
    ['USD 49, EUR 45', '49 to 59 €'],
    ['USD 49, EUR 45', '$49–59'],
    ['USD 49, EUR 45', 'from forty-nine'],
    ['USD 49, EUR 45', 'for 3 users'],
    ['USD 49, EUR 45', '$19 or €18'],
    ['USD 49, EUR 45', '<geo-currency prices="USD 59">$59</geo-currency>'],
    ['USD 49, EUR 45', `$59 ${'and more '.repeat(30)}`],
    ['USD 49, EUR 45', ''],
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
    expect((await findingsFor(prices, text)).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it('does not count for visitors who get another price of the list', async () => {
    const html = `<geo-currency prices="USD 49, US: USD 39">$49</geo-currency>${block('49', 'USD', ' data-geo-offer="USD 49, US: USD 39"')}`;
    expect((await findingsOn(html)).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it('is read in the sign of the first price, which may begin like a thousand', async () => {
    expect((await findingsFor('CZK 49, EUR 45', '59 Kč')).lines).toEqual([
      'bad: "Asterisk" shows CZK 59 as it stands, for US, and JSON-LD says CZK 49.',
    ]);
  });

  it('is read in a bound element', async () => {
    const html = `<b data-geo-currency="${list}">$159</b>${block('149', 'USD', withList)}`;
    expect((await findingsOn(html)).lines).toEqual([
      'bad: "Asterisk" shows USD 159 as it stands, for US, and JSON-LD says USD 149.',
    ]);
  });

  it.each([
    ['149', 'shows USD 159 as it stands, for US, and JSON-LD says USD 149.'],
    ['159', 'shows USD 149 as it stands, for US, and JSON-LD says USD 159.'],
  ])('is red where two texts of the same list differ, and the structured data say %s', async (amount, words) => {
    const other = `<geo-currency prices="${list}">$159</geo-currency>`;
    expect((await findingsOn(priced + other + block(amount, 'USD', withList))).lines).toEqual([
      `bad: "Asterisk" ${words}`,
    ]);
  });

  it('is well where the structured data say the same', async () => {
    const html = `<geo-currency prices="${list}">$159</geo-currency>${block('159', 'USD', withList)}`;
    expect((await findingsOn(html)).lines).toEqual([expect.stringMatching(/^good: /)]);
  });
});

describe('a page that a server writes', () => {
  const page = (text: string | undefined, amount: string, currency: string) =>
    record('FR', 'EUR') +
    (text === undefined ? priced : written(text)) +
    block(amount, currency, `${withList} data-geolet-offer="149.00 USD 139.00 EUR"`);
  const byLink = (words: string | null) =>
    words === 'US' ? record('FR', 'EUR') + priced + block('149.00', 'USD', withList) : page('€139', '139.00', 'EUR');

  it('is well where each link has its price in page and structured data', async () => {
    expect((await findingsOn(byLink, { choices: ['DE'] })).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it.each(['€139', '139 EUR'])('is red where its text and its structured data differ: %s', async (text) => {
    const { lines } = await findingsOn((words) => (words === null ? page(text, '149.00', 'USD') : byLink(words)), {
      choices: [],
    });
    expect(lines).toEqual(['bad: "Asterisk" shows EUR 139 as it stands, and JSON-LD says USD 149.']);
  });

  it.each([
    [
      'an element',
      `<geo-currency prices="${list}">`,
      '<template shadowrootmode="open"><bdi part="value">€139</bdi></template>$159</geo-currency>',
    ],
    ['a bound element', `<b data-geo-currency="${list}">`, '€139<template data-geolet-was>$159</template></b>'],
  ])('is red where scripts restore an old text of %s', async (_, start, inner) => {
    const html = `${record('DE', 'EUR')}${start}${inner}${block('139.00', 'EUR', `${withList} data-geolet-offer="149.00 USD 139.00 EUR"`)}`;
    expect((await findingsOn(html, { parameter: 'off', choices: [] })).lines).toContainEqual(
      'bad: "Asterisk" shows USD 159 for US, and JSON-LD says USD 149.',
    );
  });

  it('says once why an offer with a former price is not compared', async () => {
    const specification = (amount: string, more = '') =>
      `{"@type":"UnitPriceSpecification","price":"${amount}","priceCurrency":"USD"${more}}`;
    const html = `${record('DE', 'EUR')}<geo-currency prices="${list}">$149</geo-currency><script type="application/ld+json">{"@type":"Offer","priceSpecification":[${specification('149.00')},${specification('199.00', ',"priceType":"https://schema.org/ListPrice"')}]}</script>`;
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
    const html = (words: string | null) =>
      words === 'US'
        ? `${record('FR', 'EUR')}<geo-currency prices="${own}"><template shadowrootmode="open"><bdi part="value">$149</bdi></template>139 €</geo-currency>${block('149.00', 'USD', ` data-geo-offer="${own}" data-geolet-offer="139.00 EUR 149.00 USD"`)}`
        : `${record('FR', 'EUR')}<geo-currency prices="${own}">139 €</geo-currency>${block('139.00', 'EUR', ` data-geo-offer="${own}"`)}`;
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

  it('has no such warning where a script alone shows that price', async () => {
    const html = `<geo-currency prices="EUR 139, US: USD 149">139 €</geo-currency>${block('139.00', 'EUR', ' data-geo-offer="EUR 139, US: USD 149"')}`;
    expect((await findingsOn(html)).lines).toEqual([expect.stringMatching(/^good: /)]);
  });
});

describe('an estimate', () => {
  const rates = { base: 'USD', date: new Date().toISOString().slice(0, 10), rates: { CAD: 1.4 } };
  const page = settings({ rates }) + priced + block('149.00', 'USD', withList);

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
    const html = page.replace(JSON.stringify({ rates }), JSON.stringify({ rates: '/rates.json' }));
    const files = { '/rates.json': JSON.stringify(rates) };
    const { lines, asked } = await findingsOn(html, { choices: ['CA', 'BR'], files });
    expect(lines).toEqual([expect.stringMatching(/^warning: USD 149 shows as an estimate in CAD for CA/)]);
    expect(asked.filter((path) => path === '/rates.json')).toHaveLength(1);
  });

  it.each([
    ['too old', { rates: { ...rates, date: '2020-01-01' } }],
    ['at an address that has none', { rates: '/nothing' }],
    ['damaged', { rates: 'data:text/plain,{' }],
  ])('is none where the rates are %s', async (_, unusable) => {
    const html = page.replace(JSON.stringify({ rates }), JSON.stringify(unusable));
    expect((await findingsOn(html, { choices: ['CA'] })).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it('is none where the currency of the price has no rate', async () => {
    const own = `<geo-currency prices="INR 9900">₹9,900</geo-currency>`;
    const html = settings({ rates }) + own + block('9900', 'INR', ' data-geo-offer="INR 9900"');
    expect((await findingsOn(html, { choices: ['CA'] })).lines).toEqual([expect.stringMatching(/^good: /)]);
  });

  it.each([
    ['where the list has a price', 'DE'],
    ['where there is no rate', 'BR'],
  ])('is none %s', async (_, country) => {
    expect((await findingsOn(page, { choices: [country] })).lines).toEqual([expect.stringMatching(/^good: /)]);
  });
});

describe('the link', () => {
  it('has the name of the owner, and each choice is asked once', async () => {
    const { asked } = await findingsOn(priced + block('149.00', 'USD', withList), {
      parameter: 'currency',
      choices: ['US', 'DE'],
    });
    expect(asked).toEqual(['/?currency=US', '/?currency=DE']);
  });

  it('is not asked and not recommended where it is off', async () => {
    const { asked, findings } = await findingsOn(priced + block('149.00', 'USD'), {
      parameter: 'off',
      choices: ['DE'],
    });
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
  const shop = (book: string, status = 200) =>
    startServer((incoming, response) => {
      const isBook = incoming.url === '/prices.json';
      response
        .writeHead(isBook ? status : 200)
        .end(
          isBook
            ? book
            : `${settings({ prices: '/prices.json' })}<geo-currency sku="asterisk">$149</geo-currency>${block('149', 'USD', ' data-geo-offer="sku: asterisk"')}`,
        );
    });
  const linesOf = async (origin: string) =>
    (await checkPrices(await request(origin), 'geo-choice', { choices: ['DE'] })).map(({ text }) => text);

  it('is read', async () => {
    expect(await linesOf(await shop(JSON.stringify({ asterisk: list })))).toEqual([
      'The page and its structured data (JSON-LD) say the same price, as it stands and for US, DE.',
    ]);
  });

  it.each([
    ['<html>', 200, 'cannot be read'],
    ['', 404, 'answers 404'],
  ])('is red where it is none: %j, %s', async (book, status, words) => {
    const origin = await shop(book, status);
    expect(await linesOf(origin)).toEqual([`The price book at ${new URL('/prices.json', origin).href} ${words}.`]);
  });
});
