import { equal } from 'node:assert/strict';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import type { Facts } from '../fact.ts';
import { type Page, witness } from '../page.ts';

/** What shows when: the markup, and what a visitor reads when the answer is yes, no, and anything else. */
const rows = [
  ['<geo-if country="FR">A</geo-if>', 'A', '', 'A'],
  ['<geo-if country="FR" hidden>A</geo-if>', 'A', '', ''],
  ['<geo-if country="FR">A <span slot="else" hidden>B</span></geo-if>', 'A', 'B', 'A'],
  ['<geo-if country="FR" hidden>A <span slot="else" hidden>B</span></geo-if>', 'A', 'B', ''],
  ['<geo-if country="FR"><template>A</template>B</geo-if>', 'A', 'B', 'B'],
  ['<geo-if country="FR"><template><b>A</b></template>B<template slot="else">C</template></geo-if>', 'A', 'C', 'B'],
  [
    '<geo-switch><geo-case country="FR" hidden>A</geo-case><geo-case eu hidden>B</geo-case>C</geo-switch>',
    'A',
    'C',
    'C',
  ],
  ['<geo-switch><geo-case country="FR" hidden><template>A</template></geo-case><i>C</i></geo-switch>', 'A', 'C', 'C'],
  ['<p data-geo-show="country: FR">A</p>', 'A', '', 'A'],
  ['<p data-geo-show="country: FR" hidden>A</p>', 'A', '', ''],
  ['<p data-geo-hide="country: FR">A</p>', '', 'A', 'A'],
  ['<p data-geo-hide="country: FR" hidden>A</p>', '', 'A', ''],
] as const;

const table = rows.map(([markup], index) => `<div id="row-${index}">${markup}</div>`).join('\n');

export const whatShowsFacts: Facts = {
  async 'conditions answered with yes show what is written for it'(page) {
    await page.open(table);
    await shows(page, 1);
  },
  async 'conditions answered with no show what is written for it'(page) {
    page.site.visitor = visitors.osaka;
    await page.open(table);
    await shows(page, 2);
  },
  async 'conditions whose answer is unknown show the page as written'(page) {
    page.site.visitor = visitors.nowhere;
    await page.open(table);
    await shows(page, 3);
  },
  'conditions show the page as written before the answer and after a failure': {
    prints: /^\[geolet\] http/,
    async prove(page) {
      let fail = () => {};
      page.site.geo = (request, response) => (fail = () => faults.status(404)(request, response));
      await page.goto(page.site.page(table, { head: witness() }));
      await page.waitFor(() => document.querySelector('geo-if')?.matches(':defined') === true);
      await shows(page, 3);
      fail();
      await page.settled();
      await shows(page, 3);
    },
  },
  async 'an answer that is taken back shows the page as written again'(page) {
    await page.open(table);
    await page.run(() => globalThis.geolet?.override('unknown'));
    await shows(page, 3);
    await page.run(() => globalThis.geolet?.reset());
    await shows(page, 1);
  },
};

async function shows(page: Page, column: 1 | 2 | 3): Promise<void> {
  for (const [index, row] of rows.entries()) equal(await page.text(`#row-${index}`), row[column], row[0]);
}
