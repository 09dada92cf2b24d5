/** One form of a conditional, and what a visitor reads of it. Every condition asks for France. */
interface Row {
  readonly name: string;
  readonly html: string;
  readonly yes: string;
  readonly no: string;
  /** With scripts off and before the answer. */
  readonly written: string;
  /** After a failure and where the country is not known; else as written. */
  readonly unknown?: string;
}

/** The table "what shows when" of the documentation, row by row, and what its rules add. */
export const rows: readonly Row[] = [
  { name: 'plain', html: '<geo-if country="FR">A</geo-if>', yes: 'A', no: '', written: 'A' },
  { name: 'reversed', html: '<geo-if not-country="FR">A</geo-if>', yes: '', no: 'A', written: 'A' },
  { name: 'hidden', html: '<geo-if country="FR" hidden>A</geo-if>', yes: 'A', no: '', written: '' },
  {
    name: 'else',
    html: '<geo-if country="FR">A <span slot="else" hidden>B</span></geo-if>',
    yes: 'A',
    no: 'B',
    written: 'A',
  },
  {
    name: 'else without hidden children',
    html: '<geo-if country="FR">A<p slot="else" hidden>B</p><p slot="else" hidden>C</p></geo-if>',
    yes: 'A',
    no: 'B C',
    written: 'A',
  },
  {
    name: 'hidden with else',
    html: '<geo-if country="FR" hidden>A<span slot="else" hidden>B</span></geo-if>',
    yes: 'A',
    no: 'B',
    written: '',
  },
  { name: 'template', html: '<geo-if country="FR"><template>A</template>B</geo-if>', yes: 'A', no: 'B', written: 'B' },
  {
    name: 'template with else template',
    html: '<geo-if country="FR"><template>A</template>B<template slot="else">C</template></geo-if>',
    yes: 'A',
    no: 'C',
    written: 'B',
  },
  {
    name: 'template with else',
    html: '<geo-if country="FR"><template>A</template>B<span slot="else" hidden>C</span></geo-if>',
    yes: 'A',
    no: 'C',
    written: 'B',
  },
  {
    name: 'else template alone',
    html: '<geo-if country="FR">A<template slot="else">C</template></geo-if>',
    yes: 'A',
    no: 'C',
    written: 'A',
  },
  {
    name: 'template alone',
    html: '<geo-if country="FR"> <template>A</template> </geo-if>',
    yes: 'A',
    no: '',
    written: '',
  },
  {
    name: 'hidden with a template',
    html: '<geo-if country="FR" hidden><template>A</template></geo-if>',
    yes: 'A',
    no: '',
    written: '',
  },
  {
    name: 'hidden with a template and content',
    html: '<geo-if country="FR" hidden><template>A</template>B</geo-if>',
    yes: 'A',
    no: 'B',
    written: '',
  },
  {
    name: 'template of bare text and elements',
    html: '<geo-if country="FR"><template>one <b>two</b> three</template>B</geo-if>',
    yes: 'one two three',
    no: 'B',
    written: 'B',
  },
  {
    name: 'empty template',
    html: '<geo-if country="FR"><template></template>B</geo-if>',
    yes: '',
    no: 'B',
    written: 'B',
  },
  {
    name: 'empty else template',
    html: '<geo-if country="FR">A<template slot="else"></template></geo-if>',
    yes: 'A',
    no: '',
    written: 'A',
  },
  {
    name: 'hidden child',
    html: '<geo-if country="FR">A <b hidden>more</b></geo-if>',
    yes: 'A more',
    no: '',
    written: 'A',
  },
  {
    name: 'hidden content beside a template',
    html: '<geo-if country="FR"><template>A</template><p hidden>B</p></geo-if>',
    yes: 'A',
    no: 'B',
    written: '',
  },
  {
    name: 'names unknown',
    html: '<geo-if country="FR unknown" hidden>A</geo-if>',
    yes: 'A',
    no: '',
    written: '',
    unknown: 'A',
  },
  { name: 'names known', html: '<geo-if country="*">A</geo-if>', yes: 'A', no: 'A', written: 'A', unknown: '' },

  {
    name: 'switch',
    html: '<geo-switch><geo-case country="FR" hidden>A</geo-case><geo-case country="JP" hidden>B</geo-case>D</geo-switch>',
    yes: 'A',
    no: 'D',
    written: 'D',
  },
  {
    name: 'switch with elements as default',
    html: '<geo-switch><p>D</p><geo-case country="FR" hidden><p>A</p></geo-case></geo-switch>',
    yes: 'A',
    no: 'D',
    written: 'D',
  },
  {
    name: 'switch without default',
    html: '<geo-switch><geo-case country="FR" hidden>A</geo-case></geo-switch>',
    yes: 'A',
    no: '',
    written: '',
  },
  {
    name: 'switch with templates',
    html: '<geo-switch><geo-case country="FR" hidden><template>A</template></geo-case>D</geo-switch>',
    yes: 'A',
    no: 'D',
    written: 'D',
  },
  {
    name: 'default as a case',
    html: '<geo-switch><geo-case country="FR" hidden>A</geo-case><geo-case>D</geo-case></geo-switch>',
    yes: 'A',
    no: 'D',
    written: 'D',
  },
  {
    name: 'default case that can match',
    html: '<geo-switch><geo-case country="JP" hidden>B</geo-case><geo-case country="FR">A</geo-case></geo-switch>',
    yes: 'A',
    no: 'A',
    written: 'A',
  },
  {
    name: 'first yes',
    html: '<geo-switch><geo-case country="FR" hidden>A</geo-case><geo-case country="FR" hidden>B</geo-case>D</geo-switch>',
    yes: 'A',
    no: 'D',
    written: 'D',
  },
  {
    name: 'unknown before yes',
    html: '<geo-switch><geo-case city="Paris" hidden>B</geo-case><geo-case country="FR" hidden>A</geo-case>D</geo-switch>',
    yes: 'A',
    no: 'D',
    written: 'D',
  },
  {
    name: 'empty case',
    html: '<geo-switch><geo-case country="FR" hidden></geo-case>D</geo-switch>',
    yes: '',
    no: 'D',
    written: 'D',
  },
  {
    name: 'hidden switch',
    html: '<geo-switch hidden><geo-case country="FR" hidden>A</geo-case>D</geo-switch>',
    yes: 'A',
    no: '',
    written: '',
  },

  {
    name: 'if in if',
    html: '<geo-if country="FR">A <geo-if continent="EU">B</geo-if></geo-if>',
    yes: 'A B',
    no: '',
    written: 'A B',
  },
  {
    name: 'contradicting',
    html: '<geo-if country="FR"><geo-if country="DE">A</geo-if></geo-if>',
    yes: '',
    no: '',
    written: 'A',
  },
  {
    name: 'hidden unknown in if',
    html: '<geo-if country="FR"><geo-if city="Paris" hidden>A</geo-if>B</geo-if>',
    yes: 'B',
    no: '',
    written: 'B',
  },
  {
    name: 'if as else',
    html: '<geo-if country="FR">A<geo-if slot="else" continent="EU" hidden>B</geo-if></geo-if>',
    yes: 'A',
    no: 'B',
    written: 'A',
  },
  {
    name: 'if in template',
    html: '<geo-if country="FR"><template>A <geo-if continent="EU" hidden>B</geo-if><geo-if continent="AS">C</geo-if></template>D</geo-if>',
    yes: 'A B',
    no: 'D',
    written: 'D',
  },
  {
    name: 'switch in switch',
    html: '<geo-switch><geo-case continent="EU" hidden><geo-switch><geo-case country="FR" hidden>A</geo-case>B</geo-switch></geo-case>D</geo-switch>',
    yes: 'A',
    no: 'B',
    written: 'D',
  },
  {
    name: 'switch in if',
    html: '<geo-if continent="EU" hidden><geo-switch><geo-case country="FR" hidden>A</geo-case>B</geo-switch></geo-if>',
    yes: 'A',
    no: 'B',
    written: '',
  },
  {
    name: 'switch in template',
    html: '<geo-if continent="EU"><template><geo-switch><geo-case country="FR" hidden>A</geo-case>B</geo-switch></template>D</geo-if>',
    yes: 'A',
    no: 'B',
    written: 'D',
  },
  {
    name: 'bound child',
    html: '<geo-if continent="EU"><p data-geo-show="country: FR" hidden>A</p>B</geo-if>',
    yes: 'A B',
    no: 'B',
    written: 'B',
  },

  { name: 'bound', html: '<p data-geo-show="country: FR">A</p>', yes: 'A', no: '', written: 'A' },
  { name: 'bound and hidden', html: '<p data-geo-show="country: FR" hidden>A</p>', yes: 'A', no: '', written: '' },
  { name: 'bound to hide', html: '<p data-geo-hide="country: FR">A</p>', yes: '', no: 'A', written: 'A' },
  {
    name: 'bound to hide and hidden',
    html: '<p data-geo-hide="country: FR" hidden>A</p>',
    yes: '',
    no: 'A',
    written: '',
  },
  {
    name: 'bound to show and hide',
    html: '<p data-geo-show="continent: EU" data-geo-hide="country: FR">A</p>',
    yes: '',
    no: 'A',
    written: 'A',
  },
  {
    name: 'bound row',
    html: '<table><tr data-geo-show="country: FR"><td>A</td></tr><tr><td>B</td></tr></table>',
    yes: 'A B',
    no: 'B',
    written: 'A B',
  },
  {
    name: 'bound list item',
    html: '<ul><li data-geo-show="country: FR" hidden>A</li><li>B</li></ul>',
    yes: 'A B',
    no: 'B',
    written: 'B',
  },
];

/** All rows on one page, with a mark between them. */
export const page = `<main>${rows.map(({ html }) => `<section>${html}</section>`).join('<p>¦</p>')}</main>`;

/** France, and Germany, which is "no" to all that asks for France and in Europe too. */
export const records = {
  yes: { countryCode: 'FR', continentCode: 'EU' },
  no: { countryCode: 'DE', continentCode: 'EU' },
} as const;

export type Column = 'yes' | 'no' | 'written' | 'unknown';

/** What each row shows in a column of the table, by its name. */
export function expected(column: Column): Record<string, string> {
  return Object.fromEntries(
    rows.map((row) => [row.name, column === 'unknown' ? (row.unknown ?? row.written) : row[column]]),
  );
}
