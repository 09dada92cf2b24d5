import { checkMarkup } from '../../../src/doctor/check-markup.ts';
import { checkLanguage } from '../../../src/doctor/check-language.ts';
import { readPagePrices } from '../../../src/doctor/page-prices.ts';
import { findLoaders, policiesOf } from '../../../src/doctor/check-script.ts';
import { readFeed } from '../../../src/doctor/feed/read-feed.ts';
import { type Tag, tagsIn } from '../../../src/doctor/markup.ts';
import { allowsUrl } from '../../../src/doctor/policy.ts';
import { linksOn } from '../../../src/doctor/site/page-links.ts';
import { parseRobots } from '../../../src/doctor/site/robots.ts';
import { readRulesOnPage } from '../../../src/doctor/site/rules-on-page.ts';
import { attempt } from '../../../src/rules/attempt.ts';
import { type Kind, textKind } from '../kind.ts';

const most = 800_000;
const page = new URL('https://shop.example/');
const look = { url: page.href, status: 200, headers: {}, text: '', ms: 1, server: '' };

/** All that the doctor reads of a page's markup by itself. */
const read = (html: string) => {
  const tags: readonly Tag[] = tagsIn(html);
  return [
    findLoaders(tags, page),
    policiesOf(look, tags),
    checkLanguage(tags),
    checkMarkup(html, page.href),
    readPagePrices(html, undefined),
  ];
};
/** The same of its prices. */
const readPrices = (html: string) => [checkMarkup(html, page.href), readPagePrices(html, undefined)];
/** What the doctor reads of each page of a site. */
const readOfSite = (html: string) => [linksOn({ ...look, text: html }), readRulesOnPage(html, '/')];
const rulesOfSite = [
  { select: '.price', currency: 'USD 49, EUR 45' },
  { select: 'div b', text: 'Bonjour', when: 'country: FR' },
];
const blockOfSite = `<script type="application/json" data-geo-settings>${JSON.stringify({ rules: rulesOfSite })}</script>`;
/** A feed that cannot be read is refused when it has been read. */
const ofFeed = (text: string) => attempt(() => readFeed(text));
const rss = { before: '<rss><channel>', after: '</channel></rss>' };
const robotsAt = (path: string) => (text: string) => parseRobots(text)(path);
const ofPolicy = (value: string) => allowsUrl(value.split(' '), new URL('https://cdn.example/geolet.js'), page);

const longDays = Array.from({ length: 9000 }, (_, index) => `us-${index.toString(36)}: 1`).join();
const longDates = '2026-12-24..26 '.repeat(9000);

/** Pages of owners and strangers, as the doctor reads them. */
export const doctorKinds: readonly Kind[] = [
  textKind('doctor: many tags', most, '<b>', read),
  textKind('doctor: many scripts', most, '<script src=/a.js></script>', read),
  textKind('doctor: scripts that never end', most, '<script>', read),
  textKind('doctor: a long script', most, 'geolet-${', read, { before: '<script>', after: '</script>' }),
  textKind('doctor: quotes in a script', most, '"', read, { before: '<script>geolet-${}.${', after: '</script>' }),
  textKind('doctor: many attributes', most, (index) => ` a${index}=1`, read, { before: '<b', after: '>' }),
  textKind('doctor: a long attribute', most, 'a ', read, { before: '<b a="', after: '">' }),
  textKind('doctor: open quotes', most, '<b a="', read),
  textKind('doctor: many policies', most, '<meta http-equiv=Content-Security-Policy content="script-src x">', read),
  textKind('doctor: comments', most, '<!--', read),
  textKind('doctor: ends without beginnings', most, '</b>', read),
  textKind('doctor: character references', most, '&amp;&#', read, { before: '<b a="', after: '">' }),
  textKind('doctor: elements that name one long plan', most, '<geo-delivery plan="a"></geo-delivery>', read, {
    before: `<script type="application/json" data-geo-settings>${JSON.stringify({
      delivery: { a: { days: longDays, timezone: 'UTC' } },
      closures: { FR: longDates },
    })}</script>`,
  }),
  textKind('doctor: days of blanks', most, ' ', read, { before: '<geo-delivery days="FR', after: '1-2">' }),
  textKind('doctor: working days that are none', most, 'mon to ', read, {
    before: '<geo-delivery days="FR: 1" timezone="UTC" work="',
    after: '">',
  }),
  textKind('doctor: nested elements', most, '<geo-text><geo-if>', read),
  textKind('doctor: nested prices', most, '<geo-currency prices="USD 49" was="USD 59">', read),
  textKind('doctor: elements nested in a price', most, '<i>', read, {
    before: '<geo-currency prices="USD 49" was="USD 59">',
  }),
  textKind(
    'doctor: texts of prices',
    most,
    '<geo-currency prices="USD 49">from $<b>59</b> (2,000)</geo-currency>',
    readPrices,
  ),
  textKind('doctor: a long text of a price', most, '1,', readPrices, { before: '<geo-currency prices="USD 49">' }),
  textKind('doctor: many texts of a price', most, '$<i>1</i>', readPrices, {
    before: '<geo-currency prices="USD 49">',
  }),
  textKind('doctor: elements that never end', most / 4, '<i>', read, { after: '</b>'.repeat(20_000) }),
  textKind('doctor: many mistakes', most, (index) => `<geo-if contry="${index}">`, read),
  textKind('doctor: many equal mistakes', most, '<geo-time timezone="Lisbn">', read),
  textKind('doctor: mistakes of one element', most, (index) => ` data-geo-x${index}=1`, read, {
    before: '<p',
    after: '>',
  }),
  textKind('doctor: misspelt classes', most, 'geo-shw-de ', read, { before: '<p class="', after: '">' }),
  textKind('doctor: many conditions', most, 'contry: DE; ', read, { before: '<p data-geo-show="', after: '">' }),
  textKind('doctor: slips in a settings block', most, "/* ,  'a: 1\n ", read, {
    before: '<script type="application/json" data-geo-settings>{',
    after: '</script>',
  }),
  textKind('doctor: nested offers', most, '<b itemtype="/Offer" data-geo-offer="USD 1">', readPrices, {
    after: '<i itemprop="price">1</i><i itemprop="priceCurrency">USD</i>',
  }),
  textKind(
    'doctor: blocks of JSON-LD',
    most,
    '<script type="application/ld+json" data-geo-offer>{"@type":"Offer"}</script>',
    readPrices,
  ),
  textKind('doctor: a long block of JSON-LD', most / 4, '{"@type":"Offer"},', readPrices, {
    before: '<script type="application/ld+json" data-geo-offer="USD 1">[',
    after: '0]</script>',
  }),
  textKind('doctor: text in a value', most, ' a', read, { before: '<geo-text>' }),
  textKind('doctor: sources of a policy', most, 'https://a.example:443/a/ ', ofPolicy),
  textKind('doctor: links of a site', most, (index) => `<a href="/a${index}?b=1">`, readOfSite),
  textKind('doctor: prices of a site', most, '<b class="price">$49</b>', readOfSite, { before: blockOfSite }),
  textKind('doctor: nested elements of a site', most, '<div><b>', readOfSite, { before: blockOfSite }),
  textKind('doctor: lines of robots.txt', most, (index) => `Disallow: /*a${index}\n`, robotsAt('/b'), {
    before: 'User-agent: *\n',
  }),
  textKind('doctor: a pattern of robots.txt', most / 4, '*a', robotsAt('/a'.repeat(1000)), {
    before: 'User-agent: *\nDisallow: /',
  }),
  textKind('doctor: products of a feed', most, '<item><g:id>1</g:id><link>https://a</link></item>', ofFeed, rss),
  textKind('doctor: a feed that never ends', most, '<item>', ofFeed, rss),
  textKind('doctor: ends without beginnings in a feed', most, '</a>', ofFeed, rss),
  textKind('doctor: a long value in a feed', most, 'a&amp;', ofFeed, {
    before: '<rss><item><id>',
    after: '</id></item></rss>',
  }),
  textKind('doctor: entities of a feed', most, (index) => `<!ENTITY a${index} "&a${index - 1};">`, ofFeed, {
    before: '<!DOCTYPE rss [',
    after: ']><rss></rss>',
  }),
  textKind('doctor: rows of a table', most, '1\thttps://a.example\t1 USD\n', ofFeed, { before: 'id\tlink\tprice\n' }),
  textKind('doctor: columns of a table', most, '\t', ofFeed, { before: 'id\tlink\tprice' }),
  textKind('doctor: a long row of a table', most, '\t', ofFeed, { before: 'id\tlink\tprice\n' }),
  textKind('doctor: quotes in a table', most, '"a"\t', ofFeed, { before: 'id\tlink\tprice\n' }),
  textKind('doctor: open quotes in a table', most, '"\n""', ofFeed, { before: 'id\tlink\tprice\n' }),
  textKind('doctor: a long source of a policy', most, 'a.', ofPolicy, { before: 'https://' }),
];
