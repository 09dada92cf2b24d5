import type { Page } from '@playwright/test';
import { scriptTag } from '../../support/site.ts';
import { be } from '../elements/support.ts';
import { expect, open, test } from '../support/test.ts';

const settings = (block: object) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify(block)}</script>`;
const css = settings({ css: true, groups: { dach: 'DE AT CH' } });
const styles = `p { color: rgb(0, 0, 0) }
  @container style(--visitor-country: FR) { p { color: rgb(1, 0, 0) } }
  @container style(--visitor-country: JP) and style(--visitor-currency: JPY) { p { color: rgb(2, 0, 0) } }
  @container style(--visitor-group-dach: yes) { p { color: rgb(3, 0, 0) } }
  @container style(--visitor-state: US-CA) { p { color: rgb(4, 0, 0) } }`;
const body = `<p>In the page</p><div id="host"></div><script>
  document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<style>${styles.replaceAll('\n', ' ')}</style><p>In a shadow tree</p>';
</script>`;

/** The red of both paragraphs says which query holds. */
const reds = (page: Page) =>
  page.evaluate(() =>
    [document, document.querySelector('#host')?.shadowRoot].map((root) => {
      const [, red] = /\((\d)/.exec(getComputedStyle(root?.querySelector('p') ?? document.body).color) ?? [];
      return Number(red);
    }),
  );
const property = (page: Page, name: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), name);
const sheets = (page: Page) =>
  page.evaluate(
    () => document.adoptedStyleSheets.filter(({ cssRules }) => /--visitor-/.test(cssRules[0]?.cssText ?? '')).length,
  );

test('style queries ask for the visitor, in the page and in shadow trees, and follow', async ({ page, site }) => {
  await open(page, site.page(body, { head: `${css}<style>${styles}</style>` }));
  await expect.poll(() => reds(page)).toEqual([1, 1]);
  for (const [words, red] of [
    ['JP', 2],
    ['CH', 3],
    ['US-CA', 4],
    ['BR', 0],
  ] as const) {
    await be(page, words);
    expect(await reds(page), words).toEqual([red, red]);
  }
  await be(page, 'unknown');
  expect(await property(page, '--visitor-country')).toBe('');
  expect(await property(page, '--visitor-status')).toBe('override');
  await be(page, undefined);
  expect(await reds(page)).toEqual([1, 1]);
  await expect(page.locator('html')).not.toHaveAttribute('style');
  expect(await sheets(page)).toBe(1);
});

test('withdrawn consent takes the country away, and destroy all of it @rare', async ({ page, site }) => {
  await open(
    page,
    site.page(body, { head: css, tag: scriptTag.replace('<script', '<script data-consent="required"') }),
  );
  expect(await property(page, '--visitor-country')).toBe('');
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await expect.poll(() => property(page, '--visitor-country')).toBe('FR');
  await page.evaluate(() => globalThis.geolet?.consent(false));
  await expect.poll(() => property(page, '--visitor-country')).toBe('');
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await sheets(page)).toBe(0);
  expect(await property(page, '--visitor-status')).toBe('');
});

test('a strict policy allows them, and replaced sheets have them again @rare', async ({ page, site }) => {
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      Reflect.set(window, 'violated', violatedDirective),
    ),
  );
  site.headers = {
    'content-security-policy':
      "default-src 'self' data:; script-src 'nonce-abc' 'strict-dynamic'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  };
  await open(page, site.page('', { head: css, tag: scriptTag.replace('<script', '<script nonce="abc"') }));
  await expect.poll(() => property(page, '--visitor-country')).toBe('FR');
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  await be(page, 'JP');
  expect(await property(page, '--visitor-country')).toBe('JP');
  expect(await page.evaluate(() => Reflect.get(window, 'violated') as unknown)).toBeUndefined();
});

test('no value ends the property that it stands in @rare', async ({ page, site }) => {
  await open(page, site.page('', { head: css }));
  await expect.poll(() => property(page, '--visitor-country')).toBe('FR');
  const wrong = await page.evaluate(async () => {
    const pieces = [
      ...Array.from(`{}();:!@#,'"\\/*-_ \n\t\f<>[]$&|~^%+=?.0a9Zé漢😀\u0001\u007F`),
      '!important',
      'url(',
      '/*',
      '*/',
      '--',
      'var(--x)',
      '}body{color:red}',
    ];
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const found: string[] = [];
    for (let round = 0; round < 200; round++) {
      const values = Array.from(
        { length: 10 },
        () => Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join('') + 'x',
      );
      for (const [index, value] of values.entries())
        document.documentElement.setAttribute(`data-visitor-test${index}`, value);
      await globalThis.geolet?.override(round % 2 ? 'FR' : 'JP');
      const [sheet] = document.adoptedStyleSheets.filter(({ cssRules }) =>
        /--visitor-/.test(cssRules[0]?.cssText ?? ''),
      );
      const style = getComputedStyle(document.documentElement);
      if (
        sheet?.cssRules.length !== 1 ||
        style.color !== 'rgb(0, 0, 0)' ||
        style.getPropertyValue('--visitor-status') !== 'override'
      )
        found.push(JSON.stringify(values));
      for (const [index, value] of values.entries())
        if (style.getPropertyValue(`--visitor-test${index}`).trim() !== CSS.escape(value).trim())
          found.push(`${JSON.stringify(value)}: ${style.getPropertyValue(`--visitor-test${index}`)}`);
    }
    return found;
  });
  expect(wrong.slice(0, 5)).toEqual([]);
});
