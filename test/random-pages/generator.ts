import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Piece } from './piece.ts';

type Attributes = Readonly<Record<string, string>>;

/** What may stand somewhere: blocks, text alone, or the rows and options that only their own element takes. */
type Place = 'flow' | 'phrasing' | 'words';

/** Conditions of all kinds: yes and no for each visitor, unknown for some, and some that only a browser can answer. */
const conditions: Arbitrary<Attributes> = fc.constantFrom<Attributes[]>(
  { country: 'FR' },
  { country: 'DE' },
  { 'not-country': 'FR' },
  { country: 'JP DE' },
  { country: 'unknown' },
  { eu: '' },
  { city: 'Lyon' },
  { group: 'home' },
  { group: 'usoptout' },
  { group: 'usoptout unknown' },
  { gpc: '' },
  { 'not-gpc': '' },
  { country: 'FR', city: 'Berlin' },
  { language: 'en' },
  { query: 'utm_source' },
  { color: 'light' },
  { returning: '' },
);

const conditionText = fc.constantFrom(
  'country: FR',
  'country: DE',
  'not-country: FR',
  'country: unknown',
  'eu',
  'group: home',
  'group: usoptout',
  'gpc',
  'not-gpc',
  'city: Lyon',
  'color: light',
);

const visibility: Arbitrary<Attributes> = fc.oneof(
  conditionText.map((text) => ({ 'data-geo-show': text })),
  conditionText.map((text) => ({ 'data-geo-hide': text })),
  fc
    .constantFrom(
      'geo-show-fr',
      'geo-hide-fr',
      'geo-show-de',
      'a geo-hide-eu',
      'geo-show-home',
      'geo-show-usoptout',
      'geo-hide-usoptout',
    )
    .map((token) => ({ class: token })),
);

const template = fc.constantFrom('{city}', '{country}', '{city|nowhere}', 'in {country} {city}', 'signal {gpc}');

const bindings: Arbitrary<Attributes> = fc.oneof(
  template.map((text) => ({ 'data-geo-text': text })),
  fc.constantFrom('USD 6.00, EUR 5.50', 'EUR 5.50, JPY 900').map((prices) => ({ 'data-geo-currency': prices })),
  template.map((text) => ({ 'data-geo-title': text, title: 'a title' })),
  fc.constant({ 'data-geo-class': 'in-{country}' }),
  fc.tuple(template, conditionText).map(([text, when]) => ({ 'data-geo-text': text, 'data-geo-when': when })),
);

const hidden: Arbitrary<Attributes> = fc.constantFrom<Attributes[]>(
  { hidden: '' },
  { class: 'geo-hidden' },
  { class: 'geo-hidden', hidden: '' },
);

const language = fc.constantFrom('fr', 'de', 'ja', 'en-GB', '', 'not a language').map((lang) => ({ lang }));

/**
 * Attributes with these odds in a hundred. Several classes become one list, with `geo-hidden` last, where `destroy()` puts
 * it back.
 */
function some(
  ...choices: ReadonlyArray<readonly [odds: number, attributes: Arbitrary<Attributes>]>
): Arbitrary<Attributes> {
  const each = choices.map(([odds, attributes]) =>
    fc.oneof(
      { withCrossShrink: true },
      { weight: 100 - odds, arbitrary: fc.constant<Attributes>({}) },
      { weight: odds, arbitrary: attributes },
    ),
  );
  return fc.tuple(...each).map((all) => {
    const classes = all.flatMap((one) => one.class ?? []).join(' ');
    return { ...Object.assign({}, ...all), ...(classes && { class: classes }) } as Attributes;
  });
}

const onAny = some(
  [8, visibility],
  [8, bindings],
  [6, hidden],
  [6, language],
  [1, fc.constant({ 'data-geo-ignore': '' })],
);
const onOurs = some(
  [8, visibility],
  [2, bindings],
  [10, hidden],
  [4, language],
  [1, fc.constant({ 'data-geo-ignore': '' })],
);
const inElse: Arbitrary<Attributes> = some(
  [80, fc.constant({ slot: 'else' })],
  [10, visibility],
  [70, hidden],
  [4, bindings],
);

const inReached: Arbitrary<Attributes> = some(
  [90, fc.constant({ slot: 'reached' })],
  [10, visibility],
  [80, hidden],
  [4, bindings],
);

const words: Arbitrary<Piece> = fc.constantFrom('', ' ', '\n').map((before) => ({ before }));

function element(
  tag: string,
  attributes: Arbitrary<Attributes>,
  children: Arbitrary<readonly Piece[]>,
): Arbitrary<Piece> {
  return fc.record({ tag: fc.constant(tag), attributes, children, isOpen: fc.boolean() });
}

function merged(...attributes: readonly Arbitrary<Attributes>[]): Arbitrary<Attributes> {
  return fc.tuple(...attributes).map((all) => Object.assign({}, ...all) as Attributes);
}

/** Random pieces of pages: our elements and bindings, in all markup that has rules of its own. */
function pieces(place: Place, depth: number): Arbitrary<readonly Piece[]> {
  if (depth <= 0 || place === 'words') return fc.array(words, { maxLength: 2 });
  const inner = (where: Place = place) => pieces(where, depth - 1);
  const many = (tag: string, attributes: Arbitrary<Attributes>, children = inner('flow')) =>
    fc.array(element(tag, attributes, children), { minLength: 1, maxLength: 3 });
  const aTemplate = (attributes: Arbitrary<Attributes>) => element('template', attributes, inner('flow'));
  const parts = fc
    .tuple(
      fc.option(aTemplate(fc.constant({}))),
      inner(),
      fc.option(
        fc.oneof(
          element(place === 'flow' ? 'p' : 'span', inElse, inner('phrasing')),
          aTemplate(fc.constant({ slot: 'else' })),
        ),
      ),
    )
    .map(([yes, children, no]) => [...(yes ? [yes] : []), ...children, ...(no ? [no] : [])]);
  const aCase = element('geo-case', merged(conditions, onOurs, some([70, fc.constant({ hidden: '' })])), parts);
  const ours = [
    { weight: 4, arbitrary: element('geo-if', merged(conditions, onOurs), parts) },
    {
      weight: 3,
      arbitrary: element(
        'geo-switch',
        onOurs,
        fc.tuple(fc.array(aCase, { minLength: 1, maxLength: 3 }), inner()).map(([cases, rest]) => [...cases, ...rest]),
      ),
    },
    {
      weight: 2,
      arbitrary: element(
        'geo-text',
        merged(
          template.map((text) => ({ template: text })),
          onOurs,
        ),
        inner('words'),
      ),
    },
    {
      weight: 1,
      arbitrary: element('geo-currency', merged(fc.constant({ prices: 'USD 6, EUR 5.50' }), onOurs), inner('words')),
    },
    {
      weight: 1,
      arbitrary: element(
        'geo-currency',
        merged(
          fc.constantFrom('EUR 2', 'EUR 2.25, USD 7', 'EUR 6', 'GBP 1', '').map((minus) => ({
            prices: 'USD 6, EUR 5.50',
            minus,
          })),
          onOurs,
        ),
        fc
          .tuple(inner('words'), fc.option(element('span', inReached, inner('words'))))
          .map(([children, reached]) => [...children, ...(reached ? [reached] : [])]),
      ),
    },
  ];
  const phrasing = [
    { weight: 3, arbitrary: words },
    { weight: 3, arbitrary: element('span', onAny, inner('phrasing')) },
    { weight: 1, arbitrary: element('b', onAny, inner('phrasing')) },
    { weight: 1, arbitrary: element('select', onAny, many('option', onAny, pieces('words', 0))) },
    { weight: 1, arbitrary: element('textarea', onAny, inner('words')) },
    {
      weight: 1,
      arbitrary: element(
        'ruby',
        onAny,
        fc.tuple(words, element('rt', onAny, inner('words'))).map((both) => [...both]),
      ),
    },
  ];
  const flow = [
    { weight: 3, arbitrary: element('p', onAny, inner('phrasing')) },
    { weight: 2, arbitrary: element('div', onAny, inner()) },
    { weight: 2, arbitrary: element('ul', onAny, many('li', onAny)) },
    { weight: 1, arbitrary: element('pre', onAny, inner('phrasing')) },
    {
      weight: 1,
      arbitrary: element(
        'dl',
        onAny,
        fc.tuple(element('dt', onAny, inner('phrasing')), element('dd', onAny, inner())).map((both) => [...both]),
      ),
    },
    {
      weight: 1,
      arbitrary: element('table', onAny, many('tbody', onAny, many('tr', onAny, many('td', onAny)))),
    },
  ];
  const all = place === 'flow' ? [...ours, ...phrasing, ...flow] : [...ours, ...phrasing];
  return fc.array(fc.oneof(...all), { maxLength: 3 });
}

/** A page's part, small enough to read once it has been shrunk. */
export const randomPieces: Arbitrary<readonly Piece[]> = pieces('flow', 3).filter(({ length }) => length > 0);

/** What a page says of its language, and the browser of its own. */
export interface Languages {
  readonly page: string | undefined;
  readonly browser: string;
}

export const randomLanguages: Arbitrary<Languages> = fc.record({
  page: fc.constantFrom('en', 'fr', undefined, '', 'not a language'),
  browser: fc.constantFrom('en-US', 'fr-FR', 'ja'),
});
