import { eachRow, expect, test, visibleText } from '../support/test.ts';

const shops = [
  { name: 'Paris', latitude: 48.8566, longitude: 2.3522 },
  { name: 'Osaka', latitude: 34.6937, longitude: 135.5023 },
];
const head = `<script type="application/json" data-geo-settings>${JSON.stringify({
  places: { shops },
  redirect: [
    { when: 'country: JP', to: '/jp/' },
    { when: 'country: FR', to: '/fr/', ask: 'En France ?' },
  ],
})}</script>`;
const html = '<main><geo-nearest places="shops" template="{name}, {distance} away">Our shops</geo-nearest></main>';

test('a previewed city that is known has its nearest shop, and nothing to check @rare', async ({ page, site }) => {
  await page.goto(`${site.page(html, { head })}?geo-as=FR;city:Lyon`);
  await expect.poll(() => visibleText(page.locator('main'))).toBe('Paris, 404 km away');
  await expect(page.locator('geo-preview [part=redirect]')).toBeVisible();
  await expect(page.locator('geo-preview [part=mistakes]')).toBeHidden();
});

test('the control says what the nearest shop needs @rare', async ({ page, expectLines }) => {
  expectLines(/^info: \[geolet\] <geo-nearest/);
  await eachRow(
    [
      ['FR', 'the preview has no coordinates: add near: 45.76,4.84 to it, or a large city, such as city: Lyon'],
      ['FR;city:Cluny', 'the preview does not know where Cluny is: add near: 45.76,4.84 to it'],
    ].map(([words = '', fix = '']) => [words, { words, fix }]),
    page,
    async ([, { words, fix }], site) => {
      await page.goto(`${site.page(html, { head })}?geo-as=${words}`);
      await page.locator('geo-preview [part=mistakes] summary').click();
      await expect(page.locator('geo-preview [part=mistakes] li')).toContainText(fix);
      expect(await visibleText(page.locator('main'))).toBe('Our shops');
    },
  );
});

test('the control says where the page would lead @rare', async ({ page, site, expectLines, lines }) => {
  expectLines(/^info: \[geolet\] <geo-nearest/);
  await page.goto(`${site.page(html, { head })}?geo-as=JP`);
  await expect(page.locator('geo-preview [part=redirect]')).toHaveText(
    'Redirect: would redirect to /jp/, because "country: JP" is yes; a preview stays on its page',
  );
  expect(new URL(page.url()).pathname).toBe('/');
  // Its file has come: the site is gone after this.
  await expect.poll(() => lines.some((line) => line.includes('<geo-nearest'))).toBe(true);
});
