import { readdirSync, readFileSync } from 'node:fs';
import type { ConsoleMessage } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { eachRow, expect, test } from '../support/test.ts';

/** Recipes and the page of one's own server have tests that read them. */
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && !/^(recipes|own-server)\.md$/.test(name))
    .map((name) => `docs/${name}`),
];
/** What names a host, or a file of a release, that is not there. */
const isElsewhere = (html: string) => /<script[^>]* src="https:|…\.js/.test(html);

const examples = pages
  .map(
    (name) =>
      [
        name,
        [...readFileSync(name, 'utf8').matchAll(/^ *```html\n(.*?)^ *```/gms)]
          .map(([, html = '']) => html)
          .filter((html) => !isElsewhere(html)),
      ] as const,
  )
  .filter(([, blocks]) => blocks.length);

test('examples are found', () => {
  expect(examples.flatMap(([, blocks]) => blocks).length).toBeGreaterThan(30);
});

test('every example can be pasted into a page without a mistake on its console @rare', async ({ context }) => {
  await eachRow(
    examples.flatMap(([name, blocks]) => blocks.map((html) => [`${name}: ${html}`, html] as const)),
    [await context.newPage(), await context.newPage()],
    async ([, html], site, page) => {
      const mistakes: string[] = [];
      // What the proxy keeps back is no mistake of the example, and the day of its rates gets old.
      const hear = (message: ConsoleMessage) =>
        void (/^\[geolet\] (?!kept-back|unusable-rates: date)/.test(message.text()) && mistakes.push(message.text()));
      const fail = ({ message }: Error) => void mistakes.push(message);
      page.on('console', hear).on('pageerror', fail);
      await page.goto(site.page(html, { tag: /geolet\.js/.test(html) ? '' : scriptTag }));
      await page.waitForFunction(() => globalThis.geolet);
      // Its file is asked for behind those that the page needs, which are there when it answers.
      await page.evaluate(() => globalThis.geolet?.ready.then(() => globalThis.geolet?.explain()));
      page.off('console', hear).off('pageerror', fail);
      expect(mistakes).toEqual([]);
    },
  );
});
