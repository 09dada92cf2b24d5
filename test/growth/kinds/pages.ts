import { readPageOptions } from '../../../src/pages/front/page-options.ts';
import { createPersonalizePage } from '../../../src/pages/front/personalize-page.ts';
import { type Kind, type Part, repeatTo, textKind } from '../kind.ts';

const record = { countryCode: 'FR', countryName: 'France', city: 'Lyon', currencyCode: 'EUR' };

const personalize = createPersonalizePage(readPageOptions({ origin: 'http://localhost', loader: 'tag' }), {
  path: '/geo',
  files: undefined,
  log: () => undefined,
});

/** A visitor with long headers, as long as a server takes them. */
const request = new Request(`https://shop.example/?${'q'.repeat(1_000)}`, {
  headers: { 'accept-language': 'fr', referer: `https://search.example/${'r'.repeat(8_000)}` },
});

/** Writes a page for a visitor as every host does, and reads the last byte of it. */
export async function write(html: string | ReadableStream<Uint8Array>): Promise<unknown> {
  const page = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  return (await personalize(page, request, { record, json: JSON.stringify(record) })).arrayBuffer();
}

/** The same page in pieces of so many bytes. */
function writeInPieces(bytes: number): (html: string) => Promise<unknown> {
  return (html) => {
    const source = new TextEncoder().encode(html);
    let at = 0;
    return write(
      new ReadableStream({
        pull(controller) {
          if (at < source.length) controller.enqueue(source.slice(at, (at += bytes)));
          else controller.close();
        },
      }),
    );
  };
}

/** What is around the parts. */
interface Around {
  readonly before?: string;
  readonly after?: string;
}

const inHeld: Around = { before: '<geo-if country="DE">', after: '</geo-if>' };
const inBound: Around = { before: '<p data-geo-text="{city}">', after: '</p>' };
const inTemplate: Around = { before: '<geo-if country="FR"><template>', after: '</template></geo-if>' };
const inYes: Around = { before: '<geo-if country="FR"><b ', after: '></b></geo-if>' };
const besideClass: Around = { before: '<p data-geo-class="x {city}" class="', after: '">x</p>' };
/** In a policy of the page, and in the list of sources of one. */
const inPolicy = (before = ''): Around => ({
  before: `<meta http-equiv="content-security-policy" content="${before}`,
  after: '"><geo-if country="DE">x</geo-if>',
});
const inGroups: Around = {
  before: '<script type="application/json" data-geo-settings>{"groups":{',
  after: '"z":"FR"}}</script><p data-geo-show="group: z">x</p>',
};
const inTag: Around = { before: '<p data-geo-text="{city}" ', after: '>x</p>' };

const link = '<a data-geo-href="{country:lower}" href="x">x</a>';
/** Rules of selectors that keep as much as they can for what is in them. */
function inRules(length: number): Around {
  const rules = Array.from({ length }, (_none, index) => ({
    select: `${'div '.repeat(20)}.c${index % 8} b, .c${index % 8} > div > b`,
    title: '{city}',
    when: 'country: FR',
  }));
  return { before: `<script type="application/json" data-geo-settings>${JSON.stringify({ rules })}</script>` };
}
const manyStates = Array.from({ length: 1_000 }, (_none, index) => `FR-${index.toString(36).padStart(3, '0')}`);
/** A plan of many places for all of them. */
const inPlan: Around = {
  before: `<script type="application/json" data-geo-settings>${JSON.stringify({
    delivery: { long: { days: `${manyStates.join(' ')}: 1, *: 2`, timezone: 'UTC', template: '{days}' } },
  })}</script>`,
};

const policy = `<meta http-equiv="Content-Security-Policy" content="style-src 'nonce-abc'">`;

/** By what a page has much of: the part that is repeated, and what is around all of them. */
const rows: ReadonlyArray<readonly [name: string, part: Part, around?: Around]> = [
  ['flat markup', '<p class="a">text <b>bold</b></p>\n'],
  ['bound texts', '<p data-geo-text="{city}">city</p>\n'],
  ['bound attributes', '<img data-geo-alt="{city}" data-geo-title="{country}" alt="x">'],
  ['bound links', link],
  ['elements that rules find', (index) => `<div class="c${index % 8}"><div><b>x</b></div></div>`, inRules(64)],
  // All of these rules find each element.
  ['open elements that rules ask for', (index) => `<div class="c${index % 8}"><b>x</b>`, inRules(8)],
  ['open elements that rules may be wrong about', '<b><div class="c1">', inRules(8)],
  ['values', '<geo-text template="{city}">x</geo-text><geo-currency prices="USD 1, EUR 2">1</geo-currency>'],
  ['what is left', '<geo-currency prices="EUR 9" minus="EUR 9">9<b slot="reached" hidden>0</b></geo-currency>'],
  ['deliveries by one long plan', '<geo-delivery plan="long">x</geo-delivery>', inPlan],
  [
    'deliveries that differ by a part of it',
    (index) => `<geo-delivery plan="long" closures="2${String(index % 900).padStart(3, '0')}-01-01">x</geo-delivery>`,
    inPlan,
  ],
  ['templates beside it', '<p data-geo-delivery="long" data-geo-text="{delivery-days}">x</p>', inPlan],
  ['conditions', '<geo-if country="FR" hidden>x<b slot="else">y</b></geo-if>'],
  ['conditions, nested', '<geo-if country="FR">'],
  [
    'conditions, nested and closed',
    (index) => '<geo-if country="FR">'.repeat(100) + `${index}` + '</geo-if>'.repeat(100),
  ],
  ['conditions with else, nested in each other', '<geo-if country="DE"><b slot="else">', { after: '</b></geo-if>' }],
  ['cases', '<geo-case country="DE" hidden>x</geo-case>', { before: '<geo-switch>', after: '</geo-switch>' }],
  ['switches', '<geo-switch><geo-case country="FR" hidden>x</geo-case>y</geo-switch>'],
  ['children of a condition', '<b slot="else">x</b>', inHeld],
  ['open elements in a condition', '<b>', inHeld],
  ['open elements in a bound text', '<i class="a">', inBound],
  ['open elements', '<b lang="de">'],
  ['open elements of languages in turn', (index) => `<div lang="${index % 2 ? 'de' : 'fr'}">`],
  ['elements of different languages', (index) => `<p lang="en-x-${index}" data-geo-text="{country}">x</p>`],
  ['open elements that are ignored', '<div data-geo-ignore>'],
  ['open elements of many names', (index) => `<x-${index}>`],
  ['misnested elements', '<b><i></b></i>'],
  ['misnested elements in a condition', '<b><i></b></i>', inHeld],
  ['end tags without elements', '</p></b></x>'],
  ['end tags without elements in a condition', '</p></b>', inHeld],
  ['open paragraphs with bound texts', '<p data-geo-text="{city}">x'],
  ['open list items with bound texts', '<li data-geo-text="{city}">x', { before: '<ul>', after: '</ul>' }],
  ['table cells', '<tr><td data-geo-text="{city}">x', { before: '<table>', after: '</table>' }],
  ['options', '<option data-geo-text="{city}">x', { before: '<select>', after: '</select>' }],
  ['selects', '<select><option>x</select>'],
  ['open selects', '<select>'],
  ['templates, nested', '<template>'],
  ['templates for yes, nested', '<geo-if country="FR"><template>'],
  [
    'templates for yes, nested and closed',
    (index) => `${index}${'<geo-if country="FR"><template>x'.repeat(100)}${'</template></geo-if>'.repeat(100)}`,
  ],
  ['a template with many children', '<b>x</b>', inTemplate],
  ['a template with many texts', 'x<!-- y -->', inTemplate],
  ['drawings', '<svg><path d="M0"/><g>x</g></svg>'],
  ['drawings, nested', '<svg><g><foreignObject><math><mi>'],
  ['drawings that HTML ends', '<svg><g><g><g><p>'],
  ['formulas', '<math><mi>x</mi></math>'],
  ['attributes of other names', (index) => `a${index}=1 `, { before: '<p ', after: '>x</p>' }],
  ['attributes of other names, bound', (index) => `a${index}=1 `, inTag],
  ['attributes of one name', 'a=1 ', inTag],
  ['attributes that a condition keeps', (index) => `a${index}=1 `, inYes],
  ['bindings of one element', (index) => `data-geo-x${index}="{city}" `, inTag],
  [
    'tags with many attributes',
    (index) => `<p data-geo-text="{city}" ${repeatTo(8_000, (other) => `a${other}=1 `)}>${index}</p>`,
  ],
  ['a long value', 'x', { before: '<p data-geo-text="{city}" title="', after: '">x</p>' }],
  ['a long value of blanks', ' ', { before: '<p data-geo-text="{city}" title="', after: '">x</p>' }],
  ['quotes in an attribute that is put back', '"', { before: `<p data-geo-title="{city}" title='`, after: `'>x</p>` }],
  ['quotes in a condition', '"', { before: `<geo-if country="FR"><p title='`, after: `'>x</p></geo-if>` }],
  ['classes', (index) => `c${index} `, { before: '<p data-geo-class="{city}" class="', after: '">x</p>' }],
  ['classes that are bound', (index) => `c${index} `, { before: '<p data-geo-class="', after: '" class="a">x</p>' }],
  ['classes that are bound and there', (index) => `c${index} `, besideClass],
  ['classes that show', 'geo-show-de ', { before: '<p class="', after: '">x</p>' }],
  ['blanks between classes', ' ', { before: '<p class="geo-show-de', after: 'x">x</p>' }],
  ['placeholders', '{city} ', { before: '<p data-geo-text="', after: '">x</p>' }],
  ['long placeholders', '{referer}', { before: '<p data-geo-text="', after: '">x</p>' }],
  ['elements with long placeholders', `<p data-geo-text="${'{referer}'.repeat(20)}">x</p>`],
  ['open braces', '{', { before: '<p data-geo-text="', after: '">x</p>' }],
  ['placeholders in a class', '{city}', { before: '<p data-geo-class="', after: '">x</p>' }],
  ['placeholders with words for unknown', '{postalCode|x}', { before: '<p data-geo-text="', after: '">x</p>' }],
  ['countries in a condition', 'DE ', { before: '<p data-geo-show="country: ', after: '">x</p>' }],
  ['conditions in an attribute', 'country: DE; ', { before: '<p data-geo-hide="', after: '">x</p>' }],
  ['semicolons in an attribute', ';', { before: '<p data-geo-show="', after: '">x</p>' }],
  ['mistakes in an attribute', 'a;', { before: '<p data-geo-show="', after: '">x</p>' }],
  ['prices', 'EUR 45, ', { before: '<p data-geo-currency="', after: '">EUR 45</p>' }],
  ['metas', '<meta name="a" content="b">'],
  ['policies', policy],
  ['policies and conditions', `${policy}<geo-if country="DE">x</geo-if>`],
  ['policies in one meta', "style-src 'nonce-abc',", inPolicy()],
  ['sources of a policy', "'nonce-abc' ", inPolicy('style-src ')],
  ['bases', '<base href="/a/">'],
  ['links of other sheets', '<link rel="stylesheet" href="/a.css">'],
  ['whole documents', '<html lang="de"><body>'],
  ['comments', '<!-- x -->'],
  ['comments in a condition', '<!-- x -->', inHeld],
  ['a long comment', '-', { before: '<!--' }],
  ['a long comment in a condition', '-', { before: '<geo-if country="DE"><!--', after: '--></geo-if>' }],
  ['beginnings of comments', '<!--'],
  ['ends of comments that are none', '--!', { before: '<!--' }],
  ['declarations', '<!x>'],
  ['instructions', '<?x>'],
  ['CDATA', '<![CDATA[x]]>'],
  ['CDATA in a drawing', '<![CDATA[x]]>', { before: '<svg>', after: '</svg>' }],
  ['beginnings of CDATA', '<![CDATA['],
  ['CDATA that ends as a comment', '<![CDATA[>'],
  ['beginnings of tags', '<'],
  ['beginnings of tags with names', '<a'],
  ['beginnings of end tags', '</'],
  ['beginnings of end tags with names', '</a '],
  ['a long name', 'a', { before: '<' }],
  ['a long name of an end tag', 'a', { before: '</' }],
  ['blanks in an end tag', ' ', { before: '<p>x</p' }],
  ['end tags with blanks', '<p>x</p >'],
  ['end tags with attributes', '</p a=">">'],
  ['a long value in an end tag', '>', { before: '<p>x</p a="', after: '">' }],
  ['references', '&amp;&lt;&#65;&copy;', inBound],
  ['references in an attribute', '&amp;', { before: '<p data-geo-title="{city}" title="', after: '">x</p>' }],
  ['beginnings of references', '&a', { before: '<p data-geo-title="{city}" title="', after: '">x</p>' }],
  ['a long reference', 'a', { before: '<p data-geo-title="{city}" title="&', after: '=">x</p>' }],
  ['text in a condition', 'x < y > z & ', inHeld],
  ['text of many bytes', '\u00e9\u20ac', inHeld],
  ['a script that does not end', 'a < b; ', { before: '<script>' }],
  ['beginnings of scripts in a script', '<script', { before: '<script>' }],
  ['beginnings of comments in a script', '<!--', { before: '<script>' }],
  ['ends of others in a script', '</b', { before: '<script>' }],
  ['a style that does not end', 'a{}', { before: '<style>' }],
  ['a text area that does not end', '<b>&amp;', { before: '<textarea>' }],
  ['a title that does not end', '<b>&amp;', { before: '<title>' }],
  ['tags in a noscript', '<p>x</p>', { before: '<noscript>' }],
  ['noscripts', '<noscript><p>x</p></noscript>'],
  ['noscripts in a condition', '<noscript><p>x</p></noscript>', inHeld],
  ['settings', (index) => `"g${index}":"DE AT",`, inGroups],
  ['blocks of settings', '<script type="application/json" data-geo-settings>{"groups":{"a":"DE"}}</script>'],
  ['marks of written pages', '<p data-geolet-was="{}">x</p>'],
];

/** Inputs of which two parts grow together. */
const pairs: readonly Kind[] = [
  textKind('page: a long base and many links', 200_000, link, (text) =>
    write(`<base href="/${'b'.repeat(text.length / 2)}/">${text}`),
  ),
  textKind('page: nested prices around many elements', 400_000, '<i>', (text) =>
    write('<geo-currency prices="USD 49, EUR 45" was="USD 59">'.repeat(text.length / 800) + text),
  ),
  textKind('page: a condition in pieces of ten bytes', 100_000, '<b>x</b>', writeInPieces(10), inHeld),
  textKind('page: a tag in pieces of ten bytes', 100_000, 'a', writeInPieces(10), { before: '<p title="' }),
  textKind('page: an end tag in pieces of ten bytes', 100_000, 'a', writeInPieces(10), { before: '<p>x</p title="' }),
  textKind('page: a comment in pieces of ten bytes', 100_000, 'a', writeInPieces(10), { before: '<!--' }),
  textKind('page: flat markup in pieces of ten bytes', 100_000, '<p>x</p>', writeInPieces(10)),
];

/** Pages that are written for their visitors. */
export const pageKinds: readonly Kind[] = [
  ...rows.map(([name, part, around = {}]) =>
    textKind(`page: ${name}`, 400_000, part, write, {
      before: `<!doctype html>${around.before ?? ''}`,
      after: around.after,
    }),
  ),
  ...pairs,
];
