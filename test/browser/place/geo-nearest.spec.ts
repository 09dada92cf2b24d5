import type { Page } from '@playwright/test';
import { startSite } from '../../support/site.ts';
import { visitors } from '../../support/visitors.ts';
import { expect, open, test, visibleText, eachRow } from '../support/test.ts';
import { answer, be } from '../elements/support.ts';

const shops = [
  { name: 'Paris', latitude: 48.8566, longitude: 2.3522, url: '/shops/paris', phone: '+33123456789' },
  { name: 'Osaka', latitude: '34.6937', longitude: '135.5023', url: 'https://osaka.shop.example/', staff: 7 },
  { name: 'New York', latitude: 40.7128, longitude: -74.006 },
];
const lyon = { countryCode: 'FR', city: 'Lyon', latitude: '45.7485', longitude: '4.8467' };
const boston = { countryCode: 'US', city: 'Boston', latitude: '42.36', longitude: '-71.06' };
const element = '<geo-nearest places="shops" template="{name}, {distance} away">Our shops</geo-nearest>';
const settings = (places: unknown) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify({ places })}</script>`;

async function openPage(page: Page, url: string): Promise<void> {
  await open(page, url);
  await page.evaluate(() => customElements.whenDefined('geo-nearest'));
}

const text = (page: Page) => visibleText(page.locator('main'));

test('shows the nearest place in the owner’s words, in the units of the visitor’s country', async ({ page, site }) => {
  answer(site, lyon);
  await openPage(page, site.page(`<main>${element}</main>`, { head: settings({ shops }) }));
  expect(await text(page)).toBe('Paris, 393 km away');
  answer(site, boston);
  await page.evaluate(() => globalThis.geolet?.refresh());
  await expect.poll(() => text(page)).toBe('New York, 190 mi away');
});

test('reads the real record, once the proxy is told to let coordinates through', async ({ page, expectLines }) => {
  expectLines();
  const site = await startSite(process.env.GEOLET_TEST_UPSTREAM ?? '', process.env.GEOLET_TEST_KEY ?? '', {
    expose: ['latitude', 'longitude'],
  });
  site.visitor = visitors.osaka;
  await openPage(page, site.page(`<main>${element}</main>`, { head: settings({ shops }) }));
  expect(await text(page)).toMatch(/^Osaka, [\d.]+ km away$/);
  await site.close();
});

test('a record without coordinates is named once, with the setting', async ({ page, site, expectLines, lines }) => {
  expectLines(/kept-back: <geo-nearest.*GEOLET_EXPOSE=latitude,longitude/);
  await openPage(page, site.page(`<main>${element}</main>`, { head: settings({ shops }) }));
  await expect.poll(() => lines).toHaveLength(1);
  await page.evaluate(() => globalThis.geolet?.refresh());
  expect(await text(page)).toBe('Our shops');
  expect(lines).toHaveLength(1);
});

test('who is nowhere, by choice or by signal, reads what is written: no mistake', async ({ page, site }) => {
  answer(site, lyon);
  await openPage(page, site.page(`<main>${element}</main>`, { head: settings({ shops }) }));
  await be(page, 'JP');
  expect(await text(page)).toBe('Our shops');
  await be(page, undefined);
  expect(await text(page)).toBe('Paris, 393 km away');
  for (const record of [{}, { countryCode: 'FR' }, { countryCode: 'FR', latitude: 'x', longitude: null }]) {
    answer(site, record);
    await page.evaluate(() => globalThis.geolet?.refresh());
    await expect.poll(() => text(page)).toBe('Our shops');
  }
});

test('links to the place, and says the words without a link where the place has none', async ({ page, site }) => {
  answer(site, lyon);
  await openPage(
    page,
    site.page(
      '<main><geo-nearest places="shops" template="{name}" href="{url}"><a href="/shops">All</a></geo-nearest><geo-nearest id="call" places="shops" template="Call {name}" href="tel:{phone}">All</geo-nearest></main>',
      { head: settings({ shops }) },
    ),
  );
  await expect(page.getByRole('link', { name: 'Paris', exact: true })).toHaveAttribute(
    'href',
    `${site.url}/shops/paris`,
  );
  await expect(page.getByRole('link', { name: 'Call Paris' })).toHaveAttribute('href', 'tel:+33123456789');
  await expect(page.getByRole('link')).toHaveCount(2);
  answer(site, { countryCode: 'JP', latitude: '35', longitude: '136' });
  await page.evaluate(() => globalThis.geolet?.refresh());
  await expect(page.getByRole('link', { name: 'Osaka' })).toHaveAttribute('href', 'https://osaka.shop.example/');
  expect(await text(page)).toBe('OsakaCall Osaka');
  answer(site, boston);
  await page.evaluate(() => globalThis.geolet?.refresh());
  await expect.poll(() => text(page)).toBe('New YorkCall New York');
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('a link that leads to no page is refused, and named @rare', async ({ page, expectLines, lines }) => {
  const rows = [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'https://user:word@evil.example/',
    '\\\\evil.example',
    'blob:x',
    ' /shops',
    'vbscript:x',
  ];
  await eachRow(rows, page, async (url, site) => {
    lines.length = 0;

    expectLines(/unsafe-binding: <geo-nearest/);
    answer(site, lyon);
    await openPage(
      page,
      site.page('<main><geo-nearest places="shops" template="{name}" href="{url}">All</geo-nearest></main>', {
        head: settings({ shops: [{ ...shops[0], url }] }),
      }),
    );
    await expect.poll(() => text(page)).toBe('Paris');
    expect(
      await page.locator('geo-nearest').evaluate((element) => element.shadowRoot?.querySelectorAll('[href]').length),
    ).toBe(0);
  });
});

test('what the list says is text, never markup', async ({ page, site }) => {
  answer(site, lyon);
  const name = '<img src=x onerror=alert(1)>';
  await openPage(
    page,
    site.page(`<main>${element}</main>`, {
      head: settings({ shops: [{ ...shops[0], name }] }).replaceAll('<img', '\\u003cimg'),
    }),
  );
  expect(await text(page)).toBe(`${name}, 393 km away`);
});

test('a field that the place lacks takes its alternative, else the element is as written', async ({ page, site }) => {
  answer(site, boston);
  await openPage(
    page,
    site.page(
      '<main><geo-nearest places="shops" template="{name} {phone|by mail}">A</geo-nearest> ¦ <geo-nearest places="shops" template="{name} {phone}">B</geo-nearest></main>',
      { head: settings({ shops }) },
    ),
  );
  await expect.poll(() => text(page)).toBe('New York by mail ¦ B');
});

test('farther away than the owner says it is as written', async ({ page, site }) => {
  answer(site, lyon);
  await openPage(
    page,
    site.page(
      `<main>${['393km', '395km', '244 mi', '246 mi'].map((within) => `<geo-nearest places="shops" template="{name}" within="${within}">A</geo-nearest>`).join(' ')}</main>`,
      { head: settings({ shops }) },
    ),
  );
  await expect.poll(() => text(page)).toBe('A Paris A Paris');
});

test('a mistake is named once and throws nothing', async ({ page, expectLines, lines }) => {
  const rows = [
    ['a list that is not there', element, { stores: shops }, /unusable-places: .*there is no such list/, 'Our shops'],
    ['no list at all', element, undefined, /unusable-places: .*there is no such list/, 'Our shops'],
    [
      'a list by an inherited name',
      '<geo-nearest places="constructor" template="{name}">A</geo-nearest>',
      { shops },
      /unusable-places: .*there is no such list/,
      'A',
    ],
    [
      'a place that is nowhere',
      element,
      { shops: [shops[0], { name: 'Moon', latitude: 148, longitude: 2 }] },
      /unusable-places: shops: place 2 of 2/,
      'Paris, 393 km away',
    ],
    [
      'a distance that is none',
      element.replace('template', 'within="500" template'),
      { shops },
      /unusable-places: .*: 500/,
      'Paris, 393 km away',
    ],
    [
      'a template without braces',
      '<geo-nearest places="shops" template="name">A</geo-nearest>',
      { shops },
      /unusable-template: <geo-nearest/,
      'A',
    ],
    [
      'a field that no place has',
      '<geo-nearest places="shops" template="{phne}">A</geo-nearest>',
      { shops },
      /unusable-template: <geo-nearest/,
      'A',
    ],
  ] as const;
  await eachRow(rows, page, async ([, html, places, line, expected], site) => {
    lines.length = 0;

    expectLines(line);
    answer(site, lyon);
    await openPage(page, site.page(`<main>${html}</main>`, { head: places ? settings(places) : '' }));
    await expect.poll(() => lines).toHaveLength(1);
    await page.evaluate(() => globalThis.geolet?.refresh());
    expect(await text(page)).toBe(expected);
    expect(lines).toHaveLength(1);
  });
});

test('an empty list, and one that stands behind the element, are no mistakes', async ({ page, site }) => {
  answer(site, lyon);
  await openPage(
    page,
    site.page(
      `<main>${element}<geo-nearest places="none" template="{name}">A</geo-nearest></main>${settings({ shops, none: [] })}`,
    ),
  );
  expect(await text(page)).toBe('Paris, 393 km awayA');
});

const button = '<button type="button" slot="locate" hidden>Locate me</button>';
const withButton = element.replace('</', `${button}</`);

test.describe('with a button @rare', () => {
  test.use({ geolocation: { latitude: 34.7, longitude: 135.5 }, permissions: ['geolocation'] });

  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.set(window, 'asked', 0);
      const original = Geolocation.prototype.getCurrentPosition;
      Geolocation.prototype.getCurrentPosition = function (...given) {
        Reflect.set(window, 'asked', Number(Reflect.get(window, 'asked')) + 1);
        original.apply(this, given);
      };
    });
  });

  const asked = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'asked')));

  test('the browser is asked on a click alone, and every element follows', async ({ page, site }) => {
    await openPage(
      page,
      site.page(`<main>${withButton} ¦ ${element.replace('{distance} away', 'you')}</main>`, {
        head: `${settings({ shops })}<style>[hidden] { display: none !important }</style>`,
      }),
    );
    await expect.poll(() => text(page)).toContain('Our shopsLocate me');
    await page.evaluate(() => document.querySelector<HTMLElement>('button')?.click());
    await page.evaluate(() => globalThis.geolet?.refresh());
    expect(await asked(page)).toBe(0);
    const before = site.requests.length;
    await page.getByRole('button').click();
    await expect.poll(() => text(page)).toMatch(/^Osaka, 0\.7 km awayLocate me ¦ Osaka, you$/);
    expect(await asked(page)).toBe(1);
    expect(
      await page
        .locator('geo-nearest')
        .first()
        .evaluate((element) => element.matches(':state(located)')),
    ).toBe(true);
    expect(site.requests).toHaveLength(before);
    const stored = await page.evaluate(async () =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        globalThis.geolet?.visitor,
        await indexedDB.databases(),
      ]),
    );
    expect(stored).not.toMatch(/135\.5|34\.7/);
    await page.reload();
    await page.evaluate(() => customElements.whenDefined('geo-nearest'));
    expect(await asked(page)).toBe(0);
  });

  test('what the browser has answered is read out, and nothing before', async ({ page, site }) => {
    answer(site, lyon);
    await openPage(page, site.page(`<main>${withButton}</main>`, { head: settings({ shops }) }));
    await expect(page.getByRole('status')).toHaveCount(0);
    await page.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('Osaka, 0.7 km away');
    await expect(page.getByRole('button')).toBeFocused();
  });

  test('without consent it forgets', async ({ page, site }) => {
    answer(site, lyon);
    await openPage(page, site.page(`<main>${withButton}</main>`, { head: settings({ shops }) }));
    await page.getByRole('button').click();
    await expect.poll(() => text(page)).toMatch(/^Osaka/);
    await page.evaluate(() => globalThis.geolet?.consent(false));
    expect(await text(page)).toBe('Our shopsLocate me');
    await page.evaluate(() => globalThis.geolet?.consent(true));
    await expect.poll(() => text(page)).toMatch(/^Paris/);
  });

  test('destroyed it is as written, with its button hidden again', async ({ page, site }) => {
    answer(site, lyon);
    await openPage(page, site.page(`<main>${withButton}</main>`, { head: settings({ shops }) }));
    await expect.poll(() => text(page)).toBe('Paris, 393 km awayLocate me');
    await page.evaluate(() => globalThis.geolet?.destroy());
    expect(await text(page)).toBe('Our shops');
  });
});

test('a refusal changes nothing, and the next click asks again @rare', async ({ page, site, context }) => {
  answer(site, lyon);
  await openPage(page, site.page(`<main>${withButton}</main>`, { head: settings({ shops }) }));
  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = (_use, refuse) => {
      document.title += '!';
      refuse?.({ code: 1, message: 'denied' } as GeolocationPositionError);
    };
  });
  await page.getByRole('button').click();
  await page.getByRole('button').click();
  await expect(page).toHaveTitle('Test!!');
  expect(await text(page)).toBe('Paris, 393 km awayLocate me');
  expect(context.pages()).toHaveLength(1);
});

test('a button has nothing to ask where the list is missing @rare', async ({ page, site, expectLines }) => {
  expectLines(/unusable-places/);
  await openPage(page, site.page(`<main>${withButton}</main>`));
  expect(await text(page)).toBe('Our shops');
});

test('a button, `within` and mistakes are a file of their own @rare', async ({ page, site }) => {
  const fetched = () => site.requests.filter((path) => path.includes('geolet-places')).length;
  answer(site, lyon);
  await openPage(page, site.page(`<main>${element}</main>`, { head: settings({ shops }) }));
  await expect.poll(() => text(page)).toBe('Paris, 393 km away');
  expect(fetched()).toBe(0);
  await page.locator('geo-nearest').evaluate((element) => element.setAttribute('within', '100km'));
  await expect.poll(() => text(page)).toBe('Our shops');
  await expect.poll(fetched).toBe(1);
});

test('a page that refuses that file keeps what is written there @rare', async ({ page, site, expectLines }) => {
  expectLines(/Failed to load resource/, /\[geolet\] file-refused: places/);
  await page.route('**/geolet-places*', (route) => route.abort());
  answer(site, lyon);
  await openPage(
    page,
    site.page(`<main>${element} ¦ ${withButton} ¦ ${element.replace('template', 'within="500km" template')}</main>`, {
      head: settings({ shops }),
    }),
  );
  await expect.poll(() => text(page)).toBe('Paris, 393 km away ¦ Paris, 393 km away ¦ Our shops');
});

test('a place stands there while its button is on its way, and stays @rare', async ({ page, site }) => {
  let arrive = () => {};
  await page.route('**/geolet-places*', async (route) => {
    await new Promise<void>((resolve) => (arrive = resolve));
    await route.continue();
  });
  await page.addInitScript(() =>
    document.addEventListener('geo-before-update', () =>
      Reflect.set(window, 'updates', Number(Reflect.get(window, 'updates') ?? 0) + 1),
    ),
  );
  answer(site, lyon);
  await openPage(page, site.page(`<main>${withButton}</main>`, { head: settings({ shops }) }));
  await expect.poll(() => text(page)).toBe('Paris, 393 km away');
  arrive();
  await expect.poll(() => text(page)).toBe('Paris, 393 km awayLocate me');
  expect(await page.evaluate(() => Reflect.get(window, 'updates') as unknown)).toBe(1);
});

test('works under a strict policy, and with the words from right to left', async ({ page, site }) => {
  answer(site, lyon);
  site.headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html",
  };
  await openPage(page, site.page(`<main dir="rtl" lang="ar">${element}</main>${settings({ shops })}`));
  expect(await text(page)).toMatch(/^Paris, .*393.* away$/);
});
