import { readFileSync } from 'node:fs';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';

const page = readFileSync('docs/platforms.md', 'utf8');
const wordPress = page.split('\n## WordPress\n')[1]?.split('\n## ')[0] ?? '';
const examples = [...wordPress.matchAll(/```html\n(.*?)```/gs)].map(([, html = '']) => html);
/** What the page's lines of PHP write into the head. */
const [style = '', tag = ''] = [...wordPress.matchAll(/echo '(.*?)';/g)].map(([, html = '']) => html);
const branches = examples.filter((html) => html.includes('geo-hidden'));
const readers = ['lyon', 'osaka', 'failure', 'unknown', 'scripts off'] as const;

test('the page has two ways to write branches, and the line of CSS that they need @rare', () => {
  expect(branches).toHaveLength(2);
  expect(branches.join()).not.toMatch(/<geo-|<template|slot=| hidden[ >]/);
  expect(style).toBe('<style>.geo-hidden { display: none }</style>');
  expect(tag).toContain('src="/geolet.js"');
});

test('what an author writes in WordPress reads right @rare', async ({ browser, page: visit, expectLines }) => {
  expectLines(/404/, /\[geolet\] http/);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await eachRow(
    branches.flatMap((html, index) =>
      readers.map((reader) => [`example ${index + 1}, ${reader}`, { html, reader }] as const),
    ),
    visit,
    async ([, { html, reader }], site) => {
      site.visitor = { unknown: '192.0.2.1', osaka: visitors.osaka }[reader as string] ?? visitors.lyon;
      if (reader === 'failure') site.geo = faults.status(404);
      const url = site.page(`<main>${html}</main>`, { head: style, tag });
      if (reader === 'scripts off') await plain.goto(url);
      else await open(visit, url);
      expect(await visibleText((reader === 'scripts off' ? plain : visit).locator('main'))).toBe(
        reader === 'lyon' ? 'Livraison en 2 jours.' : 'Ships in 5 days.',
      );
    },
  );
  await plain.close();
});

test('without the line of CSS both branches show @rare', async ({ page: visit }) => {
  await eachRow(
    branches.map((html) => [html, html]),
    visit,
    async ([, html], site) => {
      site.visitor = visitors.osaka;
      await open(visit, site.page(`<main>${html}</main>`, { tag }));
      expect(await visibleText(visit.locator('main'))).toBe('Livraison en 2 jours. Ships in 5 days.');
    },
  );
});

test('words and prices are written into what an author may keep @rare', async ({ page: visit, site }) => {
  const [html = ''] = examples.filter((example) => example.includes('data-geo-currency'));
  await open(visit, site.page(`<main>${html}</main>`, { head: style, tag }));
  expect(await visibleText(visit.locator('main'))).toBe('Made to walk Lyon, €139');
});

test('every platform of the table says when it was tried, or that it was not', () => {
  const rows = (page.split('| platform | tried |')[1]?.split('\n\n')[0] ?? '').split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows)
    expect(row.split('|')[2]?.trim(), row).toMatch(
      /^(not tried(; \[reconstructed\]\(\w+\.md\))?|\w+ 20\d\d, \[.+\]\(#.+\))$/,
    );
});
