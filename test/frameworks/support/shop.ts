import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { visibleText } from '../../browser/support/test.ts';
import type { Site } from '../../support/site.ts';

/** The shop as a server writes it that knows nothing of frameworks: one of everything. */
export const shop = `
  <h1>Made to walk <geo-text template="{city}">your city</geo-text></h1>
  <p><geo-currency prices="USD 149, EUR 139, JPY 21900">$149</geo-currency></p>
  <div><geo-if country="FR"><b>Two days.</b><b slot="else" hidden>Five days.</b></geo-if></div>
  <div><geo-switch><geo-case country="JP" hidden>From Tokyo.</geo-case>From abroad.</geo-switch></div>
  <div><geo-if country="FR"><template><i>Lazily</i> yes.</template>Lazily as written.</geo-if></div>
  <p data-geo-text="Hello {country}">Hello you</p>
  <p data-geo-show="country: JP" hidden>Tokyo only.</p>
  <p data-geo-hide="country: JP">Not Tokyo.</p>
  <a href="/pricing" data-geo-href="/{country:lower}/pricing" data-geo-class="in-{country}">Pricing</a>`;

export const asWritten =
  'Made to walk your city $149 Two days. From abroad. Lazily as written. Hello you Not Tokyo. Pricing';
export const inLyon = 'Made to walk Lyon €139 Two days. From abroad. Lazily yes. Hello France Not Tokyo. Pricing';
export const inOsaka =
  'Made to walk Osaka ¥21,900 Five days. From Tokyo. Lazily as written. Hello Japan Tokyo only. Pricing';

export const read = (page: Page) => visibleText(page.locator('main'));

export async function be(page: Page, words: string): Promise<void> {
  await page.evaluate((words) => globalThis.geolet?.override(words), words);
}

/** Serves a file of an installed package. @returns the tag that loads it. */
export async function scriptOf(site: Site, file: string): Promise<string> {
  const script = await readFile(resolve(import.meta.dirname, '../node_modules', file));
  const path = `/${file.replaceAll(/[^\w.]/g, '-')}`;
  site.file(path, (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script));
  return `<script defer src="${path}"></script>`;
}

/**
 * Has a page refreshed a hundred times, by an event `poll` on its body.
 *
 * @param events one of which tells that it is over.
 * @returns what the bindings read after each, where it is not what they read before.
 */
export async function lostIn100(page: Page, events: readonly string[]): Promise<string[]> {
  return page.evaluate(async (events) => {
    const readBindings = () =>
      [...document.querySelectorAll('main p,main a')]
        .map(
          (node) =>
            `${node.textContent} ${(node as HTMLElement).hidden} ${node.getAttribute('href')} ${node.className}`,
        )
        .join('\n');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const before = readBindings();
    const lost: string[] = [];
    for (let round = 1; round <= 100; round++) {
      const over = new Promise((resolve) => {
        for (const type of events) document.addEventListener(type, resolve, { once: true });
      });
      document.body.dispatchEvent(new Event('poll', { bubbles: true }));
      await over;
      await frame();
      await frame();
      if (readBindings() !== before) lost.push(`${round}: ${readBindings()}`);
    }
    return lost;
  }, events);
}
