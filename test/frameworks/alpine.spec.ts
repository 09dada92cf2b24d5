import { expect, open, test, visibleText } from '../browser/support/test.ts';
import { clickThrough, growthOf } from './support/growth.ts';
import { be, inLyon, inOsaka, read, scriptOf, shop } from './support/shop.ts';

const alpine = 'alpinejs/dist/cdn.js';

test.describe('Alpine:', () => {
  test('parts in x-if and x-for are right, and everything in them follows', async ({ page, site }) => {
    const body = `<main x-data="{ open: false, days: ['Monday', 'Friday'] }"><button @click="open = !open">Toggle</button>
      <template x-if="open"><section>${shop}</section></template>
      <template x-for="day in days"><p><geo-if country="FR"><b x-text="day"></b><i slot="else" hidden>Elsewhere</i></geo-if> <span data-geo-text="{city}">there</span></p></template></main>`;
    await open(page, site.page(body, { head: await scriptOf(site, alpine) }));
    await expect.poll(() => read(page)).toBe('Toggle Monday Lyon Friday Lyon');
    await page.click('button');
    await expect.poll(() => read(page)).toBe(`Toggle ${inLyon} Monday Lyon Friday Lyon`);
    await be(page, 'country: JP; city: Osaka');
    await expect.poll(() => read(page)).toBe(`Toggle ${inOsaka} Elsewhere Osaka Elsewhere Osaka`);
    await page.click('button');
    await expect.poll(() => read(page)).toBe('Toggle Elsewhere Osaka Elsewhere Osaka');
  });

  test('directives inside a conditional element work, also in its template, and its own templates are not taken for one', async ({
    page,
    site,
  }) => {
    const body = `<main x-data="{ count: 1 }"><button @click="count++">More</button>
      <div><geo-if country="FR"><template><b x-text="'Cloned ' + count"></b></template>As written.</geo-if></div>
      <div><geo-if country="FR"><template x-if="count > 1"><b>Two or more.</b></template></geo-if></div>
      <div><geo-if country="JP"><template x-for="number in count"><b x-text="number"></b></template><i slot="else" hidden>No list.</i></geo-if></div></main>`;
    await open(page, site.page(body, { head: await scriptOf(site, alpine) }));
    await expect.poll(() => read(page)).toBe('More Cloned 1 No list.');
    await page.click('button');
    await expect.poll(() => read(page)).toBe('More Cloned 2 Two or more. No list.');
    await be(page, 'JP');
    await expect.poll(() => read(page)).toBe('More As written. 12');
  });

  test('attributes that Alpine changes are followed', async ({ page, site }) => {
    const body = `<main x-data="{ country: 'JP', amount: 10 }"><button @click="country = 'FR'; amount = 20">Change</button>
      <geo-if :country="country" hidden>Here.</geo-if> <geo-currency :prices="'USD 5, EUR ' + amount">$5</geo-currency> <span :data-geo-text="'{city} ' + amount">there</span></main>`;
    await open(page, site.page(body, { head: await scriptOf(site, alpine) }));
    await expect.poll(() => read(page)).toBe('Change €10 Lyon 10');
    await page.click('button');
    await expect.poll(() => read(page)).toBe('Change Here. €20 Lyon 20');
  });

  test('of two that write one text the binding is the last, and what Alpine wrote comes back after it', async ({
    page,
    site,
  }) => {
    const body =
      '<main x-data="{ count: 1 }"><button @click="count++">More</button> <p x-text="\'Alpine \' + count" data-geo-text="{city}">there</p></main>';
    await open(page, site.page(body, { head: await scriptOf(site, alpine) }));
    await expect(page.locator('p')).toHaveText('Lyon');
    for (let clicks = 0; clicks < 8; clicks++) {
      await page.click('button');
      await expect(page.locator('p')).toHaveText('Lyon');
    }
    await be(page, 'unknown');
    await expect(page.locator('p')).toHaveText('Alpine 9');
  });

  test('x-show and a condition on one element both hold', async ({ page, site }) => {
    const body =
      '<main x-data="{ open: true }"><button @click="open = !open">Toggle</button><p x-show="open" data-geo-show="country: FR">A</p><geo-if x-show="open" country="FR">B</geo-if></main>';
    await open(page, site.page(body, { head: await scriptOf(site, alpine) }));
    const text = () => visibleText(page.locator('main'));
    await expect.poll(text).toBe('Toggle A B');
    await be(page, 'JP');
    await expect.poll(text).toBe('Toggle');
    await page.click('button');
    await be(page, 'FR');
    await expect.poll(text).toBe('Toggle');
    await page.click('button');
    await expect.poll(text).toBe('Toggle A B');
  });

  test('a thousand times shown and taken away, nothing is left behind', async ({ page, site }) => {
    await open(
      page,
      site.page(
        `<main x-data="{ open: true }"><button @click="open = !open">Toggle</button><template x-if="open"><section>${shop}</section></template></main>`,
        { head: await scriptOf(site, alpine) },
      ),
    );
    const growth = await growthOf(page, () => clickThrough(page, 'button', 1000));
    expect(growth.nodes).toBeLessThan(200);
    expect(growth.listeners).toBeLessThan(20);
    expect(growth.heapBytes).toBeLessThan(1_000_000);
  });
});
