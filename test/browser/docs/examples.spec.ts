import { readdirSync, readFileSync } from 'node:fs';
import { scriptTag } from '../../support/site.ts';
import { expect, test } from '../support/test.ts';

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

for (const [name, blocks] of examples) {
  test(`every example in ${name} can be pasted into a page without a mistake on its console`, async ({
    browser,
    site,
  }) => {
    for (const html of blocks) {
      const page = await browser.newPage({ locale: 'en-US' });
      const mistakes: string[] = [];
      // What the proxy keeps back is no mistake of the example, and the day of its rates gets old.
      page.on(
        'console',
        (message) =>
          /^\[geolet\] (?!kept-back|unusable-rates: date)/.test(message.text()) && mistakes.push(message.text()),
      );
      page.on('pageerror', ({ message }) => mistakes.push(message));
      await page.goto(site.page(html, { tag: /geolet\.js/.test(html) ? '' : scriptTag }));
      await page.waitForFunction(() => globalThis.geolet);
      // Its file is asked for behind those that the page needs, which are there when it answers.
      await page.evaluate(() => globalThis.geolet?.ready.then(() => globalThis.geolet?.explain()));
      expect(mistakes, html).toEqual([]);
      await page.close();
    }
  });
}
