import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Makes a card with a shadow root of its own, and hands that to `scan`. */
    addCard: (html: string) => ShadowRoot;
  }
}

const script = `<script>window.addCard = (html) => {
  const root = document.querySelector('main').appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  root.innerHTML = html;
  (window.geoletQueue ||= []).push((geolet) => geolet.scan(root));
  return root;
};</script>`;

for (const [name, ready] of [
  ['the page loads', 'false'],
  ['the page has loaded', 'true'],
] as const) {
  test(`elements that come into a scanned shadow root after ${name} follow @rare`, async ({ page, site }) => {
    const html = `<main></main>${script}<script>addEventListener('${ready === 'true' ? 'load' : 'DOMContentLoaded'}', () => { window.root = addCard('<p data-geo-text="{city}">x</p><section></section>'); });</script>`;
    await open(page, site.page(html));
    await page.waitForFunction(() => (Reflect.get(window, 'root') as ShadowRoot | undefined)?.textContent === 'Lyon');
    expect(await page.evaluate(() => customElements.get('geo-if'))).toBeUndefined();
    await page.evaluate(() => {
      const section = (Reflect.get(window, 'root') as ShadowRoot).querySelector('section');
      section?.insertAdjacentHTML('beforeend', '<geo-if country="DE">German</geo-if>');
      section?.append(document.createElement('geo-flag'));
    });
    await page.waitForFunction(() =>
      (Reflect.get(window, 'root') as ShadowRoot).querySelector('geo-if')?.matches(':state(off)'),
    );
    await page.waitForFunction(() =>
      (Reflect.get(window, 'root') as ShadowRoot).querySelector('geo-flag')?.shadowRoot?.querySelector('img'),
    );
  });
}

test('what comes to many scanned roots at once is bound and fetched @rare', async ({ page, site }) => {
  await open(page, site.page(`<main></main>${script}`));
  await page.evaluate(() => {
    const roots = Array.from({ length: 100 }, () => window.addCard('<section></section>'));
    Reflect.set(window, 'roots', roots);
    for (const root of roots)
      root.firstElementChild?.append(
        Object.assign(document.createElement('div'), { innerHTML: '<p data-geo-text="{city}">x</p>' }),
      );
    const [first] = roots;
    for (let count = 0; count < 200; count++)
      first?.append(Object.assign(document.createElement('div'), { innerHTML: '<p data-geo-text="{city}">x</p>' }));
    roots.at(-1)?.append(Object.assign(document.createElement('geo-text'), { template: '{city}' }));
  });
  await page.waitForFunction(() =>
    (Reflect.get(window, 'roots') as ShadowRoot[]).every((root) =>
      [...root.querySelectorAll('p')].every((p) => p.textContent === 'Lyon'),
    ),
  );
  await page.waitForFunction(() => customElements.get('geo-text'));
});

/** How often the widget asks nodes, weak references and observers, for cards that come, a visitor who changes, and what comes into each card later. */
async function countWork(page: Page, cards: number): Promise<number> {
  return page.evaluate(async (cards) => {
    let work = 0;
    const counted: [object, string][] = [
      [Document.prototype, 'querySelectorAll'],
      [DocumentFragment.prototype, 'querySelectorAll'],
      [Element.prototype, 'querySelectorAll'],
      [Document.prototype, 'querySelector'],
      [DocumentFragment.prototype, 'querySelector'],
      [Element.prototype, 'querySelector'],
      [Element.prototype, 'matches'],
      [Node.prototype, 'contains'],
      [Node.prototype, 'getRootNode'],
      [WeakRef.prototype, 'deref'],
      [WeakSet.prototype, 'has'],
      [WeakMap.prototype, 'get'],
      [MutationObserver.prototype, 'observe'],
    ];
    for (const [prototype, name] of counted) {
      const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
      Reflect.set(prototype, name, function (this: object, ...args: unknown[]) {
        work++;
        return original.apply(this, args);
      });
    }
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const roots = Array.from({ length: cards }, () =>
      window.addCard(
        '<p data-geo-text="{country}">x</p><geo-if country="JP"><b data-geo-show="country: JP">here</b></geo-if>',
      ),
    );
    await frame();
    await globalThis.geolet?.override('JP');
    await frame();
    for (const root of roots) root.append(Object.assign(document.createElement('p'), { textContent: 'late' }));
    await frame();
    return work;
  }, cards);
}

test('the work for four times as many scanned roots is four times as much @rare', async ({ page, site }) => {
  await open(page, site.page(`<main><geo-if country="FR">A</geo-if></main>${script}`));
  await countWork(page, 20);
  await page.reload();
  await page.waitForFunction(() => globalThis.geolet?.visitor && customElements.get('geo-if'));
  const few = await countWork(page, 100);
  await page.reload();
  await page.waitForFunction(() => globalThis.geolet?.visitor && customElements.get('geo-if'));
  const many = await countWork(page, 400);
  expect(many / few).toBeGreaterThan(2);
  expect(many / few).toBeLessThan(5);
});
