import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import * as fc from 'fast-check';
import { headerRecord } from '../../../src/record/header-record.ts';
import { inPieces } from '../../support/first-frame.ts';
import { headTag, inlined, pasted, withoutEndpoint } from '../../support/ways-to-install.ts';
import { eachRow, expect, open, test, visibleText } from '../support/test.ts';
import { expectRightFrames, load, watched } from './support.ts';

const header = pasted('header');
const alone = '<script src="/geolet.js"></script>';
const asyncTag = '<script async src="/geolet.js"></script>';

/** The same content for a visitor of each country, with what they read of it. */
const content = (name: string, price: string, union: string, continent: string) =>
  [
    `<p data-geo-text="Hello {country}" data-right="Hello ${name}">Hello</p>`,
    `<p data-geo-currency="USD 49, EUR 45, JPY 6900" data-right="${price}">$49</p>`,
    `<p data-right="${union}"><geo-if eu><template>in</template><template slot="else">out</template>eu</geo-if></p>`,
    `<p data-geo-show="continent: ${continent}" data-right="${continent}" hidden>${continent}</p>`,
    `<p data-geo-show="group: gdpr" data-right="${union === 'in' ? 'law' : ''}" hidden>law</p>`,
    '<p data-geo-text="Shoes for {city}" data-right="Shoes for you">Shoes for you</p>',
  ].join('');

const visitors = [
  ['FR', content('France', '€45', 'in', 'EU')],
  ['JP', content('Japan', '¥6,900', 'out', 'AS')],
  ['US-CA', content('United States', '$49', 'out', 'NA')],
  ['AQ', content('Antarctica', '$49', 'out', 'AN')],
] as const;

const named = (place: string) => ({ 'server-timing': `cdn;dur=3, geo;desc="${place}"`, 'cache-control': 'no-store' });
const visitorOf = (page: Page) =>
  page.evaluate(() => [globalThis.geolet?.visitor?.source, globalThis.geolet?.visitor?.countryCode]);

for (const [way, tag] of [
  ['a tag in the head', alone],
  ['a tag with blocking="render" @rare', '<script async blocking="render" src="/geolet.js"></script>'],
  ['the snippet behind an asynchronous tag', asyncTag + pasted('snippet')],
  ['geolet.js inlined @rare', withoutEndpoint(inlined())],
] as const)
  test(`with ${way}, a first visit is right from the first frame on, and nobody is asked`, async ({ page }) => {
    await eachRow(visitors, page, async ([place, body], site) => {
      site.headers = named(place);
      await page.context().clearCookies();
      await expectRightFrames(page, site, [watched(header + tag, body)], { loads: 1 });
      expect(site.requests).not.toContain('/geo');
    });
  });

test('geolet-bindings.js is right from the first frame on, also when the page comes in pieces', async ({
  page,
  site,
}) => {
  site.headers = named('FR');
  const html = watched(
    header + alone.replace('geolet.js', 'geolet-bindings.js'),
    visitors[0][1].replace(/<p data-right="in">.*?<\/geo-if><\/p>/, ''),
  );
  const start = html.indexOf('<h1>');
  await expectRightFrames(page, site, [html.slice(0, start), html.slice(start, -200), html.slice(-200)], { loads: 1 });
});

test('nothing but the script itself is asked before the first paint', async ({ page, site }) => {
  site.headers = named('FR');
  const [, body] = visitors[0];
  await open(page, site.page(body, { tag: header + alone }));
  await expect.poll(() => site.requests).toContainEqual(expect.stringContaining('geolet-response'));
  const early = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const asked = performance.getEntriesByType('resource');
    return asked.filter(({ startTime }) => !painted || startTime < painted.startTime).map(({ name }) => name);
  });
  expect(early).toEqual([`${site.url}/geolet.js`]);
});

test('what needs more than the country stays as written, and explain() says why', async ({ page, site }) => {
  site.headers = named('FR');
  await open(page, site.page('<p data-geo-text="Hello {city}">Hello you</p>', { tag: header + alone }));
  expect(await visibleText(page.locator('p'))).toBe('Hello you');
  expect(await visitorOf(page)).toEqual(['header', 'FR']);
  const told = await page.evaluate(async () => [
    await globalThis.geolet?.explain(document.querySelector('p') ?? undefined),
    await globalThis.geolet?.explain(),
  ]);
  expect(told.join('\n')).toContain("the header of the page's response names the country alone, and it has no city");
  expect(told.join('\n')).toContain("The visitor is in FR, by a header of the page's own response");
  expect(site.requests.filter((path) => path === '/geo')).toEqual([]);
});

test('a header that differs from the lookup of the same moment is told once, to the page and to the proxy, and one that is the same is not', async ({
  page,
  expectLines,
}) => {
  expectLines(/header-differs: JP FR/);
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    document.addEventListener('geo-error', ({ code, detail }) => told.push(`${code} ${detail}`));
  });
  await eachRow(
    [
      ['JP', 'header-differs JP FR'],
      ['FR', ''],
      ['FR-ARA', ''],
    ] as const,
    page,
    async ([place, expected], site) => {
      site.headers = named(place);
      const tellings: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(`${site.url}/geo?`)) tellings.push(`${request.method()} ${request.url()}`);
      });
      await open(page, site.page('<p>A</p>', { tag: header + headTag }));
      await expect.poll(() => visitorOf(page)).toEqual(['network', 'FR']);
      const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told.join());
      await expect.poll(told).toBe(expected);
      // The proxy is told what the header named, and only where it differs.
      await expect.poll(() => tellings).toEqual(expected === '' ? [] : [`HEAD ${site.url}/geo?header=${place}`]);
    },
  );
});

test('a page whose own fetch refuses what tells the proxy goes on as before', async ({ page, site, expectLines }) => {
  expectLines(/header-differs: JP FR/);
  site.headers = named('JP');
  const refusing = `<script>{
    const own = fetch;
    fetch = (address, options) => { if (options.method) throw new Error('refused'); return own(address, options) };
  }</script>`;
  await open(page, site.page('<p data-geo-text="{country}">you</p>', { tag: refusing + header + headTag }));
  await expect.poll(() => visibleText(page.locator('p'))).toBe('France');
  expect(await visitorOf(page)).toEqual(['network', 'FR']);
});

test('with an endpoint the lookup runs behind and corrects, and later pages keep what it said', async ({
  page,
  site,
  expectLines,
}) => {
  expectLines(/header-differs: JP FR/);
  site.headers = named('JP');
  const tag = header + headTag;
  await open(page, site.page('<p data-geo-text="{country} {city|}">you</p>', { tag }));
  await expect.poll(() => visitorOf(page)).toEqual(['network', 'FR']);
  // The lookup, and what tells the proxy that the header has named another country.
  const lookups = () => site.requests.filter((path) => path === '/geo');
  await expect.poll(lookups).toHaveLength(2);
  site.headers = named('FR');
  await open(page, site.page('<p data-geo-text="{country} {city|}">you</p>', { tag, path: '/second' }));
  expect(await visitorOf(page)).toEqual(['cache', 'FR']);
  expect(await visibleText(page.locator('p'))).toBe('France Lyon');
  expect(lookups()).toHaveLength(2);
});

test('a page from the cache of the browser gives way to a newer record, and without one it is as it was', async ({
  page,
  site,
}) => {
  const body = '<p data-geo-text="{country}">you</p>';
  const tag = header + alone;
  for (const [path, place] of [
    ['/kept', 'FR'],
    ['/later', 'JP'],
  ] as const)
    site.file(path, (request, response) =>
      inPieces([watched(tag, `${body}<a href="/kept">kept</a>`)], 0, {
        ...named(place),
        'cache-control': 'max-age=600',
      })(request, response),
    );
  await load(page, `${site.url}/kept`);
  expect(await visitorOf(page)).toEqual(['header', 'FR']);
  await page.goto('about:blank');
  await load(page, `${site.url}/later`);
  expect(await visitorOf(page)).toEqual(['header', 'JP']);
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('"JP"');
  await page.click('a');
  await page.waitForURL(({ pathname }) => pathname === '/kept');
  await expect.poll(() => visitorOf(page)).toEqual(['cache', 'JP']);
});

test('a choice goes before the header, and a reset goes back to it', async ({ page, site }) => {
  site.headers = named('FR');
  const url = site.page('<p data-geo-text="{country}">you</p>', { tag: header + alone });
  await open(page, url);
  await page.evaluate(() => globalThis.geolet?.override('JP'));
  await open(page, url);
  expect(await visitorOf(page)).toEqual(['choice', 'JP']);
  await page.evaluate(() => globalThis.geolet?.reset());
  expect(await visitorOf(page)).toEqual(['header', 'FR']);
  await open(page, `${url}?geo-choice=DE`);
  await expect.poll(() => visitorOf(page)).toEqual(['link', 'DE']);
  await open(page, `${url}?geo-as=BR`);
  await expect.poll(() => visitorOf(page)).toEqual(['preview', 'BR']);
});

test('where consent is required the header counts, and nothing is stored or sent before it is given', async ({
  page,
  site,
}) => {
  site.headers = named('FR');
  const url = site.page('<p data-geo-text="{country}">you</p>', {
    tag: header + headTag.replace('data-', 'data-consent="required" data-'),
  });
  await open(page, url);
  expect(await visitorOf(page)).toEqual(['header', 'FR']);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  expect(site.requests).not.toContain('/geo');
  await page.evaluate(() => globalThis.geolet?.consent(true));
  await expect.poll(() => visitorOf(page)).toEqual(['network', 'FR']);
  await page.evaluate(() => globalThis.geolet?.consent(false));
  expect(await visitorOf(page)).toEqual(['header', 'FR']);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a browser with Global Privacy Control gets the country alone, and the state where the owner says so', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await eachRow(
    [
      ['country', header, 'unknown'],
      ['state', header.replace('<script', '<script data-gpc="state"'), 'CA'],
    ] as const,
    page,
    async ([, script, state], site) => {
      site.headers = named('US-CA');
      await open(page, site.page('<p>A</p>', { tag: script + alone }));
      expect(await page.evaluate(() => globalThis.geolet?.visitor?.stateCode ?? 'unknown')).toBe(state);
    },
  );
});

test('a first visit with the header is no return, and the next one is', async ({ page, site }) => {
  site.headers = named('FR');
  const url = site.page(
    '<p><b data-geo-show="returning" hidden>again</b><b data-geo-hide="returning" hidden>new</b></p>',
    {
      tag: header + alone,
    },
  );
  await open(page, url);
  expect(await visibleText(page.locator('p'))).toBe('new');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('geolet:');
  const tab = await page.context().newPage();
  await open(tab, url);
  expect(await visibleText(tab.locator('p'))).toBe('again');
});

test('no other header is taken for one, and then the page is as written', async ({ page }) => {
  await eachRow(
    [
      '',
      'geo',
      'geo;dur=3',
      'geo;desc=""',
      'geo;desc="XX"',
      'geo;desc="T1"',
      'geo;desc="fr"',
      'geo;desc="FR", geo;desc="DE"',
      'geo;desc="<img src=x onerror=alert(1)>"',
      `geo;desc="${'F'.repeat(6000)}"`,
      `${'geo;desc=FR,'.repeat(100)}geo;desc=FR`,
      'geo;desc="FR,DE"',
      'country;desc="FR"',
    ],
    page,
    async (value, site) => {
      if (value) site.headers = { 'server-timing': value };
      await open(page, site.page('<p data-geo-text="{country}">you</p>', { tag: header + alone }));
      expect(await visitorOf(page)).toEqual(['none', undefined]);
      expect(await visibleText(page.locator('p'))).toBe('you');
      expect(site.requests).not.toContain('/geo');
    },
  );
});

const markup = '<img src=x onerror=executed()>';
const hostileParts = fc.array(
  fc.oneof(
    fc.constantFrom(
      'FR',
      'US-CA',
      'XX',
      'geo',
      'GEO',
      ';desc=',
      ';desc="',
      '"',
      ',',
      ';',
      '=',
      '\\',
      ' ',
      '\t',
      '__proto__',
    ),
    fc.constantFrom(markup, '<script>executed()</script>', '\u0663\u0664', '\uff26\uff32', 'F\u202eR', '\u00e9'),
  ),
  { maxLength: 6 },
);
/** Most begin as one that counts. Some are long. */
const hostile = fc
  .tuple(
    fc.constantFrom('geo;desc=', 'geo;desc="FR"', 'a;dur=1,geo;desc="', ''),
    hostileParts.map((parts) => parts.join('')),
    fc.constantFrom('', '', '', 'F'.repeat(65_536), ',geo;desc=FR'.repeat(100)),
  )
  .map((parts) => parts.join(''));

test('500 hostile headers run nothing, throw nothing, and give the country of the one entry at most', async ({
  page,
  site,
}) => {
  test.setTimeout(60_000);
  const values = fc.sample(hostile, { numRuns: 500, seed: 43 });
  for (const [index, value] of values.entries())
    site.file(`/hostile-${index}`, (_request, response) =>
      // As bytes of UTF-8.
      response
        .writeHead(200, { 'content-type': 'text/html', 'server-timing': Buffer.from(value).toString('latin1') })
        .end(`<!doctype html><script>executed = () => console.error('executed')</script>${header}`),
    );
  await page.goto(site.page('<p>Frames</p>', { tag: '' }));
  const found = await page.evaluate(async (count) => {
    const frames = Array.from({ length: count }, (_, index) => {
      const frame = document.createElement('iframe');
      frame.src = `/hostile-${index}`;
      return frame;
    });
    await Promise.all(
      frames.map((frame) => {
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        return loaded;
      }),
    );
    return frames.map(({ contentWindow }) => {
      const { performance, geoletHeader } = contentWindow as unknown as typeof globalThis;
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const named = navigation?.serverTiming.filter(({ name }) => name === 'geo') ?? [];
      return [geoletHeader, ...named.map(({ description }) => description)] as const;
    });
  }, values.length);
  const taken = found.filter(([given, only = '', other], index) => {
    const record = other === undefined ? headerRecord(only, true) : undefined;
    const right = record && { version: 1, time: expect.any(Number) as unknown, record };
    expect(given, values[index]?.slice(0, 200)).toEqual(right ?? {});
    return record;
  });
  expect(taken.length).toBeGreaterThan(50);
  expect(taken.length).toBeLessThan(450);
});

test('a strict policy allows it by its nonce or hash, Trusted Types too, and without one the page is as today', async ({
  page,
  site,
  lines,
  expectLines,
}) => {
  expectLines(/Content Security Policy/);
  const body = '<p data-geo-text="{country}">you</p>';
  const [, text = ''] = /<script>(.*)<\/script>/s.exec(header) ?? [];
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const visit = async (sources: string, tag: string) => {
    const policy = `script-src ${sources}; require-trusted-types-for 'script'`;
    site.headers = { ...named('FR'), 'content-security-policy': policy };
    await open(page, site.page(body, { tag }));
    return (await visitorOf(page))[0];
  };
  expect(await visit("'nonce-abc'", (header + alone).replaceAll('<script', '<script nonce="abc"'))).toBe('header');
  expect(await visit(`'self' ${hash}`, header + alone)).toBe('header');
  expect(lines).toEqual([]);
  expect(await visit("'self'", header + alone)).toBe('network');
});
