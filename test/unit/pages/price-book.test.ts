import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPageOptions } from '../../../src/pages/front/page-options.ts';
import { pricesIn } from '../../../src/adapters/node/page-files.ts';
import { writePage } from './write-page.ts';

const asterisk = { asterisk: 'USD 149, IN: USD 99' };
const block = (prices: unknown) =>
  `<script type="application/json" data-geo-settings>${JSON.stringify({ prices })}</script>`;
const page =
  '<geo-currency sku="asterisk">$149</geo-currency><bdi data-geo-currency="sku: asterisk">$149</bdi><p>end</p>';

/** What a visitor from India reads. */
async function write(html: string, prices?: unknown): Promise<string> {
  const text = await writePage(html, { countryCode: 'IN', currencyCode: 'INR' }, { options: { prices } });
  return [...text.matchAll(/<bdi part="value">([^<]*)|<bdi data[^>]*>([^<]*)/g)]
    .map(([, element, binding]) => element ?? binding)
    .join(' ');
}

describe('a written page', () => {
  it('has the prices of the book that stands in it', async () => {
    expect(await write(block(asterisk) + page)).toBe('$99 $99');
  });

  it('has them of the owner’s own book where it names an address, which no server fetches', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch');
    expect(await write(block('/prices.json') + page, asterisk)).toBe('$99 $99');
    expect(await write(block('/prices.json') + page, () => asterisk)).toBe('$99 $99');
    expect(await write(block('http://169.254.169.254/prices.json') + page)).toBe('$149');
    expect(fetching).not.toHaveBeenCalled();
  });

  it.each([
    ['the block comes later', page + block(asterisk), undefined],
    ['the page has no book', page, asterisk],
    ['the page’s own book lacks the name', block({ obelisk: 'USD 1' }) + page, asterisk],
    ['its book is none', block(['USD 99']) + page, asterisk],
    ['nobody has the book', block('/prices.json') + page, undefined],
    ['what a function gives is none', block('/prices.json') + page, () => 'USD 99'],
  ])('is as written where %s', async (_name, html, prices) => expect(await write(html, prices)).toBe('$149'));

  it.each(['USD 99', ['USD 99'], 99, null])('begins with no book made of %j', (prices) => {
    expect(() => readPageOptions({ origin: 'https://pages.example', prices })).toThrow('GEOLET_PAGES_PRICES');
  });

  it.each([async () => asterisk, () => Promise.reject(new Error('offline'))])(
    'begins with no function that returns a promise: %s',
    (prices) => expect(() => readPageOptions({ origin: 'https://pages.example', prices })).toThrow('returns a promise'),
  );

  it('keeps the book where a function fails, gives nothing or returns a promise later', async () => {
    const failing = () => {
      throw new Error('offline');
    };
    const given = [
      () => asterisk,
      () => asterisk,
      () => Promise.reject(new Error('offline')),
      () => undefined,
      failing,
    ];
    const { priceBook } = readPageOptions({ origin: 'https://pages.example', prices: () => given.shift()?.() });
    for (let times = 0; times < 5; times++) expect(priceBook?.()?.names).toEqual(['asterisk']);
  });
});

describe('a file of prices', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'geolet-prices-'));
    path = join(folder, 'prices.json');
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('is read again when it has changed, and not while it is broken', () => {
    let writes = 0;
    const put = (text: string) => {
      writeFileSync(path, text);
      utimesSync(path, ++writes, writes);
      vi.setSystemTime(Date.now() + 2000);
    };
    put('\uFEFF{ "asterisk": "USD 149" }');
    const read = pricesIn(path);
    expect(read?.()).toEqual({ asterisk: 'USD 149' });
    put('{ "asterisk": "USD 159" }');
    expect(read?.()).toEqual({ asterisk: 'USD 159' });
    expect(read?.()).toBe(read?.());
    put('{ "asterisk": "USD 1');
    expect(read?.()).toEqual({ asterisk: 'USD 159' });
    put('{ "asterisk": "USD 169" }');
    expect(read?.()).toEqual({ asterisk: 'USD 169' });
    rmSync(path);
    vi.setSystemTime(Date.now() + 2000);
    expect(read?.()).toEqual({ asterisk: 'USD 169' });
  });

  it('is read again when another file with the same time has come into its place', () => {
    const put = (target: string, text: string) => {
      writeFileSync(target, text);
      utimesSync(target, 1, 1);
    };
    put(path, '{ "asterisk": "USD 149" }');
    const read = pricesIn(path);
    put(path, '{ "asterisk": "USD 1490" }');
    vi.setSystemTime(Date.now() + 2000);
    expect(read?.()).toEqual({ asterisk: 'USD 1490' });
    put(`${path}.new`, '{ "asterisk": "USD 1590" }');
    renameSync(`${path}.new`, path);
    vi.setSystemTime(Date.now() + 2000);
    expect(read?.()).toEqual({ asterisk: 'USD 1590' });
  });

  it.each([undefined, '', '[]', '"USD 49"', '{'])('is refused at the start with the content %j', (text) => {
    if (text !== undefined) writeFileSync(path, text);
    expect(() => pricesIn(path)).toThrow('GEOLET_PAGES_PRICES');
  });
});
