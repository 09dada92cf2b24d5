import { cut, inPieces } from '../../support/first-frame.ts';
import { headTag } from '../../support/ways-to-install.ts';
import { expectRightFrames, load, watched } from '../first-frame/support.ts';
import { block } from '../money/support.ts';
import { expect, open, test, visibleText } from '../support/test.ts';

const rules = [
  { select: '#hero > h1', text: 'Konnichiwa', when: 'country: JP' },
  { select: '#hero > h1', text: 'Bonjour', when: 'country: FR' },
  { select: '.price', currency: 'USD 49, EUR 45' },
  { select: '.promo', hide: 'country: FR' },
];
const body = `<main id="hero"><h1 data-right="Bonjour">Hello</h1><p class="price" data-right="€45">$49</p>
<section class="promo" data-right=""><p>Free delivery</p></section>${'<p class="price" data-right="€45">$49</p>'.repeat(30)}</main>`;
const page = (settings: unknown, more = '') => watched(headTag, body + more, block(settings));

test('what rules came to is right from the first frame of the next page', async ({ page: tab, site }) => {
  await open(tab, site.page(body, { path: '/first', head: block({ rules }) }));
  await expect.poll(() => visibleText(tab.locator('h1'))).toBe('Bonjour');
  const html = page({ rules });
  const start = html.indexOf('<main');
  await expectRightFrames(tab, site, [html.slice(0, start), ...cut(html.slice(start), 6)], { loads: 2 });
});

test('rules at an address are right from the first frame of the next page @rare', async ({ page: tab, site }) => {
  site.file('/rules.json', (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rules));
  });
  await open(tab, site.page(body, { path: '/first', head: block({ rules: '/rules.json' }) }));
  await expect.poll(() => visibleText(tab.locator('h1'))).toBe('Bonjour');
  await expectRightFrames(tab, site, [page({ rules: '/rules.json' })], { loads: 2 });
});

test('rules that the owner has changed are read anew before the first frame @rare', async ({ page: tab, site }) => {
  await open(tab, site.page(body, { path: '/first', head: block({ rules }) }));
  await expect.poll(() => visibleText(tab.locator('h1'))).toBe('Bonjour');
  const changed = [{ select: 'h1', text: 'Salut', when: 'country: FR' }];
  site.file(
    '/again',
    inPieces([watched(headTag, body.replace(/data-right="[^"]*"/g, ''), block({ rules: changed }))], 50),
  );
  await tab.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const look = () => {
      const text = document.querySelector('main')?.innerText;
      if (text) seen.add(text.split('\n')[0] ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await load(tab, `${site.url}/again`);
  await expect.poll(() => visibleText(tab.locator('#hero > h1'))).toBe('Salut');
  expect(await tab.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).not.toContain('Bonjour');
});

test('nothing of the rules is stored where nothing may be', async ({ page: tab, site }) => {
  const keys = () => tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('rules')));
  const tag = '<script async src="/geolet.js" data-storage="off"></script>';
  await open(tab, site.page(body, { path: '/off', tag, head: block({ rules }) }));
  await expect.poll(() => visibleText(tab.locator('h1'))).toBe('Bonjour');
  expect(await keys()).toEqual([]);
  await open(tab, site.page(body, { path: '/on', head: block({ rules }) }));
  await expect.poll(keys).toEqual(['geolet:rules']);
  await tab.evaluate(() => geolet?.consent(false));
  expect(await keys()).toEqual([]);
});
