import { expect, open, test, visibleText } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';

const names = '{country} · {continent|…} · {currency} · {language}';
const continentFiles = (site: { readonly requests: readonly string[] }) =>
  site.requests.filter((path) => /^\/geolet-continents\.[\w-]+\.js$/.test(path)).length;

test('countries, continents, currencies and languages are named in the place’s tongue', async ({ page, site }) => {
  const html = `<main><p><geo-text template="${names}">A</geo-text></p><p lang="de"><geo-text template="${names}">B</geo-text></p><p lang="zh-TW" data-geo-text="${names}">C</p><p lang="pt-PT" data-geo-text="${names}">D</p></main>`;
  await open(page, site.page(html));
  await expect.poll(() => page.locator('p').nth(3).textContent()).toContain('Europa');
  const read = async () => Promise.all([0, 1, 2, 3].map(async (index) => visibleText(page.locator('p').nth(index))));
  const english = await page.evaluate(() =>
    ['en', 'de', 'zh-TW', 'pt-PT'].map(
      (locale) => new Intl.DisplayNames(locale, { type: 'language' }).of('en-US') ?? '',
    ),
  );
  expect(english.map((name) => name.slice(0, 7))).toEqual(['America', 'Englisc', '英文（美國）', 'inglês ']);
  const withLanguage = (names: readonly string[]) => names.map((name, index) => `${name} · ${english[index]}`);
  expect(await read()).toEqual(
    withLanguage([
      'France · Europe · Euro',
      'Frankreich · Europa · Euro',
      '法國 · 歐洲 · 歐元',
      'França · Europa · euro',
    ]),
  );
  await be(page, 'AU');
  expect(await read()).toEqual(
    withLanguage([
      'Australia · Oceania · Australian Dollar',
      'Australien · Ozeanien · Australischer Dollar',
      '澳洲 · 大洋洲 · 澳幣',
      'Austrália · Oceânia · dólar australiano',
    ]),
  );
  expect(continentFiles(site)).toBe(1);
});

for (const [language, reads, shown] of [
  ['en', 0, 'France A'],
  ['de', 1, 'Frankreich A'],
] as const) {
  test(`a page in ${language} asks the platform for ${reads ? 'names' : 'nothing'}`, async ({ page, site }) => {
    await page.addInitScript(() => {
      const { DisplayNames, NumberFormat, DateTimeFormat } = Intl;
      let read = 0;
      for (const [name, value] of Object.entries({ DisplayNames, NumberFormat, DateTimeFormat })) {
        Object.defineProperty(Intl, name, {
          configurable: true,
          get: () => (document.documentElement.dataset.reads = `${++read}`) && value,
        });
      }
    });
    const html = `<main lang="${language}"><b data-geo-text="{country}">you</b> <a data-geo-href="/{country:lower}" data-geo-show="country: FR">A</a></main>`;
    await open(page, site.page(html));
    expect(await visibleText(page.locator('main'))).toBe(shown);
    expect(Number(await page.evaluate(() => document.documentElement.dataset.reads ?? 0))).toBe(reads);
  });
}

test('names of continents are not downloaded by a page in English, or without them', async ({ page, site }) => {
  const html =
    '<main><p data-geo-text="{continent}">A</p><p lang="en-GB" data-geo-text="In {continent}">B</p><p lang="de" data-geo-text="{country}">C</p><a lang="de" data-geo-href="/{continent}">D</a></main>';
  await open(page, site.page(html));
  expect(await visibleText(page.locator('main'))).toBe('Europe In Europe Frankreich D');
  expect(continentFiles(site)).toBe(0);
});

test('a page whose names of continents do not come stays as written', async ({ page, site, expectLines }) => {
  expectLines(/404|Failed/, /file-refused: continents/);
  await page.route('**/geolet-continents.*', (route) => route.abort());
  const html =
    '<main lang="de"><geo-text template="In {continent}">Bei dir</geo-text> <geo-text template="{country}">Da</geo-text></main>';
  await open(page, site.page(html));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Bei dir Frankreich');
});

test('a city in the other direction keeps the words around it in their order', async ({ page, site }) => {
  answer(site, { countryCode: 'IL', city: 'תל אביב' });
  const html =
    '<p data-geo-text="{city}, 3 shops">A</p><p data-geo-text="{country}, 3 shops">B</p><p lang="he" dir="rtl" data-geo-text="{city}!">C</p>';
  await open(page, site.page(html));
  expect(await page.locator('p').allTextContents()).toEqual([
    '\u2068תל אביב\u2069, 3 shops',
    'Israel, 3 shops',
    'תל אביב!',
  ]);
  const right = (text: string) =>
    page.evaluate((text) => {
      const node = document.querySelector('p')?.firstChild;
      const range = document.createRange();
      if (!(node instanceof Text)) return 0;
      range.setStart(node, node.data.indexOf(text));
      range.setEnd(node, node.data.indexOf(text) + text.length);
      return range.getBoundingClientRect().left;
    }, text);
  // Without isolation the number would go to the left of the city.
  expect(await right('3')).toBeGreaterThan(await right('תל'));
});
