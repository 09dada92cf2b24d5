import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, open, test, visibleText } from '../support/test.ts';
import { be, nextFrame } from './support.ts';

const inside = `<geo-text template="{city}">here</geo-text>
  <geo-if country="FR"><template><geo-text template="{country}">x</geo-text> <my-button></my-button></template></geo-if>
  <geo-switch><geo-case country="FR" hidden>A</geo-case>B</geo-switch>
  <b data-geo-text="{currency}">$</b> <geo-time datetime="2026-12-01T18:00:00Z">C</geo-time>`;

/** A component with a registry of its own, as the page's script makes it. */
const component = (script: string) => `<div id="host"></div><script>
  const registry = new CustomElementRegistry();
  registry.define('my-button', class extends HTMLElement { connectedCallback() { this.textContent = 'scoped'; } });
  const host = document.querySelector('#host');
  const root = host.attachShadow({ mode: 'open', customElementRegistry: registry });
  root.innerHTML = '${inside.replaceAll('\n', ' ')}';
  ${script}
</script>`;
const scan = '(window.geoletQueue ||= []).push((geolet) => geolet.scan(root));';

/** The recipe of the docs, word for word. */
const recipe =
  /```js\n(?<code>(?:(?!```)[^])*registry\.define\(tag(?:(?!```)[^])*)```/.exec(
    readFileSync('docs/frameworks.md', 'utf8'),
  )?.groups?.code ?? '';

const shown = async (page: Page) => {
  await nextFrame(page);
  return visibleText(page.locator('#host'));
};

test('in a registry of its own bindings work, and elements stay as written @rare', async ({ page, site }) => {
  await open(page, site.page(component(scan)));
  await expect.poll(() => shown(page)).toBe('here B Euro C');
  await be(page, 'country: JP');
  expect(await shown(page)).toBe('here B Japanese Yen C');
  expect(
    await page.evaluate(() =>
      globalThis.geolet?.explain(document.querySelector('#host')?.shadowRoot?.querySelector('geo-text') ?? undefined),
    ),
  ).toContain('the registry of its shadow tree does not have it');
});

test('the elements that the registry is given work there, also in a copy @rare', async ({ page, site }) => {
  expect(recipe).toContain('whenDefined');
  await open(page, site.page(component(recipe)));
  await expect.poll(() => shown(page)).toMatch(/^Lyon France scoped A Euro Dec/);
  await be(page, 'country: JP; city: Osaka');
  await expect.poll(() => shown(page)).toMatch(/^Osaka B Japanese Yen Dec/);
  await page.evaluate(() => globalThis.geolet?.destroy());
  expect(await shown(page)).toBe('here B $ C');
});

test('a declarative shadow tree shows its elements once it has its registry @rare', async ({ page, site }) => {
  const declared = `<div id="host"><template shadowrootmode="open" shadowrootcustomelementregistry>${inside}</template></div>
    <script>
      const registry = new CustomElementRegistry();
      registry.define('my-button', class extends HTMLElement { connectedCallback() { this.textContent = 'scoped'; } });
      const root = document.querySelector('#host').shadowRoot;
      ${recipe}
    </script>`;
  await open(page, site.page(declared));
  expect(await shown(page)).toContain('here');
  await page.waitForFunction(() => customElements.get('geo-time'));
  await page.evaluate('registry.initialize(root)');
  await expect.poll(() => shown(page)).toMatch(/^Lyon France scoped A Euro Dec/);
});
