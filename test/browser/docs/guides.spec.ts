import { readFileSync } from 'node:fs';
import { faults } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { eachRow, expect, settled, test, visibleText } from '../support/test.ts';

/** Guides with examples, and below each example a table of what readers see. */
const guides = ['languages', 'page-rules', 'prices', 'sale-prices'];

interface Reader {
  readonly address: string;
  readonly locale: string;
  readonly isDown?: boolean;
}

const notFound: Reader = { address: visitors.nowhere, locale: 'en-US' };
const failed: Reader = { ...notFound, isDown: true };

/** The location is unknown where the lookup found none, as in a preview of `unknown`, and where it failed. */
const readers: ReadonlyMap<string, readonly Reader[]> = new Map<string, readonly Reader[]>([
  ['a browser in French', [{ address: visitors.lyon, locale: 'fr-FR' }]],
  ['a browser in German', [{ address: visitors.berlin, locale: 'de-DE' }]],
  ['a browser in English', [{ address: visitors.newYork, locale: 'en-US' }]],
  ['Lyon', [{ address: visitors.lyon, locale: 'en-US' }]],
  ['London', [{ address: visitors.london, locale: 'en-US' }]],
  ['São Paulo', [{ address: visitors.saoPaulo, locale: 'en-US' }]],
  ['New York', [{ address: visitors.newYork, locale: 'en-US' }]],
  ['location not found', [notFound]],
  ['lookup failed', [failed]],
  ['location unknown', [notFound, failed]],
]);

interface Example {
  readonly html: string;
  /** What each reader sees, by the names of `readers`. */
  readonly seen: ReadonlyMap<string, string>;
}

const cellsOf = (row = '') =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function examplesIn(name: string): Example[] {
  const page = readFileSync(`docs/${name}.md`, 'utf8');
  return [...page.matchAll(/```html\n((?:(?!```)[^])*)```\n\n(\| .*\n)\| -.*\n(\| .*\n)/g)].map(
    ([, html = '', head, row]) => ({
      html,
      seen: new Map(cellsOf(head).map((reader, at) => [reader, cellsOf(row)[at] ?? ''])),
    }),
  );
}

for (const guide of guides) {
  const examples = examplesIn(guide);

  test(`${guide} has examples that say what is seen`, () => {
    expect(examples.length).toBeGreaterThan(1);
    for (const { seen } of examples) expect([...readers.keys()]).toEqual(expect.arrayContaining([...seen.keys()]));
  });

  const rows = examples.flatMap(({ html, seen }, number) =>
    [...seen].flatMap(([name, text]) =>
      (readers.get(name) ?? []).map((reader) => ({ number: number + 1, html, name, text, reader })),
    ),
  );
  for (const locale of new Set(rows.map(({ reader }) => reader.locale)))
    test(`${guide}: what is seen of each example in ${locale} @rare`, async ({ browser }) => {
      const page = await browser.newPage({ locale });
      const lines: string[] = [];
      page.on('console', (message) => lines.push(message.text()));
      await page.clock.install({ time: '2026-11-24T10:05:00Z' });
      await eachRow(
        rows
          .filter(({ reader }) => reader.locale === locale)
          .map((row) => [`${row.number} with ${row.name}${row.reader.isDown ? ', as the lookup fails' : ''}`, row]),
        page,
        async (
          [
            ,
            {
              html,
              text,
              reader: { address, isDown },
            },
          ],
          site,
        ) => {
          site.visitor = address;
          if (isDown) site.geo = faults.status(503);
          lines.length = 0;
          await page.goto(site.page(`<main>${html}</main>`, { path: '/shop' }));
          await settled(page);
          await expect.poll(() => visibleText(page.locator('main'))).toBe(text);
          expect(lines.filter((line) => line.startsWith('[geolet]') && !line.includes('http: 503'))).toEqual([]);
        },
      );
      await page.close();
    });
}

test('the suggestion of languages keeps the path, and not on its own version @rare', async ({ browser, site }) => {
  const [{ html } = { html: '' }] = examplesIn('languages');
  site.visitor = visitors.newYork;
  const page = await browser.newPage({ locale: 'fr-CA' });
  await page.goto(site.page(`<main>${html}</main>`, { path: '/shoes' }));
  await expect(page.getByRole('link', { name: 'Y aller' })).toHaveAttribute('href', /\/fr\/shoes$/);
  await page.goto(site.page(`<main>${html}</main>`, { path: '/fr/shoes' }));
  await settled(page);
  await expect(page.getByRole('link', { name: 'Y aller' })).toHaveCount(0);
  await page.close();
});

test('parts of the languages guide follow a preview and their language @rare', async ({ browser, site }) => {
  const [, { html } = { html: '' }] = examplesIn('languages');
  const page = await browser.newPage({ locale: 'en-US' });
  const price = '<p lang="de"><geo-currency prices="USD 49, EUR 45.00">$49</geo-currency></p>';
  await page.goto(`${site.page(`<main>${html}${price}</main>`)}?geo-as=FR;language:de`);
  await settled(page);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Lieferung in 2 Tagen: Frankreich. 45,00 €');
  await page.close();
});

test('the lines of the upgrading guide delete all that was stored @rare', async ({ page, site }) => {
  const [, html = ''] = /```html\n([^]*?)```/.exec(readFileSync('docs/upgrading.md', 'utf8')) ?? [];
  site.visitor = visitors.lyon;
  const stored = () =>
    page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ]);
  const markup =
    '<geo-currency prices="USD 49, EUR 45">$49</geo-currency><geo-optout><a href="/privacy">Refuse</a><span slot="honored" hidden>Honoured</span></geo-optout>';
  await page.goto(site.page(markup));
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect
    .poll(stored)
    .toEqual(
      expect.arrayContaining(['geolet', 'geolet-optout', expect.stringMatching(/^geolet:http/), 'geolet:returning']),
    );
  await page.goto(site.page(html, { tag: '', path: '/without' }));
  await expect.poll(stored).toEqual([]);
});
