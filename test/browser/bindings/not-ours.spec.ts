import type { Page } from '@playwright/test';
import { requestsFor } from '../visitor/told.ts';
import { expect, open, settled, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Nodes of the page that a script has read since. */
    readNodes: Set<Node>;
  }
}

/** Notes whose attributes, children and relatives a script asks for. What the browser's own queries match stays its own. */
async function watchReads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const read = new Set<Node>();
    window.readNodes = read;
    const names = {
      Element: [
        'getAttribute',
        'getAttributeNames',
        'hasAttribute',
        'hasAttributes',
        'matches',
        'closest',
        'attributes',
        'classList',
        'className',
        'id',
        'localName',
        'tagName',
        'children',
        'firstElementChild',
        'nextElementSibling',
      ],
      Node: ['childNodes', 'firstChild', 'nextSibling', 'parentNode', 'textContent', 'nodeName'],
    } as const;
    for (const prototype of [Element.prototype, Node.prototype]) {
      for (const name of prototype === Element.prototype ? names.Element : names.Node) {
        const property = Object.getOwnPropertyDescriptor(prototype, name);
        if (!property) throw new Error(`no ${name}`);
        const noting = (original: (this: Node, ...args: unknown[]) => unknown) =>
          function (this: Node, ...args: unknown[]): unknown {
            read.add(this);
            return original.apply(this, args);
          };
        if (property.get) Object.defineProperty(prototype, name, { ...property, get: noting(property.get) });
        else Object.defineProperty(prototype, name, { ...property, value: noting(property.value as () => unknown) });
      }
    }
  });
}

/** Puts a list of 10,000 times the same into the page. */
async function insert(page: Page, item: string): Promise<void> {
  await page.evaluate((item) => {
    const list = document.createElement('ul');
    list.innerHTML = item.repeat(10_000);
    window.readNodes.clear();
    document.body.append(list);
  }, item);
}

/** How many nodes within the last list were read since. */
function readOf(page: Page): Promise<{ readonly bound: number; readonly others: number }> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const nodes = [...window.readNodes].filter(
      (node) => node !== document.body.lastChild && document.body.lastChild?.contains(node),
    );
    const isBound = (node: Node | null): boolean => node instanceof Element && node.hasAttribute('data-geo-text');
    return {
      bound: nodes.filter(isBound).length,
      others: nodes.filter((node) => !isBound(node) && !isBound(node.parentNode)).length,
    };
  });
}

test('a page without a word of ours asks once for the record, and for no other file', async ({ page, site }) => {
  const url = site.page('<h1>Shoes</h1><p class="lead">For you</p>');
  await open(page, url);
  expect(site.requests.toSorted()).toEqual(['/geo', '/geolet.js']);
  await page.reload();
  await settled(page);
  expect(requestsFor('/geo', site)).toBe(1);
});

test("of 10,000 inserted nodes that are nobody's, and of those between ours, none is read", async ({ page, site }) => {
  await watchReads(page);
  await open(page, site.page('<p data-geo-text="Hello {city}">Hello</p>'));
  await expect(page.locator('p')).toHaveText('Hello Lyon');
  await insert(page, '<li class="row" title="x">One</li>');
  expect(await readOf(page)).toEqual({ bound: 0, others: 0 });
  await insert(page, '<li class="row" title="x">One</li><li data-geo-text="To {city}">Two</li>');
  await expect(page.locator('li').last()).toHaveText('To Lyon', { timeout: 20_000 });
  // What is bound is read, or this would see nothing.
  expect(await readOf(page)).toEqual({ bound: 10_000, others: 0 });
});
