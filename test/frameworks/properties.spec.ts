import { readFile } from 'node:fs/promises';
import { expect, test } from '../browser/support/test.ts';
import { propertyFixtures, propertyFixture } from './support/build-fixtures.ts';
import { be, read } from './support/shop.ts';

/** What development builds say of themselves. */
const ownWords = {
  react18: [],
  react: [],
  preact: [],
  solid: [],
  lit: [/Lit is in dev mode|Multiple versions of Lit/],
  angular: [/running in development mode/],
};

for (const framework of propertyFixtures) {
  for (const when of ['before the elements are defined', 'when the elements are defined']) {
    test(`what ${framework} sets ${when} is followed, and so is each change`, async ({ page, site, expectLines }) => {
      expectLines(...ownWords[framework]);
      const client = await readFile(propertyFixture(framework));
      site.file('/client.js', (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(client),
      );
      await page.addInitScript(() =>
        Reflect.set(globalThis, 'first', { country: 'FR', eu: true, prices: 'USD 1, EUR 2' }),
      );
      // Development builds advise to install a browser extension where they find none.
      await page.addInitScript(() => Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', { isDisabled: true }));
      const isDefined = when.startsWith('when');
      const start =
        'document.head.append(Object.assign(document.createElement("script"), { type: "module", src: "/client.js" }))';
      await page.goto(
        site.page(
          `<main></main>${isDefined ? '<geo-text template="x {city}"></geo-text>' : ''}<script>${isDefined ? `customElements.whenDefined("geo-text").then(() => ${start})` : start}</script>`,
        ),
      );
      await expect.poll(() => read(page)).toBe('Here. EU. €2');
      const set = (shop: object) =>
        page.evaluate((shop) => (Reflect.get(globalThis, 'set') as (shop: object) => void)(shop), shop);
      await set({ country: 'JP', eu: false, prices: 'USD 1, EUR 3' });
      await expect.poll(() => read(page)).toBe('€3');
      await be(page, 'JP');
      await expect.poll(() => read(page)).toBe('Here. EU. $1');
      await set({ country: 'JP', eu: true, prices: 'USD 1, JPY 5' });
      await expect.poll(() => read(page)).toBe('Here. ¥5');
    });
  }
}
