import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePriceBook } from '../../../src/rules/money/price-book.ts';

const page = readFileSync('docs/price-book.md', 'utf8');
const [fromTable = '', fromStripe = ''] = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code);
const commands = [...page.matchAll(/^node csv-to-prices\.mjs (.*?) ?< .*$/gm)].map(([, words = '']) =>
  [...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word),
);
const shellCommands = [...page.matchAll(/```sh\n([^]*?)\n```/g)].map(([, command = '']) => command);
const table = /```csv\n([^]*?)```/.exec(page)?.[1] ?? '';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'geolet-book-'));
  writeFileSync(join(folder, 'csv.mjs'), fromTable);
  writeFileSync(join(folder, 'stripe.mjs'), fromStripe);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(
  script: string,
  input: string | Buffer,
  words: readonly string[] = [],
  zone = 'UTC',
): { book: unknown; error: string } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, script), ...words], {
    input,
    encoding: 'utf8',
    env: { ...process.env, TZ: zone },
  });
  return { book: status === 0 ? JSON.parse(stdout) : undefined, error: stderr };
}

/** A script that says nothing writes a book in which each list can be read. */
function expectBook({ book, error }: ReturnType<typeof run>, wanted: unknown): void {
  expect({ book, error }).toEqual({ book: wanted, error: '' });
  expectUsable(book);
}

function expectUsable(value: unknown): void {
  const book = parsePriceBook(value);
  expect(book?.names.length).toBeGreaterThan(0);
  for (const name of book?.names ?? []) expect(book?.find(name), name).toBeDefined();
}

describe('docs/price-book.md', () => {
  it.each<[string, string, unknown]>([
    [
      'its own table',
      table,
      { asterisk: { prices: 'USD 149, EUR 139, IN: USD 99', was: 'USD 199' }, obelisk: 'USD 49.00, EUR 45.00' },
    ],
    [
      'a spreadsheet with a decimal comma',
      'sku;USD;IN: KWD\r\nasterisk;149,5;45.500\r\n',
      { asterisk: 'USD 149.5, IN: KWD 45.500' },
    ],
    ['columns of which some have no heading', 'sku,USD,,\nasterisk,149,,a note\n', { asterisk: 'USD 149' }],
  ])('makes a book of %s', (_, input, book) => expectBook(run('csv.mjs', input), book));

  const withSemicolons = table.replaceAll(',', ';');
  it.each<[string, string | Buffer]>([
    ['semicolons', withSemicolons],
    ['tabs', table.replaceAll(',', '\t')],
    ['a line for Excel', `sep=;\r\n${withSemicolons}`],
    ['a line for Excel that names a comma', `sep=,\n${table}`],
    ['UTF-16 and tabs, as Excel saves Unicode text', Buffer.from(`\uFEFF${table.replaceAll(',', '\t')}`, 'utf16le')],
    ['UTF-16 the other way around', Buffer.from(`\uFEFF${table}`, 'utf16le').swap16()],
    ['headings in another case', table.replace('sku,USD,EUR,IN: USD,was USD', 'SKU,usd,Eur,in: usd,Was Usd')],
    [
      'a heading in quotes with a comma in it',
      table.replace('sku,', 'sku,"",').replaceAll(/\n(\w+),/g, '\n$1,"a, b",'),
    ],
  ])('makes the same book of a table with %s', (_, input) => {
    const { book, error } = run('csv.mjs', input);
    expect(error).toBe('');
    const text = JSON.stringify(book).replaceAll(/[a-z]{3} (?=\d)|in: /gi, (code) => code.toUpperCase());
    expect(JSON.parse(text)).toEqual(run('csv.mjs', table).book);
  });

  it.each(shellCommands)('leaves the last book as it was where a script stops: %s', (command) => {
    const here = mkdtempSync(join(tmpdir(), 'geolet-book-command-'));
    const put = (name: string, text: string) => writeFileSync(join(here, name), text, { mode: 0o755 });
    for (const name of ['prices.csv', 'products_export.csv', 'wc-product-export.csv']) put(name, 'sku,USD\nshoe,$1\n');
    put('csv-to-prices.mjs', fromTable);
    put('stripe-to-prices.mjs', fromStripe);
    put('curl', '#!/bin/sh\necho "{}"\n');
    put('prices.json', '{ "shoe": "USD 49" }');
    const env = { ...process.env, PATH: `${here}:${process.env['PATH'] ?? ''}` };
    const { status } = spawnSync('sh', ['-c', command], { cwd: here, env });
    const kept = readFileSync(join(here, 'prices.json'), 'utf8');
    rmSync(here, { recursive: true });
    expect(status).not.toBe(0);
    expect(kept).toBe('{ "shoe": "USD 49" }');
  });

  it('makes a book of what Shopify exports', () => {
    const input = [
      'Handle,Title,Body (HTML),Variant SKU,Variant Price,Variant Compare At Price,Image Src,Price / European Union,Compare At Price / European Union',
      'asterisk,"The Asterisk, ""a day shoe""","<p>Made to\nwalk</p>",AST-42,149.00,199.00,https://cdn.example/1.jpg,139.00,179.00',
      'asterisk,,,,,,https://cdn.example/2.jpg,,',
      'obelisk,Obelisk,,OBE-1,49.00,,,,',
    ].join('\r\n');
    expectBook(run('csv.mjs', input, commands[1]), {
      'AST-42': { prices: 'USD 149.00, eu: EUR 139.00', was: 'USD 199.00, eu: EUR 179.00' },
      'OBE-1': 'USD 49.00',
    });
  });

  it('makes a book of what WooCommerce exports', () => {
    const input =
      '\uFEFFID,Type,SKU,Name,Published,"Date sale price starts","Date sale price ends","Sale price","Regular price"\n' +
      '10,simple,woo-beanie,"Beanie, blue",1,,,18,20\n11,simple,woo-belt,Belt,1,,,,65\n12,variable,woo-hoodie,Hoodie,1,,,,\n' +
      '13,simple,woo-now,Now,1,"2001-01-01 0:00:00","2999-12-31 23:59:59","18,50","20,50"\n' +
      '14,simple,woo-later,Later,1,"2999-01-01 0:00:00",,18,20\n' +
      '15,simple,woo-over,Over,1,,"2001-01-01 23:59:59",18,20\n16,simple,woo-day,Day,1,,2001-01-01,18,20\n';
    expectBook(run('csv.mjs', input, commands[2]), {
      'woo-beanie': { prices: 'USD 18', was: 'USD 20' },
      'woo-belt': { prices: 'USD 65', was: 'USD 65' },
      'woo-now': { prices: 'USD 18.50', was: 'USD 20.50' },
      'woo-later': { prices: 'USD 20', was: 'USD 20' },
      'woo-over': { prices: 'USD 20', was: 'USD 20' },
      'woo-day': { prices: 'USD 20', was: 'USD 20' },
    });
  });

  it('makes a book of what Stripe answers', () => {
    const option = (amount: number | null) => ({
      custom_unit_amount: null,
      tax_behavior: 'unspecified',
      unit_amount: amount,
      unit_amount_decimal: amount === null ? null : String(amount),
    });
    const price = { object: 'price', product: 'prod_1', currency: 'usd', lookup_key: 'asterisk', unit_amount: 14900 };
    const options = { usd: option(14900), eur: option(13905), jpy: option(21900), kwd: option(45500) };
    const data = [
      { ...price, currency_options: options },
      { ...price, lookup_key: null, product: 'prod_2', unit_amount: 5, currency_options: { eur: option(null) } },
      { ...price, lookup_key: 'tiers', unit_amount: null },
    ];
    expectBook(run('stripe.mjs', JSON.stringify({ object: 'list', has_more: false, data })), {
      asterisk: 'USD 149.00, EUR 139.05, JPY 21900, KWD 45.500',
      prod_2: 'USD 0.05',
    });
  });

  it('looks at the clock of the shop, whose zone TZ names, for when a sale begins', () => {
    const [ahead, behind] = ['Etc/GMT-14', 'Etc/GMT+12'] as const;
    const day = new Intl.DateTimeFormat('sv', { timeZone: ahead }).format();
    const input = `sku,Sale,Regular,Starts\na,1,2,${day}\n`;
    const columns = ['sku', 'USD=Sale|Regular', 'sale starts=Starts'];
    expect(run('csv.mjs', input, columns, ahead).book).toEqual({ a: 'USD 1' });
    expect(run('csv.mjs', input, columns, behind).book).toEqual({ a: 'USD 2' });
  });

  it.each([
    ['csv.mjs', 'USD,sku\n149,__proto__\n'],
    ['stripe.mjs', '{"data":[{"product":"__proto__","currency":"usd","unit_amount":14900}]}'],
  ])('%s makes a book of a product with any name', (script, input) => {
    const { book } = run(script, input);
    expect(Object.keys(Object(book))).toEqual(['__proto__']);
    expectUsable(book);
  });

  it.each([
    ['csv.mjs', 'sku,USD\nasterisk,"1,490"\n', 'asterisk: "1,490" is not a plain amount'],
    ['csv.mjs', 'USD,sku\n1.490,asterisk\n', 'asterisk: "1.490" is not a plain amount'],
    ['csv.mjs', 'sku,KWD\nasterisk,"1,490"\n', 'asterisk: "1,490" is not a plain amount'],
    ['csv.mjs', 'sku,USD,EUR\nasterisk,,139\n', 'asterisk: USD is empty'],
    ['csv.mjs', 'sku,IN: USD,EUR\nasterisk,99,139\n', 'has no place'],
    ['csv.mjs', 'sku,USD,Stock\nasterisk,99,5\n', '"Stock" is not written as USD'],
    ['csv.mjs', 'Name,USD\nasterisk,99\n', '"Name" is not written as USD'],
    ['csv.mjs', 'sku,USD,EUR,EUR\nasterisk,149,139,129\n', 'There are two columns EUR'],
    ['csv.mjs', 'sku,USD,usd\nshoe,1,2\n', 'There are two columns usd'],
    ['csv.mjs', '', 'There is no column sku'],
    ['csv.mjs', 'sku,USD\nasterisk,$149\n', 'is not a plain amount'],
    ['csv.mjs', 'sku,USD\nasterisk,149\nasterisk,139\n', 'asterisk: there are two rows'],
    ['stripe.mjs', '{"data":[],"has_more":true}', 'There are more prices'],
    ['stripe.mjs', '{"data":[{"product":"p","currency":"ugx","unit_amount":1}]}', 'UGX'],
    ['stripe.mjs', '<html>', 'SyntaxError'],
  ])('%s makes no book of %s', (script, input, reason) => {
    expect(run(script, input)).toEqual({ book: undefined, error: expect.stringContaining(reason) });
  });

  it('says which columns there are', () =>
    expect(run('csv.mjs', 'sku,Price\na,1\n', ['sku=sku', 'USD=Preis']).error).toContain(
      'There is no column Preis. There are: sku, Price',
    ));
});
