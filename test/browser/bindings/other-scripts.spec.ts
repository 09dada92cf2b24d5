import { answer, be } from '../elements/support.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';

type Row = readonly [met: string, html: string, change: (main: Element) => void, french: string, british: string];

/** What scripts of other people do to a page, as somebody has met it with a currency or a language. */
const rows: readonly Row[] = [
  [
    'a carousel copies its slides',
    '<section><b data-geo-currency="USD 49, EUR 45, GBP 39">$49</b> <geo-if country="FR"><template>A</template>B</geo-if></section>',
    (main) => {
      for (const slide of main.querySelectorAll('section')) {
        slide.before(slide.cloneNode(true));
        slide.after(slide.cloneNode(true));
      }
    },
    '€45 A €45 A €45 A',
    '£39 B £39 B £39 B',
  ],
  [
    'a table is drawn anew from its own texts',
    '<p data-geo-currency="USD 49, EUR 45, GBP 39">$49</p><p data-geo-currency="USD 59, EUR 55, GBP 49">$59</p>',
    (main) => {
      const lines = [...main.children].toReversed();
      main.replaceChildren(...lines);
      for (const line of lines) line.replaceChildren(line.textContent ?? '');
    },
    '€55 €45',
    '£49 £39',
  ],
  [
    'a translator puts the words into elements of its own',
    '<p data-geo-text="Shoes for {city}">Shoes for you</p>',
    (main) => {
      const font = document.createElement('font');
      font.textContent = 'Chaussures pour Lyon';
      main.firstElementChild?.replaceChildren(font);
    },
    'Chaussures pour Lyon',
    'Chaussures pour Lyon',
  ],
  [
    'an emoji becomes a picture',
    '<p data-geo-text="♥ {city}">♥ you</p>',
    (main) => main.firstElementChild?.replaceChildren(new Image(), ' Lyon'),
    'Lyon',
    'Lyon',
  ],
  [
    'the last blank of a text becomes one that does not break',
    '<p data-geo-text="Free delivery to {city}">Free delivery to you</p>',
    (main) => {
      const text = main.firstElementChild;
      text?.replaceChildren(text.textContent?.replace(/ (\S+)$/, '\u00a0$1') ?? '');
    },
    'Free delivery to Lyon',
    'Free delivery to London',
  ],
  [
    'a part is shown by a style',
    '<p data-geo-show="country: FR" hidden style="display: none">A</p>',
    (main) => main.firstElementChild?.removeAttribute('style'),
    'A',
    '',
  ],
];

test('the page goes on for the visitor, whatever other scripts have made of it', async ({ page }) => {
  await eachRow(rows, page, async ([, html, change, french, british], site, tab) => {
    answer(site, { countryCode: 'FR', currencyCode: 'EUR', city: 'Lyon' });
    await open(tab, site.page(`<main>${html}</main>`));
    const read = () => visibleText(tab.locator('main'));
    await tab.locator('main').evaluate(change);
    await expect.poll(read).toBe(french);
    await be(tab, 'country: GB; currency: GBP; city: London');
    await expect.poll(read).toBe(british);
  });
});

test('a picture keeps its place where a script loads it late', async ({ page, site }) => {
  answer(site, { countryCode: 'FR' });
  await open(page, site.page('<img src="/blank.gif" data-src="/us.gif" data-geo-src="/{country:lower}.gif">'));
  const source = () => page.locator('img').getAttribute('src');
  await expect.poll(source).toBe(`${site.url}/fr.gif`);
  await page.locator('img').evaluate((image) => image.setAttribute('src', image.getAttribute('data-src') ?? ''));
  await expect.poll(source).toBe(`${site.url}/fr.gif`);
});
