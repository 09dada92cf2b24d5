import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, open, test, visibleText } from '../support/test.ts';

declare const Readability: new (page: Document) => { parse(): { textContent: string } | null };

const readability = readFileSync(createRequire(import.meta.url).resolve('@mozilla/readability/Readability.js'), 'utf8');

/** What is written, and what shows and is read in Lyon. */
const forms = [
  [
    '<geo-if country="FR"><template>to France</template><template slot="else">elsewhere</template></geo-if>',
    'to France',
  ],
  ['<geo-if country="US"><template>to America</template><template slot="else">abroad</template></geo-if>', 'abroad'],
  ['<geo-if country="US" hidden>Free in America</geo-if><geo-if country="FR" hidden>Gratuit</geo-if>', 'Gratuit'],
  ['<geo-if country="DE FR">Free <b slot="else" hidden>In a week</b></geo-if>', 'Free'],
  [
    '<geo-switch><geo-case country="FR" hidden><template>Paris</template></geo-case><geo-case hidden>New York</geo-case></geo-switch>',
    'Paris',
  ],
  [
    '<b data-geo-show="country: FR" hidden>in two days</b><b data-geo-hide="country: FR">in five days</b>',
    'in two days',
  ],
  ['<b data-geo-text="Shoes for {city}">Shoes for you</b>', 'Shoes for Lyon'],
  ['<b data-geo-currency="USD 149, EUR 139">$149</b>', '€139'],
] as const;
const long = `<p>${'A sentence that readers keep, since it is long enough, and has commas. '.repeat(9)}</p>`;
const content = `<article><h1>Walks</h1>${long}${forms.map(([html]) => `<p class="form">${html}</p>`).join('')}${long}</article>`;

test('a reader view has what shows of what the docs name for it, and nothing else', async ({ page, site }) => {
  await open(page, site.page(content));
  const shown = page.locator('.form');
  const inLyon = forms.map(([, text]) => text);
  await expect
    .poll(() => shown.evaluateAll((all) => all.map((form) => (form as HTMLElement).innerText.trim())))
    .toEqual(inLyon);
  await page.evaluate(readability);
  const read = await page.evaluate(() => {
    // The reader gives text without elements: a mark parts the forms.
    const copy = document.cloneNode(true) as Document;
    for (const form of copy.querySelectorAll('.form')) form.append('|');
    const text = new Readability(copy).parse()?.textContent ?? '';
    return text
      .replaceAll(/A sentence[^.]*\.|Walks/g, '')
      .split('|')
      .slice(0, -1);
  });
  expect(read.map((form) => form.trim())).toEqual(inLyon);
});

test('a page that was put back before it was kept is right for the next visitor', async ({ page, site }) => {
  const body =
    '<p data-geo-currency="USD 149, EUR 139">$149</p><p data-geo-text="Hello {country}">Hello you</p><geo-if country="US">A<b slot="else" hidden>B</b></geo-if>';
  await open(page, site.page(`<main>${body}</main>`));
  const shown = page.locator('main');
  await expect(shown).toContainText('€139');
  // As docs/seo.md has it.
  await page.evaluate(() => window.geolet?.destroy());
  const html = await page.content();
  expect(html).not.toContain('data-visitor-');
  site.file('/kept', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await open(page, `${site.url}/kept?geo-as=US`);
  await expect.poll(() => visibleText(shown)).toBe('$149 Hello United States A');
});
