import { describe, expect, it } from 'vitest';
import { readElementDocs } from '../../../scripts/reference/element-docs.ts';
import { checkMarkup as checkMarkupAt } from '../../../src/doctor/check-markup.ts';
import { knownElements } from '../../../src/doctor/element-attributes.ts';
import { conditionAttributes } from '../../../src/rules/conditions/conditions.ts';
import { elementTags, tagsThat } from '../../../src/widget/elements/element-table.ts';
import { plantedBlock, plantedOffers } from '../../support/planted-offers.ts';
import { plantedMistakes, plantedSetups } from '../../support/planted-mistakes.ts';

const checkMarkup = (html: string) => checkMarkupAt(html, 'https://shop.example/');
const blockOf = (text: string) => `<script type="application/json" data-geo-settings>${text}</script>`;
const textsOf = (html: string) =>
  checkMarkup(html)
    .filter(({ result }) => result !== 'good')
    .map(({ text }) => text);

it.each(plantedMistakes.filter(({ inBrowser }) => !inBrowser))(
  'a mistake that a page shows to its owner in a browser has the same words without one: $markup',
  ({ markup, fix }) => expect(textsOf(`<!doctype html><body><section>${markup}</section>`).join('\n')).toContain(fix),
);

describe('a price that is written otherwise', () => {
  it.each([
    ['CH: CHF 49,90', 'CH: CHF 49.90'],
    ['US CA USD 59', 'US CA: USD 59'],
    ['MA LI EUR 9', 'MA LI: EUR 9'],
    ['latam USD 9', 'latam: USD 9'],
    ['US-HI USD 9', 'US-HI: USD 9'],
    ['USD: 45', 'USD 45'],
    ['IN: $19', 'IN: USD 19'],
    ['IN: $19,', 'IN: USD 19'],
  ])('keeps its places in the advice: %s', (entry, right) =>
    expect(textsOf(`<geo-currency prices="USD 49, ${entry}">$49</geo-currency>`).join('\n')).toContain(
      `write prices="USD 49, ${right}"`,
    ),
  );

  it.each(['Frnace EUR 9', 'somewhere EUR 9', 'KWD 1,500'])('is not guessed: %s', (entry) =>
    expect(textsOf(`<geo-currency prices="USD 49, ${entry}">$49</geo-currency>`).join('\n')).toContain(
      'write a code and a plain amount, such as prices="USD 49, EUR 45"',
    ),
  );
});

it.each(plantedSetups.filter(({ tag, fix }) => tag && !fix.includes('Remove the others')))(
  'a mistake in the script tag has the same words without a browser: $tag',
  ({ tag = '', fix }) => {
    const script = `<script async src="/geolet.js" ${tag}></script>`;
    expect(textsOf(`${script}<geo-if eu>A</geo-if>`).join('\n')).toContain(fix);
  },
);

it.each(plantedSetups.filter(({ block, inBrowser }) => block && !inBrowser))(
  'a mistake in the settings block has the same words without a browser: $block',
  ({ block = '', markup = '', fix }) => {
    const tag = block.startsWith('<') ? block : blockOf(block);
    expect(textsOf(`<!doctype html><head>${tag}</head><body>${markup}`).join('\n')).toContain(fix);
  },
);

describe('a setting of the block that a page reports', () => {
  const findingsFor = (block: string) => checkMarkup(`${blockOf(block)}<geo-if eu>A</geo-if>`);

  it.each([
    ['{"groups":{"DE":"DE"}}', /has a group "DE": a name begins with a letter and has three or more/],
    ['{"redirect":[{"when":"country: FR"}]}', /the redirect {"when":"country: FR"} lacks to/],
    ['{"redirect":{"when":"country: FR","to":"https://shop.test/"}}', /add "origins": \["https:\/\/shop.test"\]/],
    ['{"ratesMaxAgeDays":"x"}', /ratesMaxAgeDays is "x": write a number of days, such as "ratesMaxAgeDays": 7/],
  ])('is wrong: %s', (block, words) =>
    expect(findingsFor(block)).toMatchObject([{ result: 'bad', text: expect.stringMatching(words) }]),
  );

  it('is wrong where it is nested too deeply', () => {
    const nested = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(findingsFor(`{"groups":{"home":${nested}}}`)).toMatchObject([{ result: 'bad' }]);
  });

  it.each([
    '{"groups":{"home":"FR"},"redirect":[{"when":"country: FR","to":"/fr/"}],"ratesMaxAgeDays":3}',
    '{"redirect":{"when":"country: FR","to":"https://shop.example/fr/"},"ratesMaxAgeDays":null}',
    '{"redirect":{"when":"country: FR","to":"https://shop.test/"},"origins":["https://shop.test"]}',
    '[]',
  ])('is not wrong: %s', (block) => expect(findingsFor(block)).toMatchObject([{ result: 'good' }]));
});

describe('a price book', () => {
  const book = (prices: unknown) => plantedBlock({ groups: { north: 'SE NO' }, prices });
  const element = '<geo-currency sku="asterisk">$149</geo-currency>';

  const own = 'the list "asterisk" of the price book';

  it.each([
    [['USD 149'], 'write "prices": { "asterisk": "USD 149, IN: USD 99" }'],
    [{ asterisk: '$149' }, `${own}: "$149" in prices is not a price: write prices="USD 149"`],
    [{ asterisk: { prices: 'USD 149', was: '199 USD' } }, 'write was="USD 199"'],
    [{ asterisk: { was: 'USD 199' } }, `${own} is no text: write "asterisk": "USD 49, EUR 45"`],
    [{ asterisk: 149 }, 'is no text: write "asterisk": "USD 49, EUR 45"'],
    [{ asterisk: 'USD 149, DEU: EUR 9' }, `${own}: there is no place "DEU"; did you mean DE?`],
    [{ asterix: 'USD 149' }, 'the price book has no "asterisk"; did you mean sku="asterix"?'],
    [
      { asterisk: 'USD 99' },
      'says "$149", but its list is for USD 99, its first price, so it stays as written for everybody',
    ],
    [{ asterisk: 'USD 149, YEN 9' }, 'YEN, which is not a currency; did you mean JPY?'],
  ])('with the mistake %j is told how to write it', (prices, fix) =>
    expect(textsOf(book(prices) + element).join('\n')).toContain(fix),
  );

  it.each([
    book({ asterisk: 'USD 149, north: USD 99', obelisk: { prices: 'USD 49', was: 'USD 59' } }) + element,
    book('/prices.json') + element,
    `${book({ asterisk: 'USD 149' })}<bdi data-geo-currency="sku: asterisk">$149</bdi>`,
  ])('is well: %s', (html) => expect(checkMarkup(html)).toMatchObject([{ result: 'good' }]));
});

it('knows continents in other languages, too, which Chrome does not', () =>
  expect(textsOf('<geo-if continent="Europa">A</geo-if>').join()).toContain('did you mean continent="EU"?'));

describe('structured data that follow a list', () => {
  it.each(plantedOffers)('are told what is wrong: $name', ({ block, markup, words, code }) =>
    expect(checkMarkup(plantedBlock(block) + markup)).toMatchObject([
      { result: code === undefined ? 'warning' : 'bad', text: expect.stringContaining(words) },
    ]),
  );

  const offer = '{ "@type": "Offer", "price": "149", "priceCurrency": "USD" }';
  const data = (list: string) => `<script type="application/ld+json" data-geo-offer="${list}">${offer}</script>`;
  it.each([
    data('USD 149, EUR 139, IN: USD 99'),
    plantedBlock({ prices: { asterisk: 'USD 149' } }) + data('sku: asterisk'),
    plantedBlock({ prices: '/prices.json' }) + data('sku: asterisk'),
    data('USD 149')
      .replace('ld+json', 'LD+JSON')
      .replace('149", "priceC', `149", "name": "${'x'.repeat(20_000)}", "priceC`),
    '<div itemtype="https://schema.org/Offer" data-geo-offer="USD 149"><b itemprop="price">1&#52;9</b><i itemprop="priceCurrency">USD</i></div>',
  ])('are well: %s', (html) => expect(checkMarkup(html)).toMatchObject([{ result: 'good' }]));

  it.each([
    `<div data-geo-ignore>${data('$149')}</div>`,
    `<script type="application/ld+json">[${offer},${offer}]</script>`,
    `${plantedBlock({ offer: { prices: 'USD 149' } })}<script type="application/ld+json">{"@type":"WebPage"}</script>`,
  ])('are none of ours: %s', (html) => expect(checkMarkup(html).filter(({ result }) => result !== 'good')).toEqual([]));
});

describe('what a page reports as geo-error', () => {
  it('is wrong', () => expect(checkMarkup('<geo-if country="USA">A</geo-if>')).toMatchObject([{ result: 'bad' }]));

  it('is not, where it only should be looked at', () =>
    expect(checkMarkup('<geo-text template="{city}"></geo-text>')).toMatchObject([{ result: 'warning' }]));
});

describe('a page without a mistake', () => {
  it.each([
    '<geo-if country="DE AT">A <span slot="else" hidden>B</span></geo-if>',
    '<geo-switch><geo-case country="US" hidden>A</geo-case><geo-case country="DE" hidden>B</geo-case>C</geo-switch>',
    '<geo-currency prices="USD 49, EUR 45">$49</geo-currency>',
    '<geo-currency prices="USD 49, EUR 45,">$49</geo-currency>',
    '<p data-geo-text="“{city}” is lovely">A</p>',
    '<p data-geo-text="{city} > all, <3">A</p>',
    '<a data-y="<geo-if>" class="b">A</a><geo-if eu>A</geo-if>',
    '<geo-if country="UK" not-state="GB-SCT">A</geo-if>',
    '<geo-if country="eu US">A</geo-if>',
    '<geo-if eu>A<geo-if country="FR">B <span slot="else" hidden>C</span></geo-if></geo-if>',
    '<table><tr><td><geo-if country="FR">A</geo-if></td></tr></table>',
    '<iframe srcdoc="<script src=/geolet.js></script><geo-if eu>A</geo-if>"></iframe><geo-if eu>A</geo-if>',
    '<iframe srcdoc="<p>A</p>"></iframe><geo-if eu>A</geo-if>',
    '<my-card><template shadowrootmode="open"><geo-if eu>A</geo-if><p class="a">B</p></template></my-card><geo-if eu>A</geo-if>',
    '<script async src="/geolet.js" data-endpoint="/geo" data-cfasync="false" data-timeout-ms="900" nonce="a"></script><geo-if eu>A</geo-if>',
    '<script async src="/map.js" endpoint="/geo"></script><geo-if eu>A</geo-if>',
    '<geo-flag country="de"></geo-flag>',
    '<p geo-location="1" data-georgia="2" data-geo-show="country: FR">A</p>',
    '<geo-currency prices="USD 75, EUR 60" minus="USD 40">$75<b slot="reached" hidden>nothing</b></geo-currency>',
    '<geo-currency prices="USD 75, EUR 60" minus="">$75</geo-currency>',
    '<geo-currency prices="USD 1490, EUR 45" was="USD 2000">$1,490</geo-currency>',
    '<p data-geo-text="Hello {city|you}">Hello you</p>',
    '<a data-geo-href="/{country|world}/" href="/world/">A</a>',
    '<p class="geo-show-de geo-hidden geometry geo">A</p>',
    '<p>We ship to <geo-flag alt=""></geo-flag> Japan, too.</p>',
    '<script type="application/json" data-geo-settings>{"groups":{"home":"FR"}}</script><geo-if group="home">A</geo-if>',
    '<geo-if country="DE"><template><p>A</p></template>B</geo-if>',
    '<geo-suggest country="DE" href="/de/" days="7" hidden>A</geo-suggest>',
    '<p data-geo-show="country: DE&#32;AT">A</p>',
    '<geo-if country="GB" state="UK-ENG">A</geo-if>',
    '<p>Delivery<geo-currency prices="USD 5"> $5</geo-currency></p>',
    '<p>Hello<geo-text template=", {city}!">!</geo-text></p>',
    '<geo-flag></geo-flag><p class="geo-side-bar geo-slow-in geo-side-no geo-shop-at geo-how-to geo-hire-me geo-show-side-bar" data-geo-lat="1" data-geo-lng="2">A</p>',
  ])('is well: %s', (html) =>
    expect(checkMarkup(html)).toEqual([
      { check: 'markup', result: 'good', text: 'The HTML of the page shows no mistake.' },
    ]),
  );

  it('has closures of a plan as a list, too', () => {
    const standard = { days: '*: 1', timezone: 'UTC', closures: ['12-25', '01-01'] };
    const block = plantedBlock({ delivery: { standard }, closures: { FR: '12-25', DE: '' } });
    expect(textsOf(`${block}<geo-delivery plan="standard">Soon</geo-delivery>`)).toEqual([]);
  });

  it('is not told of where nothing of ours is on it', () => expect(checkMarkup('<p class="a">A</p>')).toEqual([]));

  it.each([
    '<code data-geo-ignore><geo-if contry="DE">A</geo-if></code>',
    '<template><geo-if contry="DE">A</geo-if></template>',
    '<noscript><geo-if contry="DE">A</geo-if></noscript>',
    '<!-- <geo-if contry="DE">A</geo-if> -->',
    '<script>"<geo-if contry=DE>"</script>',
    '<textarea><geo-if contry="DE">A</geo-if></textarea>',
    '<geo-map country="DE"></geo-map>',
  ])('is one whose mistake no browser reads: %s', (html) => expect(textsOf(html)).toEqual([]));
});

describe('what the doctor says of a mistake', () => {
  it('names the line', () =>
    expect(textsOf('<body>\n<p>A</p>\n  <geo-if contry="DE">A</geo-if>')[0]).toMatch(/^Line 3: <geo-if contry="DE">/));

  it('is said once', () => {
    const mistake = '<p data-geo-txt="{city}">A</p>';
    expect(textsOf(mistake.repeat(3))).toEqual(textsOf(mistake));
  });

  it('is also said of what a template of a condition holds', () =>
    expect(textsOf('<geo-if country="DE"><template><geo-if contry="DE">A</geo-if></template></geo-if>')).toContain(
      'Line 1: <geo-if contry="DE"> has contry, which is not a condition; did you mean country?',
    ));

  it('is also said of a page that is nested more deeply than calls can be', () => {
    const nested = `<geo-currency prices="USD 49" was="USD 59">$49${'<i>'.repeat(30_000)}`;
    expect(textsOf(`<geo-if contry="DE">A</geo-if>${nested}`)[0]).toContain('contry');
  });

  it('ends after twenty', () => {
    const texts = textsOf(Array.from({ length: 30 }, (_, index) => `<p data-geo-x${index}="1">A</p>`).join(''));
    expect(texts).toHaveLength(21);
    expect(texts.at(-1)).toBe('There are more mistakes: these are the first 20.');
  });
});

describe('a page with plans of delivery', () => {
  const wrong = '<geo-delivery plan="own" work="mo-fr">Soon</geo-delivery>';
  const page = (length: number, count: number) => {
    const closures = { FR: '2026-12-25 '.repeat(length / 11) };
    const block = plantedBlock({ delivery: { own: { days: '*: 1', timezone: 'UTC' } }, closures });
    const hours = Array.from({ length: count }, (_, index) => index % 24);
    return (
      block + hours.map((hour) => `<geo-delivery plan="own" cutoff="${hour}:00">Soon</geo-delivery>`).join('') + wrong
    );
  };

  it('is looked at to its end, also where it has hundreds of them', () =>
    expect(textsOf(page(1_000, 500))).toEqual([expect.stringContaining('work="mo-fr" is not days of the week')]));

  it('says where the search ended, where all of it would take long', () =>
    expect(textsOf(page(100_000, 12))).toEqual([
      expect.stringMatching(
        /^Line 1: <geo-delivery plan="own" .*from here on, .* is not checked: .* too long together/,
      ),
    ]));
});

describe('equal mistakes', () => {
  const equal = (count: number) => textsOf('<geo-time timezone="Lisbn">A</geo-time>'.repeat(count));

  it('are said once, up to two hundred', () => expect(equal(200)).toEqual(equal(1)));

  it('end the search after two hundred, so that a large page takes no longer', () =>
    expect(equal(4000)).toEqual([
      ...equal(1),
      'There are more mistakes: these are the first 200, and equal ones are said once.',
    ]));
});

describe('the elements that the doctor knows', () => {
  it('are those of the widget', () => {
    expect(knownElements.tags).toEqual(elementTags);
    expect(knownElements.conditional).toEqual(tagsThat(({ conditional }) => conditional === true));
    expect(knownElements.text).toEqual(tagsThat(({ shows }) => shows === 'text'));
  });

  it.each(readElementDocs())('have the attributes of $tag', ({ tag, attributes, conditional }) => {
    const own = attributes.map(({ name }) => name).filter((name) => name !== 'hidden');
    expect(knownElements.attributesOf(tag).toSorted()).toEqual(
      [...own, ...(conditional ? conditionAttributes : [])].toSorted(),
    );
  });
});
