import { expect, open, test, visibleText } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';

const flags = (site: { readonly requests: readonly string[] }) =>
  site.requests.filter((path) => path.includes('flag')).map((path) => path.replace(/\.[\w-]+\.js$/, '.js'));

test("a flag is the country's, named in the language of the place, and follows the visitor", async ({ page, site }) => {
  const html =
    '<geo-flag></geo-flag> <p lang="de"><geo-flag></geo-flag></p> <p lang="ar" dir="rtl"><geo-flag></geo-flag></p>';
  await open(page, site.page(html));
  const named = async () =>
    page.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  await expect(page.getByRole('img')).toHaveCount(3);
  expect(await named()).toEqual(['France', 'Frankreich', 'فرنسا']);
  await expect
    .poll(() =>
      page
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await be(page, 'JP');
  expect(await named()).toEqual(['Japan', 'Japan', 'اليابان']);
  await expect.poll(() => flags(site)).toEqual(['/geolet-flag.js', '/geolet-flags/fr.svg', '/geolet-flags/jp.svg']);
});

test('a flag has the height of its line, and can be styled @rare', async ({ page, site }) => {
  await open(
    page,
    site.page('<p style="font-size: 20px"><geo-flag></geo-flag></p><geo-flag class="wide"></geo-flag>', {
      head: '<style>.wide::part(flag) { inline-size: 90px; block-size: 60px }</style>',
    }),
  );
  expect(await page.locator('p img').boundingBox()).toMatchObject({ width: 30, height: 20 });
  expect(await page.locator('.wide img').boundingBox()).toMatchObject({ width: 90, height: 60 });
});

test("a flag of a named country, with the owner's own words or none", async ({ page, site }) => {
  const html =
    '<geo-flag country="uk"></geo-flag><geo-flag country="BR" alt="Made in Brazil"></geo-flag><p><geo-flag country="DE" alt=""></geo-flag> Germany</p>';
  await open(page, site.page(html));
  await expect(page.getByRole('img', { name: 'United Kingdom' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Made in Brazil' })).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(2);
  expect(flags(site)).toContain('/geolet-flags/gb.svg');
});

test('where there is no flag the children show', async ({ page, site, expectLines }) => {
  expectLines(/404/, /\[geolet\] bad-record/);
  answer(site, null);
  const html =
    '<main><geo-flag>A</geo-flag><geo-flag country="en">B</geo-flag><geo-flag country="France">C</geo-flag><geo-flag country="../x">D</geo-flag></main>';
  await open(page, site.page(html));
  await expect.poll(() => visibleText(page.locator('main'))).toBe('ABCD');
  expect(flags(site)).toEqual(['/geolet-flag.js', '/geolet-flags/en.svg']);
});

test('a flag that is named needs no visitor: it shows after a failure as well', async ({ page, site, expectLines }) => {
  expectLines(/\[geolet\] bad-record/);
  answer(site, null);
  await open(page, site.page('<geo-flag country="BR" alt="Made in Brazil">A</geo-flag>'));
  await expect(page.getByRole('img', { name: 'Made in Brazil' })).toBeVisible();
});

test('a flag that is cancelled does not show, and one that is there stays @rare', async ({ page, site }) => {
  await open(
    page,
    site.page('<geo-flag>A</geo-flag>', {
      head: '<script>document.addEventListener("geo-before-update", (event) => event.value === "Japan" || event.preventDefault())</script>',
    }),
  );
  expect(await visibleText(page.locator('geo-flag'))).toBe('A');
  await be(page, 'JP');
  await expect(page.getByRole('img', { name: 'Japan' })).toBeVisible();
  await be(page, 'DE');
  await expect(page.getByRole('img', { name: 'Japan' })).toBeVisible();
});

test('flags work under a strict policy', async ({ page, site }) => {
  site.headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await open(page, site.page('<geo-flag>A</geo-flag>'));
  await expect(page.getByRole('img', { name: 'France' })).toBeVisible();
});

test('every country of the record has a flag, which runs and loads nothing @rare', async ({ request, site }) => {
  const { readFileSync } = await import('node:fs');
  const countries = Object.keys(JSON.parse(readFileSync('src/record/countries.generated.json', 'utf8')) as object);
  const table = JSON.parse(readFileSync('src/widget/features/flags.generated.json', 'utf8')) as Record<string, string>;
  expect(Object.keys(table).sort()).toEqual(countries.map((country) => country.toLowerCase()).sort());
  for (const flag of Object.values(table))
    expect(flag).not.toMatch(/<(script|image|use|foreignObject|style|a)\b|href|url\(|\son\w+=/i);
  const answered = await request.get(`${site.url}/geolet-flags/xk.svg`);
  expect([answered.status(), await answered.text()]).toEqual([200, table.xk]);
});
