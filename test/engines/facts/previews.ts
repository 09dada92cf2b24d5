import { equal, ok } from 'node:assert/strict';
import type { Facts } from '../fact.ts';
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

/** Runs in the page: points at an element, and writes other words for it. */
function changeWords(select: string, words: string): void {
  const root = document.querySelector('geo-preview')?.shadowRoot;
  const box = document.querySelector(select)?.getBoundingClientRect();
  const picker = root?.querySelector('[part=picker]');
  picker?.querySelector<HTMLElement>('button[aria-pressed]')?.click();
  const at = { clientX: (box?.x ?? 0) + 5, clientY: (box?.y ?? 0) + 5, bubbles: true, cancelable: true };
  root?.querySelector('.shield')?.dispatchEvent(new MouseEvent('click', at));
  const field = picker?.querySelector('textarea');
  if (!field) throw new Error('no field');
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  picker?.querySelector<HTMLElement>('.actions:not([hidden]) .main')?.click();
}

export const previewFacts: Facts = {
  async 'a page is tried as somebody else, whom its control changes, and nobody is asked'(page) {
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
  async 'its owner points at a text, writes another, sees it at once, and takes a rule along'(page) {
    await page.goto(`${page.site.page('<main><h2 id="title">Shoes</h2></main>', { head: witness() })}?geo-as=JP`);
    await page.waitFor(() => !!document.querySelector('geo-preview')?.shadowRoot?.querySelector('[part=change]'));
    await page.run(() =>
      document.querySelector('geo-preview')?.shadowRoot?.querySelector<HTMLElement>('[part=change]')?.click(),
    );
    await page.waitFor(() => !!document.querySelector('geo-preview')?.shadowRoot?.querySelector('[part=picker]'));
    await page.run(changeWords, '#title', 'Shoes for {country}');
    await page.waitFor(() => document.querySelector('#title')?.textContent === 'Shoes for Japan');
    const value = await page.run(
      () =>
        document.querySelector('geo-preview')?.shadowRoot?.querySelector<HTMLTextAreaElement>('textarea[readonly]')
          ?.value ?? '',
    );
    for (const part of ['"select":"#title"', '"when":"path: /"', '"text":"Shoes for {country}"'])
      ok(value.includes(part), value);
    equal(page.lookups, 0);
  },
};
