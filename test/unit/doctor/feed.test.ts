import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkFeed, type FeedQuestion } from '../../../src/doctor/feed/check-feed.ts';
import { parseFeedPrice, priceTextAt } from '../../../src/doctor/feed/feed-price.ts';
import { readFeed } from '../../../src/doctor/feed/read-feed.ts';
import { readPagePrices } from '../../../src/doctor/page-prices.ts';
import { linkShowing } from '../../../src/doctor/price-view.ts';
import { request } from '../../../src/doctor/reply.ts';
import { plantedBlock } from '../../support/planted-offers.ts';
import { startServer } from '../../support/start-server.ts';
import { jsonLd, list, priced, recordBlock, withList, writtenOffer, writtenPrice } from './priced-page.ts';
import { startClock } from './waiting-clock.ts';

const shoe = priced + jsonLd('149.00', 'USD', withList);

const header = 'id\ttitle\tlink\tprice\tsale_price';
const item = (fields: string) => `<item>${fields}</item>`;
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://shop.example</link>${items}</channel></rss>`;

describe('a feed is read', () => {
  const link = 'https://shop.example/a?b=1&c=2';
  const product = { id: 'A-1', link, price: '149.00 USD', salePrice: '', saleDates: '', isUneven: false };
  const fields = '<g:id>A-1</g:id><g:link>https://shop.example/a?b=1&amp;c=2</g:link><g:price>149.00 USD</g:price>';
  const withLink = (text: string) => fields.replace(/<g:link>.*<\/g:link>/, text);
  const delivery = '<g:shipping><g:price>5 USD</g:price></g:shipping>';
  const row = `A-1\tShoe\t${link}\t149.00 USD\t`;

  it.each([
    ['RSS', rss(item(fields))],
    ['RSS with its own link', rss(item(fields.replaceAll('g:link', 'link')))],
    ['RSS with a byte order mark and blanks before it', `\uFEFF \n${rss(item(fields))}`],
    ['RSS with CDATA', rss(item(withLink(`<link>\n<![CDATA[${link}]]></link>`)))],
    ['RSS with another prefix', rss(item(fields)).replaceAll(/\bg(?=[:=])/g, 'shopping')],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>tag:shop</id>${withLink('<link rel="self" href="/x"/><link href="https://shop.example/a?b=1&amp;c=2"/>')}</entry></feed>`,
    ],
    ['XML with the price of a delivery', rss(item(delivery + fields + delivery))],
    ['TSV', `${header}\n${row}\n`],
    ['TSV with CRLF, a byte order mark and empty lines', `\uFEFF${header}\r\n\r\n${row}\r\n\r\n`],
    ['TSV with other words for the columns', `ID\tG:Link\tPrice\nA-1\t${link}\t149.00 USD`],
    ['TSV with quotes, tabs and line ends in a value', `${header}\nA-1\t"12"" shoe\n\tblack"\t"${link}"\t149.00 USD\t`],
    ['CSV', `id,title,link,price\nA-1,"Shoe, black",${link},149.00 USD\n`],
    ['CSV with semicolons', `id;title;link;price\nA-1;"Shoe; black";${link};149.00 USD\n`],
    ['CSV with a line for Excel', `sep=;\r\nid;link;price\r\nA-1;${link};149.00 USD\r\n`],
    ['TSV with a line for Excel', `sep=\t\nid\tlink\tprice\nA-1\t${link}\t149.00 USD\n`],
    ['TSV with a line of a megabyte', `${header}\n${row.replace('Shoe', 'x'.repeat(1_000_000))}\n`],
  ])('as %s', (_, text) => expect(readFeed(text)).toEqual([product]));

  it.each([
    ['at the beginning of the text', '"Big shoe', 'Shoe'],
    ['of a text, and another one in quotes', '"Big shoe', '"Shoe"'],
    ['and one at the end of another text', '"Big shoe', '12"'],
    ['and a part in quotes', '"Big" shoe', 'The "shoe"'],
    ['with no end', 'Shoe', '"Big shoe'],
  ])('from a table with tabs, where a quotation mark is a part of the text: %s', (_, one, another) => {
    const row = (id: number, title: string) => `${id}\thttps://shop.example/${id}\t${id} USD\t${title}\n`;
    const titles = [one, 'Shoe', another, 'Shoe', another, one];
    for (const columns of ['id\tlink\tprice\ttitle\n', 'id\tlink\tprice\ttitle\tbrand\n']) {
      const end = columns.includes('brand') ? '\tAny' : '';
      const read = readFeed(columns + titles.map((title, index) => row(index, title + end)).join(''));
      expect(read.map(({ id, isUneven }) => [id, isUneven])).toEqual(titles.map((_title, id) => [`${id}`, false]));
    }
  });

  it.each([
    ['too few columns', '', true],
    ['too many', '\t\tblack', true],
    ['as many', '\t', false],
    ['an empty one more', '\t\t\r', false],
  ])('with a row that has %s', (_, end, isUneven) =>
    expect(readFeed(`${header}\nA-1\tShoe\thttps://shop.example/a\t149 USD${end}\n`)).toMatchObject([{ isUneven }]),
  );

  it('without what an entity of the document stands for', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const [read] = readFeed(bomb + rss(item('<g:id>&b;&c;</g:id><g:price>1 USD</g:price>')));
    expect(read).toMatchObject({ id: '&b;&c;', price: '1 USD' });
  });

  it('with the beginning of a value that is too long', () => {
    const [read] = readFeed(rss(item(`<g:id>${'x'.repeat(1_000_000)}</g:id>`)));
    expect(read?.id).toHaveLength(2000);
  });

  it.each([
    ['it is in UTF-16: save it as UTF-8', Buffer.from(`\uFEFF${header}\n`, 'utf16le').toString()],
    ['it is in UTF-16: save it as UTF-8', Buffer.from(rss(''), 'utf16le').toString()],
    ['it is compressed: unpack it first', gzipSync(rss(item(fields))).toString()],
    ['it is compressed: unpack it first', Buffer.from('504b0304140000000800', 'hex').toString()],
    ['its first line has no column link and price', 'id\ttitle\n'],
    ['its first line has no column id and link and price', ''],
    ['it is neither RSS nor Atom, and no table', '<!doctype html><html><body>Sign in</body></html>'],
    ['it has no products', rss('')],
    ['it has no products', header],
    ['its end is missing', rss(item(fields)).slice(0, -10)],
    ['<a> is nested too deeply', rss('<a>'.repeat(1000))],
    ['a value that begins with a quotation mark has no end', 'id,link,price\n"A-1,Shoe'],
  ])('and refused: %s', (words, text) => expect(() => readFeed(text)).toThrow(words));
});

describe('a price of a feed', () => {
  it.each([
    ['149.00 USD', 149, 'USD'],
    ['USD 149', 149, 'USD'],
    ['149,00 EUR', 149, 'EUR'],
    ['1.299,00 EUR', 1299, 'EUR'],
    ['1,49,900.00 INR', 149_900, 'INR'],
    ['12,34,56,789 INR', 123_456_789, 'INR'],
    ['1.499.000 IDR', 1_499_000, 'IDR'],
    ['15.234 KWD', 15.234, 'KWD'],
    ['1,299.50 usd', 1299.5, 'USD'],
    ['1,299 USD', 1299, 'USD'],
    ['1.299 KWD', 1.299, 'KWD'],
    ['1 299,90 EUR', 1299.9, 'EUR'],
    ["1'299.90 CHF", 1299.9, 'CHF'],
    ['19900JPY', 19900, 'JPY'],
  ])('is read: %s', (text, amount, currency) => expect(parseFeedPrice(text)).toEqual({ amount, currency }));

  it.each(['', '149', 'USD', '$149', '149 €', '-149 USD', 'USD 149 USD', '1.2.3 USD', '1,,2 USD', '9'.repeat(50)])(
    'is not read: %j',
    (text) => expect(parseFeedPrice(text)).toBeUndefined(),
  );

  const saleDates = '2026-11-24T00:00+0100/2026-11-30T23:59+0100';
  const sale = { id: '', link: '', price: '149 USD', salePrice: '99 USD', saleDates, isUneven: false };
  it.each([
    [saleDates, '2026-11-23', '149 USD'],
    [saleDates, '2026-11-27', '99 USD'],
    [saleDates, '2026-12-01', '149 USD'],
    ['2026-11-20/2026-11-27', '2026-11-27T12:00Z', '99 USD'],
    ['2026-11-20/2026-11-27', '2026-11-27T23:59:59.999Z', '99 USD'],
    ['2026-11-20/2026-11-27', '2026-11-28T00:00Z', '149 USD'],
    ['2026-11-27 / 2026-11-27', '2026-11-27T12:00Z', '99 USD'],
    ['2026-11-27 / 2026-11-27', '2026-11-26T23:59Z', '149 USD'],
    ['2026-11-20/2026-11-27T11:00Z', '2026-11-27T12:00Z', '149 USD'],
    ['', '1970-01-01', '99 USD'],
    ['next week', '1970-01-01', '99 USD'],
  ])('of a sale in %j is at %s the one of that day: %s', (dates, time, price) =>
    expect(priceTextAt({ ...sale, saleDates: dates }, Date.parse(time))).toBe(price),
  );
});

/**
 * A shop with a feed.
 *
 * @param answer the HTML of a page, or where it redirects to.
 * @param feed made for the shop's origin.
 */
async function findingsOn(
  answer: string | ((url: URL) => string | URL | number),
  feed: string | ((origin: string) => string),
  { choices = [], ...question }: Partial<FeedQuestion> & { readonly choices?: readonly string[] } = {},
) {
  const asked: string[] = [];
  const address = await startServer((incoming, response) => {
    const url = new URL(incoming.url ?? '', `http://${incoming.headers.host}`);
    if (url.pathname !== '/') asked.push(incoming.url ?? '');
    const answered = typeof answer === 'string' ? answer : answer(url);
    if (url.pathname === '/feed') response.end(typeof feed === 'string' ? feed : feed(url.origin));
    else if (answered instanceof URL) response.writeHead(302, { location: answered.href }).end();
    else if (typeof answered === 'number') response.writeHead(answered).end();
    else if (answered.startsWith('{')) response.end(answered);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en">${answered}`);
  });
  const { origin } = new URL(address);
  const page = await request(`${origin}/`);
  const { clock, waits } = startClock(Date.parse('2026-11-27'));
  const findings = await checkFeed({ source: `${origin}/feed`, clock, ...question }, `${origin}/`, page, choices);
  const lines = findings.map(({ result, text }) => `${result}: ${text.replaceAll(origin, '')}`);
  const fixes = findings.map(({ fix }) => fix?.replaceAll(origin, ''));
  return { lines, fixes, asked: asked.filter((url) => url !== '/feed'), waits };
}

const table =
  (...rows: readonly string[]) =>
  (origin: string) => {
    const columns = ['id', 'link', 'price', 'sale_price', 'sale_price_effective_date'];
    const lines = rows.map((row) => columns.map((_, at) => row.split(' | ')[at] ?? ''));
    return [columns, ...lines]
      .map((cells) => cells.join('\t'))
      .join('\n')
      .replaceAll('\t/', `\t${origin}/`);
  };
/** A page that the server writes by its link. */
const written = ({ searchParams }: URL) =>
  searchParams.get('geo-choice') === 'DE'
    ? recordBlock('DE', 'EUR') + writtenPrice('€139') + jsonLd('139.00', 'EUR', writtenOffer)
    : recordBlock('US', 'USD') + shoe;
const cheaper = '<geo-currency prices="USD 129, EUR 119">$129</geo-currency>';
const nineDollars = '<geo-currency prices="USD 9, EUR 8">$9</geo-currency>';

describe('a feed agrees', () => {
  const same = (count: string) => `good: ${count} with the same price in the feed and on the page behind the link.`;

  const twoNames = `${plantedBlock({ prices: { A: list, B: 'USD 9' } })}<geo-currency sku="B">$9</geo-currency><geo-currency sku="A">$149</geo-currency>`;

  it.each([
    ['with the price as written', shoe, '/a | 149.00 USD'],
    ['with the price of the country in the link, of a written page', written, '/a?geo-choice=DE | 139.00 EUR'],
    ['with a sale price', shoe, '/a | 199.00 USD | 149.00 USD'],
    ['with the price after the sale', shoe, '/a | 149.00 USD | 99 USD | 2026-11-01/2026-11-02'],
    ['with structured data of a page that has no list', jsonLd('149', 'USD'), '/a | 149.00 USD'],
    ['with a page that has the prices of other products too', nineDollars + shoe, '/a | 149.00 USD'],
    ['with the list of the one offer, beside another', shoe + cheaper, '/a | 149.00 USD'],
    ['with two offers that say the same', shoe + jsonLd('149', 'USD', withList), '/a | 149.00 USD'],
    [
      'with the offer that has the name of the product',
      twoNames + jsonLd('9', 'USD', ' data-geo-offer="sku: B"') + jsonLd('149', 'USD', ' data-geo-offer="sku: A"'),
      '/a | 149.00 USD',
    ],
    ['with the list that has the name of the product', twoNames, '/a | 149.00 USD'],
    ['with no list, but for free delivery', `<p>$145</p>${priced}${jsonLd('145', 'USD')}`, '/a | 145.00 USD'],
  ])('%s', async (_, page, row) =>
    expect((await findingsOn(page, table(`A | ${row}`))).lines).toEqual([same('1 product')]),
  );

  it('as a file does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'geolet-feed-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const source = join(folder, 'feed.xml');
    const address = await startServer((_incoming, response) => void response.end(shoe));
    const { origin } = new URL(address);
    await writeFile(source, rss(item(`<g:id>A</g:id><link>${origin}/a</link><g:price>149.00 USD</g:price>`)));
    const findings = await checkFeed({ source }, origin, await request(address), []);
    expect(findings).toMatchObject([{ result: 'good' }]);
  });

  it('with variants of one page, which is requested once', async () => {
    const { lines, asked, waits } = await findingsOn(shoe, table('A | /a#red | 149 USD', 'B | /a#blue | 149 USD'));
    expect([lines, asked, waits]).toEqual([[same('2 products')], ['/a'], []]);
  });
});

describe('a feed that differs is red', () => {
  const shows = (price: string, how = 'without scripts, for US') => `shows ${price} (${how})`;
  const says = (price: string, how = 'without scripts, for US') => `says ${price} in JSON-LD (${how})`;
  const both = (price: string, how?: string) => `${shows(price, how)}, and ${says(price, how)}`;
  const link = (path: string) => `Put this link into the feed: ${path}.`;
  const alwaysGerman = ({ search }: URL) => written(new URL(`https://shop.example/${search ? '' : '?geo-choice=DE'}`));
  const ofPlaces = '<geo-currency prices="USD 149, EUR 139, DE AT: EUR 129">$149</geo-currency>';
  const tagOf = (parameter: string) => `<script src="/geolet.js" data-choice-parameter="${parameter}"></script>`;
  const plain = priced + jsonLd('149.00', 'USD');
  const unlike = (url: URL) =>
    written(url).replace(/<script type="application.ld.json".*?<.script>/, jsonLd('149', 'USD'));
  const twoNames = `${plantedBlock({ prices: { A: 'USD 59', B: 'USD 49' } })}<geo-currency sku="B">$49</geo-currency><geo-currency sku="A">$59</geo-currency>`;
  const oldText = priced.replace('$149', '$159') + jsonLd('149', 'USD', withList);
  const german = '/a?geo-choice=DE';
  const none = 'without scripts';
  const scripts = 'without scripts, with scripts';
  const same = 'Write the same price into both';
  const listed = `${same}: the list of the page is ${list}.`;
  const ownText = `${same}: your text says USD 159, and its list is ${list}.`;
  const follow = `Give the structured data the same list: data-geo-offer="${list}".`;
  const parameter =
    'The server does not write the price of the link: give it the same parameter, geo-choice, and the same price book.';
  const server =
    /^Whatever the link says, your HTML has USD 149 for programs without scripts: let your server write the page, too \(.*edge.*\)\.$/;
  const turnOn = /^Turn the link on \(data-choice-parameter\), and put it into the feed\. Whatever/;
  const market = /^Put this link into the feed: \/a\?geo-choice=DE&market=EUR\. Whatever/;
  const byCountry = /^Put this link into the feed: \/a\?geo-choice=DE\. Whatever/;

  it.each([
    ['the link chooses nothing', written, '/a', 'EUR 139', both('USD 149'), link('/a?geo-choice=EUR')],
    [
      'the price is for some alone',
      plain,
      '/a?b=1',
      'USD 149',
      shows('EUR 139', 'for DE'),
      link('/a?b=1&geo-choice=US'),
    ],
    ['the link chooses otherwise', written, german, 'USD 149', both('EUR 139', scripts), link('/a?geo-choice=US')],
    ['only scripts show the price of the link', shoe, german, 'EUR 139', both('USD 149', none), server],
    [
      'the server does not read the link',
      alwaysGerman,
      '/a?geo-choice=JP',
      'JPY 19900',
      both('USD 149', none),
      parameter,
    ],
    ['the structured data do not follow', unlike, german, 'EUR 139', says('USD 149', scripts), follow],
    ['links are off', tagOf('off') + priced, german, 'EUR 139', shows('USD 149'), turnOn],
    ['the owner has named the link', tagOf('market') + priced, german, 'EUR 139', shows('USD 149'), market],
    ['no list has the price', shoe, '/a', 'USD 129', both('USD 149'), listed],
    ['the page has structured data alone', jsonLd('145', 'USD'), '/a', 'USD 149', says('USD 145'), `${same}.`],
    ['the list of the one offer says otherwise than another', cheaper + shoe, '/a', 'USD 129', both('USD 149'), listed],
    ['the list of the name differs', twoNames, '/a', 'USD 49', shows('USD 59'), listed.replace(list, 'sku: A')],
    ['the text of the price is an old one', oldText, '/a', 'USD 149', shows('USD 159'), ownText],
    ['the list names the country', ofPlaces, '/a', 'EUR 129', shows('USD 149'), byCountry],
  ])('where %s', async (name, page, path, price, words, fix) => {
    const choices = name === 'the price is for some alone' ? ['DE'] : [];
    const { lines, fixes } = await findingsOn(page, table(`A | ${path} | ${price}`), { choices });
    expect(lines).toEqual([`bad: Product A costs ${price} in the feed, and the page behind its link ${words}.`]);
    expect(fixes).toEqual([typeof fix === 'string' ? fix : expect.stringMatching(fix)]);
  });

  it.each([
    ['no price', 'A | /a | ', 'Product A: the feed has no price.'],
    ['an unclear price', 'A | /a | €149', 'Product A: the feed has the price "€149", which cannot be read.'],
    ['no link', 'A |  | 149 USD', 'Product A: the feed has no link that can be read.'],
    ['a link without a host', ' | a.html | 149 USD', 'Product without an id: the feed has no link that can be read.'],
    ['a script as link', 'A | javascript:alert(1) | 149 USD', 'Product A: the feed has no link that can be read.'],
    ['a link that the server does not know', 'A | /gone | 149 USD', 'Product A: the link answers 404: /gone.'],
    [
      'a link that loses the choice',
      'A | /moved?geo-choice=DE | 139 EUR',
      'Product A: The page with ?geo-choice=DE redirects to an address without it, and the choice is lost.',
    ],
    [
      'a link that chooses nothing',
      'A | /a?geo-choice=Germany | 139 EUR',
      'Product A: geo-choice is "Germany" in the link, which chooses nothing.',
    ],
  ])('with %s', async (_, row, text) => {
    const answer = (url: URL) => {
      if (url.pathname === '/moved') return new URL('/a', url);
      return url.pathname === '/gone' ? 404 : shoe;
    };
    expect((await findingsOn(answer, table(row))).lines).toEqual([`bad: ${text}`]);
  });
});

describe('a feed has a warning', () => {
  it('where a row has fewer columns than the first line', async () => {
    const feed = (origin: string) => `id\tlink\tprice\ttitle\nA\t${origin}/a\t149 USD\nB\t${origin}/a\t149 USD\tShoe`;
    const { lines, fixes } = await findingsOn(shoe, feed);
    expect(lines).toEqual([
      'warning: Product A: its row has more or fewer columns than the first line of the feed, so a price may stand in the wrong one.',
      'good: 2 products with the same price in the feed and on the page behind the link.',
    ]);
    expect(fixes[0]).toBe(
      'Write as many columns into each row. Put quotation marks around a text that has a tab, a line end or a quotation mark in it, and write such a mark twice.',
    );
  });

  it('where it names a currency that the page does not show', async () => {
    const { lines, fixes } = await findingsOn(shoe, table('A | /a | 199 CAD'));
    expect(lines).toEqual([
      'warning: Product A costs CAD 199 in the feed, and the page behind its link shows USD 149 (without scripts, for US), and says USD 149 in JSON-LD (without scripts, for US).',
    ]);
    expect(fixes).toEqual([
      'The page has no price in CAD, and what it converts is an estimate: add a price in CAD to the list, or give the feed another price.',
    ]);
  });

  it('where visitors see its price converted', async () => {
    const rates = { base: 'USD', date: new Date().toISOString().slice(0, 10), rates: { CAD: 1.4 } };
    const { lines } = await findingsOn(plantedBlock({ rates }) + shoe, table('A | /a | 149 USD'), { choices: ['CA'] });
    expect(lines).toEqual([expect.stringMatching(/^warning: Product A: USD 149 shows as an estimate in CAD for CA/)]);
  });
});

describe('a page is not compared', () => {
  const behind = 'the page behind its link';
  const nothing = `${behind} has no price from a list, and none in structured data`;
  const several = `${behind} has several lists of prices, and neither a sku nor structured data say which is for it`;
  const noSku = 'and no sku says which is for it';
  const offers = `${behind} has several offers in JSON-LD, ${noSku}`;
  const twoOffers = 'JSON-LD: it has 2 offers, and only one can be written';
  const differ = `${behind} shows USD 49 (without scripts), and shows USD 59 (without scripts)`;
  const costly = '<geo-currency prices="USD 59, EUR 55">$59</geo-currency>';
  const cheap = '<geo-currency prices="USD 49, EUR 45">$49</geo-currency>';
  const byPlace = (first: string) => `<geo-currency prices="USD ${first}, JP: USD 49">$${first}</geo-currency>`;
  const variants = (...prices: readonly number[]) =>
    `<script type="application/ld+json">${JSON.stringify(prices.map((price) => ({ '@type': 'Offer', price })))}</script>`;
  const [offer49, offer59] = [jsonLd('49', 'USD'), jsonLd('59', 'USD')];

  it.each([
    ['it has no price', '<p>$149</p>', '149 USD', nothing],
    ['it has several offers', variants(1, 2), '149 USD', twoOffers],
    ['the price is that of free delivery', `${costly}<p>Free delivery from ${cheap}</p>`, '49 USD', several],
    ['the price is that of another product', cheap + costly, '59 USD', several],
    ['the price is that of free delivery by place', costly + byPlace('45'), '49 USD', several],
    ['the price is that of one of two offers', `<p>$59</p>${offer59}${offer49}`, '49 USD', offers],
    ['the price is that of neither of two offers', offer59 + offer49, '39 USD', offers],
    [
      'the price is that of another product, beside variants',
      costly + cheap + variants(59, 69) + offer49,
      '49 USD',
      `${behind} has several offers, ${noSku}. ${twoOffers}`,
    ],
    ['two lists have the offer, and show other prices', cheap + byPlace('59') + offer49, '49 USD', differ],
    [
      'the page shows other prices than its offer',
      costly + nineDollars + offer49,
      '49 USD',
      `no list of ${behind} has the price of its structured data`,
    ],
  ])('where %s', async (_, page, price, reason) =>
    expect((await findingsOn(page, table(`A | /a | ${price}`))).lines).toEqual([
      `skipped: Product A is not compared: ${reason}.`,
    ]),
  );

  it('and not requested on another server', async () => {
    const others: string[] = [];
    const other = await startServer((incoming, response) => {
      others.push(incoming.url ?? '');
      response.end(shoe);
    });
    const rows = ['A', 'B', 'C', 'D', 'E'].map((id) => `${id} | ${other}/${id} | 1 USD`);
    const { lines, asked } = await findingsOn(
      (url) => (url.pathname === '/away' ? new URL('/secret', other) : shoe),
      table(...rows, 'F | /away | 1 USD', 'G | /a | 149 USD'),
    );
    const { origin } = new URL(other);
    expect(lines).toEqual([
      `warning: Products A, B, C and 2 more: not compared, since the link leads to ${origin}, and only the server of the page that you name is asked.`,
      expect.stringContaining(`warning: Product F: This was not looked at: ${origin} is not asked from here`),
      'good: 1 product with the same price in the feed and on the page behind the link.',
    ]);
    expect([others, asked]).toEqual([[], ['/away', '/a']]);
  });
});

describe('requests', () => {
  const rows = Array.from({ length: 60 }, (_, index) => `${index} | /${index} | 149 USD`);

  it('go to a host one a second, for the first 50 products', async () => {
    const { lines, asked, waits } = await findingsOn(shoe, table(...rows));
    expect(lines).toEqual([
      'good: 50 products with the same price in the feed and on the page behind the link.',
      'skipped: The first 50 of 60 products were compared: --all compares all of them.',
    ]);
    expect(asked).toHaveLength(50);
    expect(waits).toEqual(Array(49).fill(1000));
  });

  it('go out for all products if they are asked for', async () => {
    const { lines, asked } = await findingsOn(shoe, table(...rows), { isWhole: true });
    expect(lines).toEqual([expect.stringMatching(/^good: 60 products/)]);
    expect(asked).toHaveLength(60);
  });

  it('wait for redirects too', async () => {
    const answer = (url: URL) => (url.pathname === '/moved' ? new URL('/a', url) : shoe);
    const { waits } = await findingsOn(answer, table('A | /moved | 149 USD'));
    expect(waits).toEqual([1000]);
  });

  it('go out once for a price book', async () => {
    const page = `${plantedBlock({ prices: '/prices.json' })}<geo-currency sku="A">$149</geo-currency>`;
    const answer = ({ pathname }: URL) => (pathname === '/prices.json' ? `{"A":"${list}"}` : page);
    const { lines, asked } = await findingsOn(answer, table('A | /a | 149 USD', 'A | /b | 149 USD'));
    expect(lines).toEqual([expect.stringMatching(/^good: 2 products/)]);
    expect(asked.filter((path) => path === '/prices.json')).toHaveLength(1);
  });
});

describe('a feed that cannot be read is red', () => {
  const wordsOf = async (source?: string, feed = '') =>
    (await findingsOn(shoe, feed, source === undefined ? {} : { source })).lines.join().replace('bad: The feed ', '');

  it.each([
    ['no feed', '<html>Sign in</html>', 'could not be read: it is neither RSS nor Atom, and no table.'],
    ['more than 50 MB', 'x'.repeat(50_000_001), 'could not be read: it sends more than 50 MB.'],
  ])('with %s', async (_, feed, words) => expect(await wordsOf(undefined, feed)).toBe(words));

  it('where the server has none', async () => {
    const address = await startServer((_incoming, response) => void response.writeHead(404).end());
    expect(await wordsOf(address)).toBe('could not be read: it answers 404.');
  });

  it.each([
    ['http://127.0.0.1:9/feed.xml', /^could not be read: nothing listens at 127\.0\.0\.1:9\.$/],
    ['shop.example/feed.xml', /there is no such file, and an address begins with https:\/\/\.$/],
    ['/dev/zero', /it has more than 50 MB\.$/],
    ['.', /could not be read/],
  ])('at %s', async (source, words) => expect(await wordsOf(source)).toMatch(words));
});

it.each([
  ['a country, where a currency alone shows another price somewhere', 'FR: EUR 129', /geo-choice=AD$/],
  ['a currency, where it shows the same everywhere', 'FR: CHF 129', /geo-choice=EUR$/],
])('the link that a line names chooses %s', (_, ofFrance, link) => {
  const own = `<geo-currency prices="USD 149, EUR 139, ${ofFrance}">$149</geo-currency>`;
  const view = {
    label: '',
    facts: { record: undefined, page: {} },
    isScripted: true,
    prices: readPagePrices(own, undefined),
  };
  const [listed] = view.prices.listed;
  const links = { url: 'https://shop.example/', parameter: 'geo-choice', choices: ['US', 'FR'], views: [view] };
  expect(listed && linkShowing(links, listed, { amount: 139, currency: 'EUR' })).toMatch(link);
});
