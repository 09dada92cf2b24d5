import { visitors } from '../../support/visitors.ts';
import { expect, open, test } from '../support/test.ts';

const text = '<geo-text template="{country}">Land</geo-text>';
const languages = `[...document.querySelectorAll('geo-text,geo-currency')].map((element) =>
  [...element.shadowRoot.querySelectorAll('[part]')].map((part) => part.getAttribute('lang')).join())`;

test('a value has the language of the text around it', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  const html = `<p lang="ja">${text}</p><p lang="de"><geo-currency prices="EUR 4, JPY 600" was="EUR 5, JPY 700">4 €</geo-currency></p><p lang="">${text}</p>`;
  await open(page, site.page(html));
  await expect.poll(() => page.evaluate(languages)).toEqual(['ja', 'de,de', '']);
});

test('a value in the language of the page has none of its own', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  await open(page, site.page(`<script>document.documentElement.lang = 'fr'</script><p>${text}</p>`));
  await expect
    .poll(() => page.locator('geo-text').evaluate((element) => element.shadowRoot?.textContent))
    .toBe('Japon');
  expect(await page.evaluate(languages)).toEqual(['']);
  expect(await page.locator('geo-text').evaluate((element) => element.shadowRoot?.innerHTML)).not.toContain('lang');
});

test("a suggestion's bar has the language of its words @rare", async ({ page, site }) => {
  site.visitor = visitors.osaka;
  const suggestion =
    '<geo-suggest country="JP" href="/ja" label="はい" close="閉じる" hidden>日本語のサイトがあります</geo-suggest>';
  await open(page, site.page(`<div lang="ja">${suggestion}</div>`));
  await expect(page.getByRole('complementary')).toHaveAttribute('lang', 'ja');
});

const followed = `<p data-geo-text="{country}">Land</p>${text}
  <p><geo-currency prices="EUR 4, JPY 600">4 €</geo-currency></p><p lang="de"><b data-geo-text="{country}">Land</b></p>`;
const shown = `[...document.querySelectorAll('[data-geo-text],geo-text,geo-currency')]
  .map((element) => element.shadowRoot?.textContent ?? element.textContent).join()`;

test('values follow a language that a script changes, of the page or of a part', async ({ page, site }) => {
  site.visitor = visitors.osaka;
  await open(page, site.page(followed));
  await expect.poll(() => page.evaluate(shown)).toBe('Japan,Japan,¥600,Japan');
  await page.evaluate(() => void (document.documentElement.lang = 'fr'));
  await expect.poll(() => page.evaluate(shown)).toBe('Japon,Japon,600\u00A0JPY,Japan');
  await page.evaluate(() => document.querySelector('[lang=de]')?.setAttribute('lang', 'it'));
  await expect.poll(() => page.evaluate(shown)).toBe('Japon,Japon,600\u00A0JPY,Giappone');
});
