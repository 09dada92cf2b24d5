import { expect, open, test, visibleText } from '../support/test.ts';
import { be } from '../elements/support.ts';

const block = (groups: unknown) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify({ groups })}</script>`;
const own = block({ crew: 'DE FR', atlantic: ['US', 'FR'], west: 'country: US; state: US-CA', b2b: 'eu', latam: 'FR' });

test("an owner's group is a list of countries or a condition, in every form", async ({ page, site }) => {
  await open(
    page,
    site.page(
      `<main><geo-if group="crew">1</geo-if><b data-geo-show="group: atlantic">2</b><b class="geo-show-crew geo-hidden">3</b><b class="geo-hide-Atlantic">4</b>
     <b class="geo-show-b2b">5</b><geo-if group="west">6</geo-if><geo-switch><geo-case group="west" hidden>7</geo-case><geo-case group="crew" hidden>8</geo-case></geo-switch></main>`,
      { head: `${own}<style>.geo-hidden { display: none }</style>` },
    ),
  );
  const read = async () => (await visibleText(page.locator('main'))).replace(/\s/g, '');
  expect(await read()).toBe('12358');
  await be(page, 'US-CA');
  expect(await read()).toBe('267');
  await be(page, 'JP');
  expect(await read()).toBe('4');
});

test("scripts and CSS know the owner's groups", async ({ page, site }) => {
  await open(
    page,
    site.page('<p>A</p>', {
      head: `${own}<style>p { color: red } [data-visitor-groups~="crew"] p { color: rgb(0, 0, 255) }</style>`,
    }),
  );
  const told = () =>
    page.evaluate(() => [
      geolet?.matches('group: crew'),
      geolet?.matches({ 'not-group': 'west' }),
      document.documentElement.getAttribute('data-visitor-groups'),
    ]);
  expect(await told()).toEqual([true, true, 'eu eea gdpr latam crew atlantic b2b']);
  await expect(page.locator('p')).toHaveCSS('color', 'rgb(0, 0, 255)');
  await be(page, 'JP');
  expect(await told()).toEqual([false, true, null]);
  await expect(page.locator('p')).toHaveCSS('color', 'rgb(255, 0, 0)');
});

test('a group that cannot be one is named once, and the rest works', async ({ page, site, expectLines }) => {
  expectLines(/bad-settings: groups: de\b/, /unusable-value: country: atlantis/, /unusable-value: .*group="nobody"/);
  await open(
    page,
    site.page(
      '<main><b class="geo-show-de">1</b><geo-if group="odd">2</geo-if><geo-if group="nobody">3</geo-if><geo-if group="good">4</geo-if><geo-if group="nobody" hidden>5</geo-if></main>',
      { head: block({ de: 'FR', odd: 'Atlantis', good: 'FR' }) },
    ),
  );
  expect(await visibleText(page.locator('main'))).toBe('2 3 4');
});

test('a block that is no JSON leaves the page as written', async ({ page, site, expectLines }) => {
  expectLines(/bad-settings: SyntaxError/, /unusable-value: .*group="crew"/);
  await open(
    page,
    site.page('<main><geo-if group="crew">1</geo-if><geo-if country="FR">2</geo-if></main>', {
      head: own.replace('{', '{{'),
    }),
  );
  expect(await visibleText(page.locator('main'))).toBe('1 2');
});
