import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { type Site, startSite } from '../support/site.ts';
import { arrives, bundle, bundlers, measureFirstLoad } from './first-load.ts';
import { folder } from './packed.ts';

const shop = `<geo-currency prices="USD 49, EUR 45, JPY 6900">$49</geo-currency>
<geo-if country="FR" hidden>Livraison en 2 jours</geo-if>
<geo-switch><geo-case country="FR" hidden>Bonjour</geo-case>Hello</geo-switch>
<geo-text template="{city}">your city</geo-text> <geo-flag></geo-flag> <b data-geo-text="{countryCode}">here</b>`;

const inLyon = { price: '€45', city: 'Lyon', delivery: true, greeting: true, bound: 'FR' };

const scriptTag = (name: string) => `<script type="module" src="/shop/${name}.js"></script>`;

let browser: Browser;
let service: Awaited<ReturnType<typeof startService>>;
let site: Site;
let page: Page;
let lines: string[];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
  service = await startService();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe.each(bundlers)('bundled with %s', (bundler) => {
  const output = join(folder, bundler);

  beforeAll(async () => {
    const built = bundle(bundler, output, ['everything', 'flag', 'nothing', 'own-lit']);
    expect(built).toEqual({ status: 0, output: '' });
    site = await startSite(service.url, service.key);
    for (const name of scriptsIn(output))
      site.file(`/shop/${name}`, (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(output, name))),
      );
    page = await browser.newPage({ locale: 'en-US' });
    lines = [];
    page.on('console', (message) => lines.push(message.text()));
    page.on('pageerror', (error) => lines.push(String(error)));
  });

  afterAll(async () => {
    await page.close();
    await site.close();
  });

  it('the page speaks to its visitor, follows a choice, and the console stays empty', async () => {
    await page.goto(site.page(shop, { path: '/everything', tag: scriptTag('everything') }));
    await page.waitForFunction(() => globalThis.geolet?.visitor?.countryCode === 'FR');
    expect(await values(page)).toEqual({ ...inLyon, flag: 'France' });
    expect(await page.evaluate(() => globalThis.geolet?.override('JP'))).toBe(true);
    const inJapan = { price: '¥6,900', city: null, delivery: false, greeting: false, flag: 'Japan', bound: 'JP' };
    expect(await values(page)).toEqual(inJapan);
    expect(site.requests.filter((path) => path === '/geo')).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it('only what is imported is registered, and takes the settings of the script that imports it', async () => {
    // The page before keeps what it knows when it is left.
    await page.goto(site.page(shop, { path: '/plain', tag: '' }));
    await page.evaluate(() => localStorage.clear());
    await page.goto(site.page(shop, { path: '/flag', tag: scriptTag('flag') }));
    await page.waitForFunction(() => document.querySelector('geo-flag')?.shadowRoot?.querySelector('img'));
    const registered = await page.evaluate(() =>
      ['geo-flag', 'geo-if', 'geo-currency', 'geo-switch'].filter((tag) => customElements.get(tag)),
    );
    expect(registered).toEqual(['geo-flag']);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shopGeolet') === globalThis.geolet)).toBe(true);
    expect(lines).toEqual([]);
  });

  it.each([
    ['before', '<script src="/geolet.js"></script>', ''],
    ['after', '', '<script defer src="/geolet.js"></script>'],
  ])('a page that has the script tag %s has one Geolet all the same', async (_when, first, last) => {
    await page.evaluate(() => localStorage.clear());
    site.requests.length = 0;
    await page.goto(site.page(shop, { path: '/both', tag: `${first}${scriptTag('everything')}${last}` }));
    await page.waitForFunction(
      () => document.querySelector('geo-currency')?.shadowRoot?.querySelector('[part=value]')?.textContent === '€45',
    );
    await page.waitForFunction(() => customElements.get('geo-flag'));
    expect(site.requests.filter((path) => path === '/geo').length).toBeLessThan(2);
    expect(lines).toEqual([]);
  });

  it('only what is imported arrives', () => {
    const flag = arrives(output, 'flag.js').join('');
    expect(flag).toContain('geolet-flags/');
    const others = /deep-else|empty-element|unusable-time|unusable-places|geolet:suggest:|IntersectionObserver/g;
    expect(flag.match(others)).toBeNull();
    expect(arrives(output, 'everything.js').join('')).toContain('deep-else');
    expect(arrives(output, 'nothing.js').join('').length).toBeLessThan(100);
  });

  it('core and two elements cost hardly more than geolet.js', () => {
    const { package: bytes, script } = measureFirstLoad(bundler, join(folder, 'first-load'));
    expect(bytes).toBeLessThan(script * 1.1);
  });

  it.each([
    ['a page that refuses every policy of Trusted Types', 'everything', "trusted-types 'none'"],
    // A second copy of lit's templates could not make this policy again.
    ['an app with a lit of its own', 'own-lit', 'trusted-types lit-html'],
  ])('%s has its elements', async (_what, entry, policy) => {
    site.headers = { 'content-security-policy': `require-trusted-types-for 'script'; ${policy}` };
    await page.goto(site.page(`${shop}<own-element></own-element>`, { path: `/${entry}`, tag: scriptTag(entry) }));
    site.headers = {};
    await page.waitForFunction(() => globalThis.geolet?.visitor);
    expect(await values(page)).toMatchObject(inLyon);
    const own = await page.evaluate(() => document.querySelector('own-element')?.shadowRoot?.textContent);
    expect(own).toBe(entry === 'own-lit' ? 'lit 2' : undefined);
    expect(lines).toEqual([]);
  });
});

function scriptsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile());
}

async function values(page: Page): Promise<object> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      document.querySelector(selector)?.shadowRoot?.querySelector('[part=value]')?.textContent ?? null;
    return {
      price: shown('geo-currency'),
      city: shown('geo-text'),
      delivery: document.querySelector('geo-if')?.checkVisibility(),
      greeting: document.querySelector('geo-case')?.checkVisibility(),
      flag: document.querySelector('geo-flag')?.shadowRoot?.querySelector('img')?.alt,
      bound: document.querySelector('b')?.textContent,
    };
  });
}
