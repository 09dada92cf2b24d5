import { expect, open, test, visibleText } from '../support/test.ts';
import { be } from '../elements/support.ts';

const countries = ['FR', 'JP', 'BR', 'KE', 'DE', 'AU'];
const variants = (countries: readonly string[]) =>
  countries
    .map(
      (country) =>
        `<geo-case country="${country}" hidden><template>${country}<img src="/${country}.gif" alt=""><iframe src="/${country}.html" title=""></iframe></template></geo-case>`,
    )
    .join('');

test('of the pictures in a switch, only those that have shown are fetched, once', async ({ page, site }) => {
  const fetched: string[] = [];
  for (const country of countries) {
    site.file(`/${country}.html`, (_request, response) => {
      fetched.push(`${country}.html`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(country);
    });
  }
  const all = () => [...site.requests.filter((path) => path.endsWith('.gif')).map((path) => path.slice(1)), ...fetched];
  await open(page, site.page(`<main><geo-switch>${variants(countries)}<b>Default</b></geo-switch></main>`));
  await expect.poll(all).toEqual(['FR.gif', 'FR.html']);
  for (const country of ['US', 'FR', 'CN', 'FR']) await be(page, country);
  expect(await visibleText(page.locator('main'))).toBe('FR');
  expect(all()).toEqual(['FR.gif', 'FR.html']);
  await be(page, 'JP');
  await expect.poll(() => all().length).toBe(4);
  expect(new Set(all())).toEqual(new Set(['FR.gif', 'FR.html', 'JP.gif', 'JP.html']));
  expect(await page.locator('main iframe').count()).toBe(2);
});

test('a switch without a matching variant fetches none of them', async ({ page, site }) => {
  await open(page, site.page(`<main><geo-switch>${variants(['JP', 'BR'])}<b>Default</b></geo-switch></main>`));
  expect(await visibleText(page.locator('main'))).toBe('Default');
  expect(site.requests.filter((path) => /\.(gif|html)$/.test(path))).toEqual([]);
});

test('style sheets alone follow the country, the state, the group and the status', async ({ page, site }) => {
  const head = `<style>
    p::after { content: 'nobody' }
    html[data-visitor-country="US"] p::after { content: 'country' }
    html[data-visitor-state="US-CA"] p::after { content: 'state' }
    html[data-visitor-groups~="dach"] p::after { content: 'group' }
    html[data-visitor-continent="SA"][data-visitor-eu="no"][data-visitor-currency="BRL"] p::after { content: 'rest' }
    html[data-visitor-status="override"] p { color: rgb(1, 2, 3) }
    geo-if:state(off) + i { font-weight: 700 }
    geo-text::part(value) { color: rgb(4, 5, 6) }
    .in-us { letter-spacing: 3px }
  </style>`;
  await open(
    page,
    site.page(
      '<p data-geo-class="in-{country}">A</p><geo-if country="US">B</geo-if><i>C</i><geo-text template="{country}">D</geo-text>',
      { head },
    ),
  );
  const says = () =>
    page.evaluate(() => {
      const style = (selector: string, pseudo?: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body, pseudo);
      return [style('p', '::after').content, style('p').color, style('i').fontWeight, style('p').letterSpacing];
    });
  expect(await says()).toEqual(['"nobody"', 'rgb(0, 0, 0)', '700', 'normal']);
  await be(page, 'US');
  expect(await says()).toEqual(['"country"', 'rgb(1, 2, 3)', '400', '3px']);
  await be(page, 'US-CA');
  expect((await says())[0]).toBe('"state"');
  await be(page, 'AT');
  expect((await says())[0]).toBe('"group"');
  await be(page, 'BR');
  expect(await says()).toEqual(['"rest"', 'rgb(1, 2, 3)', '700', 'normal']);
  await expect(page.locator('geo-text').locator('span')).toHaveCSS('color', 'rgb(4, 5, 6)');
});
