import { deepEqual, match } from 'node:assert/strict';
import { playgroundLink } from '../../../demo/page/playground/link.js';
import { builtSite } from '../built-site.ts';
import type { Facts } from '../fact.ts';

export const siteFacts: Facts = {
  async "the site's first page can be read"(page) {
    await page.goto(`${await builtSite()}/index.html`);
    match(await page.text('h1'), /price, language and delivery/);
  },
  async 'the search of the docs finds a page by its words'(page) {
    await page.goto(`${await builtSite()}/docs/index.html`);
    await page.waitFor(() => document.querySelector('#search:not(.waiting)') !== null);
    await page.run(() => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]');
      field?.focus();
      if (field) field.value = 'geo-currency';
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitFor(() => document.querySelector('#search-results mark') !== null);
    match(await page.text('#search-status'), /^\d results for “geo-currency”$/);
  },
  async 'the playground shows its page to the chosen visitor, and lists the events'(page) {
    await page.goto(`${await builtSite()}/playground.html`);
    await page.waitFor(() => /geo-ready/.test(document.querySelector('#playground-events')?.textContent ?? ''));
    match(await page.text('#playground-where'), /^Seen from \w+/);
  },
  async 'markup in the playground reaches no other host'(page) {
    const leak = `${page.site.url}/leak`;
    const markup = `<img src="${leak}"><script>new Image().src = '${leak}'; navigator.sendBeacon('${leak}'); document.querySelector('meta[http-equiv]')?.remove(); new Image().src = '${leak}';</script><p data-geo-text="{city}">A</p>`;
    await page.goto(`${await builtSite()}/playground.html${playgroundLink({ markup, visitor: 'lyon' })}`);
    await page.waitFor(() => /geo-ready/.test(document.querySelector('#playground-events')?.textContent ?? ''));
    deepEqual(page.site.requests, []);
  },
};
