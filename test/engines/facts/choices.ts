import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Facts } from '../fact.ts';

/** Runs in the page: chooses as a visitor does. */
function choose(value: string): void {
  const select = document.querySelector('geo-select')?.shadowRoot?.querySelector('select');
  if (!select) throw new Error('no list');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

export const choiceFacts: Facts = {
  async 'countries are listed in the page’s language and in their own, and a choice of one is followed and announced'(
    page,
  ) {
    await page.open('<geo-select countries="US DE FR JP EG"></geo-select><h1 data-geo-text="{country}">you</h1>');
    await page.waitFor(() => document.querySelector('geo-select')?.shadowRoot?.querySelector('select')?.value === 'FR');
    deepEqual(
      await page.run(() =>
        Array.from(
          document.querySelector('geo-select')?.shadowRoot?.querySelectorAll('option') ?? [],
          ({ text }) => text,
        ),
      ),
      ['Country…', 'United States', 'Germany – Deutschland', 'France', 'Japan – 日本', 'Egypt – مصر'],
    );
    await page.run(choose, 'JP');
    await page.waitFor(() => document.querySelector('h1')?.textContent === 'Japan');
    await page.waitFor(() => document.querySelector('[role=status]')?.textContent === 'Japan, Japanese Yen');
  },
  async 'all countries have a name'(page) {
    await page.open('<geo-select></geo-select>');
    await page.waitFor(() => document.querySelector('geo-select')?.shadowRoot?.querySelector('select')?.value === 'FR');
    const names = await page.run(() =>
      Array.from(
        document.querySelector('geo-select')?.shadowRoot?.querySelectorAll('option') ?? [],
        ({ text, value }) => [value, text] as const,
      ),
    );
    ok(names.length > 240);
    deepEqual(
      names.filter(([value, text]) => value === text || !text),
      [],
    );
  },
  async 'what has the focus does not go away until the focus has left'(page) {
    await page.open(
      '<main><geo-if country="FR"><input> A<span slot="else" hidden>B</span></geo-if><p data-geo-show="country: FR"><button>C</button></p><geo-text template="{city|Nowhere}"><a href="#x">D</a></geo-text></main><a id="outside" href="#y">Out</a>',
    );
    const focus = async (selector: string) =>
      page.run((selector) => document.querySelector<HTMLElement>(selector)?.focus(), selector);
    await focus('input');
    await page.run(async () => globalThis.geolet?.override('JP'));
    equal((await page.text('main')).replace(' ', ''), 'ANowhere');
    await focus('#outside');
    await page.waitFor(() => !document.querySelector('input')?.getClientRects().length);
    equal((await page.text('main')).replace(' ', ''), 'BNowhere');
    await page.run(() => globalThis.geolet?.reset());
    await focus('button');
    await page.run(async () => globalThis.geolet?.override('unknown'));
    await page.run(async () => globalThis.geolet?.override('JP'));
    ok(await page.run(() => document.activeElement?.localName === 'button'));
    await focus('#outside');
    await page.waitFor(() => !document.querySelector('button')?.getClientRects().length);
  },
  async 'a link in the place of which a value would come keeps the focus'(page) {
    await page.open(
      '<main><geo-text template="{city}"><a href="#x">Anywhere</a></geo-text></main><a id="outside" href="#y">Out</a>',
      { tag: '<script async src="/geolet.js" data-consent="required"></script>' },
    );
    await page.run(() => document.querySelector<HTMLElement>('main a')?.focus());
    await page.run(() => globalThis.geolet?.consent(true));
    await page.waitFor(() => globalThis.geolet?.visitor?.city === 'Lyon');
    equal(await page.text('main'), 'Anywhere');
    await page.run(() => document.querySelector<HTMLElement>('#outside')?.focus());
    await page.waitFor(() => document.querySelector('geo-text')?.shadowRoot?.textContent === 'Lyon');
  },
};
