import { equal, ok } from 'node:assert/strict';
import type { Fact } from '../fact.ts';
import { witness } from '../page.ts';

const shop =
  '<main><h1><geo-text template="Shoes for {country}">Shoes for you</geo-text></h1><p data-geo-show="timezone: Asia/Tokyo" hidden>Good night</p></main>';

/** Runs in the page: chooses in the control as its owner does. */
function choose(country: string): void {
  const select = document.querySelector('geo-preview')?.shadowRoot?.querySelector('select');
  if (!select) throw new Error('no list');
  select.value = country;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

export const previewFacts: readonly Fact[] = [
  {
    name: 'a page is tried as somebody else, whom its control changes, and nobody is asked',
    async prove(page) {
      const url = page.site.page(shop, { head: witness() });
      await page.goto(`${url}?geo-as=JP`);
      await page.waitFor(
        () => document.querySelector('geo-preview')?.shadowRoot?.querySelector('select')?.value === 'JP',
      );
      await page.settled();
      equal(await page.text('main'), 'Shoes for Japan Good night');
      await page.run(choose, 'FR');
      equal(await page.text('main'), 'Shoes for France');
      equal(await page.run(() => location.search), '?geo-as=FR');
      const { left, bottom, width } = await page.run(() => {
        const box = document.querySelector('geo-preview')?.shadowRoot?.firstElementChild?.getBoundingClientRect();
        return { left: box?.left ?? -1, bottom: innerHeight - (box?.bottom ?? 0), width: box?.width ?? 0 };
      });
      ok(left >= 8 && bottom >= 8 && width > 200, `${left} ${bottom} ${width}`);
      equal(page.lookups, 0);
    },
  },
];
