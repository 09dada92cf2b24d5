import { expect, open, test } from '../browser/support/test.ts';
import { asWritten, be, inLyon, read, scriptOf, shop } from './support/shop.ts';

// What a router keeps of a page is a copy of what a visitor saw; what the owner wrote must come back from it all the same.
for (const [name, scripts, attributes] of [
  ['Turbo', ['@hotwired/turbo/dist/turbo.es2017-umd.js'], ''],
  ['htmx 2', ['htmx.org/dist/htmx.js'], 'hx-boost="true"'],
] as const) {
  test(`a page that ${name} restores goes back to what is written when nothing is known any more`, async ({
    page,
    site,
  }) => {
    const head = (await Promise.all(scripts.map((file) => scriptOf(site, file)))).join('');
    site.page('<main><p data-geo-text="On to {city}">On</p></main>', { head, path: '/next' });
    await open(
      page,
      site.page(`<div ${attributes}><a id="next" href="/next">Next</a></div><main>${shop}</main>`, { head }),
    );
    await expect.poll(() => read(page)).toBe(inLyon);
    await page.click('#next');
    await expect.poll(() => read(page)).toBe('On to Lyon');
    await page.evaluate(() => history.back());
    await expect.poll(() => read(page)).toBe(inLyon);
    await be(page, 'JP');
    await expect(page.locator('main a')).toHaveAttribute('class', 'in-jp');
    await be(page, 'unknown');
    await expect.poll(() => read(page)).toBe(asWritten);
    expect(
      await page.locator('main a').evaluate((link) =>
        link
          .getAttributeNames()
          .filter((name) => !name.startsWith('data-'))
          .map((name) => `${name}=${link.getAttribute(name)}`),
      ),
    ).toEqual(['href=/pricing']);
  });
}
