import { checkMarkup } from '../../../src/doctor/check-markup.ts';
import { checkPrices } from '../../../src/doctor/check-prices.ts';
import { readFeed } from '../../../src/doctor/feed/read-feed.ts';
import { readPagePrices } from '../../../src/doctor/page-prices.ts';
import { readRates } from '../../../src/proxy/node/rates/read-rates.ts';
import { attempt } from '../../../src/rules/attempt.ts';
import { parsePreviewWords } from '../../../src/owner/preview/preview-words.ts';
import { type Kind, type Part, repeatTo } from '../kind.ts';
import { write } from './pages.ts';

type Join = (one: string, other: string) => string;

/** A text of which two parts grow together: neither may cost as often as there is the other. */
function pairKind(
  name: string,
  largest: number,
  [one, other]: readonly [Part, Part],
  join: Join,
  work: (text: string) => unknown,
): Kind {
  const prepare = (size: number) => {
    const text = join(repeatTo(size / 2, one), repeatTo(size / 2, other));
    return () => work(text);
  };
  return { name, largest, prepare };
}

const url = 'https://shop.example/';
const checkPage = async (text: string) => {
  const reply = { url, status: 200, headers: {}, text, ms: 1, server: '' };
  return [checkMarkup(text, url), readPagePrices(text, undefined), await checkPrices(reply, 'off', { choices: [] })];
};

const ofFeed = (text: string) => attempt(() => readFeed(text));
const ofRates = (text: string) => attempt(() => readRates(text, 0));
const beside: Join = (one, other) => one + other;
const settings = (text: string) => `<script type="application/json" data-geo-settings>${text}</script>`;
const withRules = (rules: string, elements: string) => settings(`{"rules":[${rules}{}]}`) + elements;
const withGroups = (groups: string, elements: string) => settings(`{"groups":{${groups}"zz":"FR"}}`) + elements;
const withList = (list: string, elements: string) => settings(`{"prices":{"a":"${list}USD 1"}}`) + elements;

const priceRule = (index: number) => `{"select":"b:not(.x${index})","currency":"USD ${index + 1}, EUR 2"},`;
const sameRule = (index: number) => `{"select":"b","currency":"USD ${index + 1}, EUR 2","when":"country: FR"},`;
const nestedRule = (index: number) => `{"select":"${'i '.repeat(200)}b.x${index}","currency":"USD 1, EUR 2"},`;
const ofGroup = (index: number) => `"g${index}":"DE",`;
const product = '<item><id>1</id><link>https://a.example</link></item>';

/** What is read of pages, by the doctor and by what writes them. */
const ofPages: ReadonlyArray<readonly [name: string, parts: readonly [Part, Part], join: Join]> = [
  ['rules and elements', [priceRule, '<b>$1</b>'], withRules],
  ['rules of one selector and elements', [sameRule, '<b>$1</b>'], withRules],
  ['rules of long selectors and nested elements', [nestedRule, '<i>'], withRules],
  ['groups and conditions', [ofGroup, (index) => `<p data-geo-show="group: g${index}">x</p>`], withGroups],
  ['groups and mistakes', [ofGroup, (index) => `<p data-geo-show="group: h${index}">x</p>`], withGroups],
  [
    'a long group and conditions',
    ['DE'.padEnd(12), '<p data-geo-show="group: aaa">x</p>'],
    (one, other) => withGroups(`"aaa":"${one}",`, other),
  ],
  [
    'a long list and its prices',
    [(index) => `USD 1, US-${index.toString(36)}: EUR 1,`.slice(index ? 7 : 0), '<p data-geo-currency="sku: a">1</p>'],
    withList,
  ],
  [
    'lists and prices',
    [(index) => `"a${index}":"USD 1, EUR 2",`, (index) => `<geo-currency sku="a${index}">1</geo-currency>`],
    (one, other) => settings(`{"prices":{${one}"z":"USD 1"}}`) + other,
  ],
  [
    'price lists and offers',
    [
      (index) => `<p data-geo-currency="USD ${index + 1}, EUR 1">$${index + 1}</p>`,
      (index) => `<script type="application/ld+json">{"@type":"Offer","price":${index},"priceCurrency":"USD"}</script>`,
    ],
    beside,
  ],
  [
    'closures and deliveries',
    [
      '"12-25",',
      (index) =>
        `<geo-delivery days="*: 9" timezone="UTC" closures="2${String(index % 900).padStart(3, '0')}-01-01">x</geo-delivery>`,
    ],
    (one, other) => settings(`{"closures":{"*":[${one}"12-26"]}}`) + other,
  ],
];

/** Inputs of which two parts grow together. */
export const pairKinds: readonly Kind[] = [
  ...ofPages.flatMap(([name, parts, join]) => [
    pairKind(`doctor: ${name}`, 200_000, parts, join, checkPage),
    pairKind(`page: ${name}`, 200_000, parts, join, write),
  ]),
  pairKind(
    'feed: namespaces and products',
    400_000,
    [(index) => ` xmlns:a${index}="http://base.google.com/ns/1.0"`, product],
    (spaces, items) => `<rss${spaces}>${items}</rss>`,
    ofFeed,
  ),
  pairKind(
    'feed: columns and rows',
    400_000,
    ['\tx', '1\thttps://a.example\t1 USD\n'],
    (columns, rows) => `id\tlink\tprice${columns}\n${rows}`,
    ofFeed,
  ),
  pairKind('rates: levels and rates', 1_000_000, ['<x>', '<Cube currency="USD" rate="1"/>'], beside, ofRates),
  pairKind('rates: levels and their ends', 1_000_000, ['<x>', '</x>'], beside, ofRates),
  pairKind('preview: words and names of places', 65_000, ['JP;', (index) => `country: a${index};`], beside, (text) =>
    parsePreviewWords(text),
  ),
];
