import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test.ts';
import { answer, be } from './support.ts';
import { records } from './rows.ts';

declare const Readability: new (page: Document) => { parse(): { textContent: string } | null };

const readability = readFileSync(createRequire(import.meta.url).resolve('@mozilla/readability/Readability.js'), 'utf8');

/** What is written, and what shows in Lyon. */
const forms = [
  [
    '<geo-if country="FR"><template>in two days to France</template>in five days elsewhere</geo-if>',
    'in two days to France',
  ],
  ['<geo-if country="FR"><template><b>in two days</b></template><i>in five days</i></geo-if>', 'in two days'],
  ['<geo-if country="US">to America <b slot="else" hidden>to the world</b></geo-if>', 'to the world'],
  ['<geo-if country="US"><b>to America</b><b slot="else" hidden>to the world</b></geo-if>', 'to the world'],
  ['<geo-if country="US">Free in America</geo-if><geo-if country="FR">Gratuit</geo-if>', 'Gratuit'],
  ['<geo-if country="DE FR">Free in two days <b slot="else" hidden>In a week</b></geo-if>', 'Free in two days'],
  ['<geo-switch><geo-case country="FR" hidden>Paris</geo-case>New York</geo-switch>', 'Paris'],
  ['<geo-switch><geo-case country="FR" hidden>Paris</geo-case><geo-case>New York</geo-case></geo-switch>', 'Paris'],
  ['<b data-geo-show="country: US">Free in America</b><b data-geo-show="country: FR" hidden>Gratuit</b>', 'Gratuit'],
] as const;
const long = `<p>${'A sentence that readers keep, since it is long enough, and has commas. '.repeat(9)}</p>`;
const content = `<article><h1>Shoes</h1>${long}${forms.map(([html]) => `<p class="form">${html}</p>`).join('')}${long}</article>`;

/** @returns the text of each form for a reader view. */
async function read(page: Page): Promise<string[]> {
  await page.evaluate(readability);
  return page.evaluate(() => {
    // The reader gives text without elements: a mark parts the forms.
    const copy = document.cloneNode(true) as Document;
    for (const form of copy.querySelectorAll('.form')) form.append('|');
    const text = new Readability(copy).parse()?.textContent ?? '';
    return text
      .replaceAll(/A sentence[^.]*\.|Shoes|\u200B/g, '')
      .split('|')
      .slice(0, -1)
      .map((form) => form.replaceAll(/\s+/g, ' ').trim());
  });
}

const shown = (page: Page) =>
  page.locator('.form').evaluateAll((all) => all.map((form) => (form as HTMLElement).innerText.trim()));

test('a reader view has what shows, and nothing that does not', async ({ page, site }) => {
  await open(page, site.page(content));
  const inLyon = forms.map(([, text]) => text);
  expect(await shown(page)).toEqual(inLyon);
  await expect.poll(() => read(page)).toEqual(inLyon);
});

test('what is aside for readers comes back when it shows, also where a script has written it anew', async ({
  page,
  site,
}) => {
  await open(page, site.page(content));
  await expect.poll(() => read(page)).toContain('in two days to France');
  await page.evaluate(() => {
    for (const node of document.querySelector('.form geo-if')?.childNodes ?? [])
      if (node instanceof Text) node.data = 'in six days elsewhere';
  });
  await expect.poll(() => read(page)).toContain('in two days to France');
  await be(page, 'country: US');
  const inAmerica = [
    'in six days elsewhere',
    'in five days',
    'to America',
    'to America',
    'Free in America',
    'In a week',
    'New York',
    'New York',
    'Free in America',
  ];
  await expect.poll(() => shown(page)).toEqual(inAmerica);
  await expect.poll(() => read(page)).toEqual(inAmerica);
});

test('without a visitor the page is as it was, with nothing aside', async ({ page, site }) => {
  await open(page, site.page(content));
  await expect.poll(() => read(page)).toContain('in two days to France');
  await page.evaluate(() => geolet?.destroy());
  await expect
    .poll(() => page.locator('article').evaluate((article) => article.outerHTML.replaceAll('hidden=""', 'hidden')))
    .toBe(content);
});

test('a page that was kept as one visitor saw it is right for the next', async ({ page, site }) => {
  await open(page, site.page(content));
  await expect.poll(() => read(page)).toContain('in two days to France');
  const kept = await page.content();
  answer(site, records.no);
  site.file('/kept.html', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(kept));
  await page.evaluate(() => localStorage.clear());
  await open(page, `${site.url}/kept.html`);
  await be(page, 'country: US');
  await expect.poll(() => shown(page)).toContain('in five days elsewhere');
});

test('a page on which all shows that is written fetches nothing for readers', async ({ page, site }) => {
  await open(
    page,
    site.page('<geo-if country="FR">A</geo-if><geo-if country="FR">B <b slot="else" hidden>C</b></geo-if>'),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(site.requests.filter((path) => path.includes('aside'))).toEqual([]);
});
