import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CheckedRates, readRates } from '../../../src/proxy/node/rates/read-rates.ts';
import { renewRates } from '../../../src/proxy/node/rates/renew-rates.ts';
import { bankFile } from '../../support/bank-file.ts';
import { startServer } from '../../support/start-server.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';
import { startProgram } from '../running-program.ts';

const now = Date.parse('2026-11-25T15:30:00Z');
const usual = { USD: '1.08', JPY: '163.2', GBP: '0.84' };

const json = (value: object) => JSON.stringify({ base: 'EUR', date: '2026-11-25', rates: { USD: 1.08 }, ...value });

describe('rates', () => {
  it('are read from the XML of the bank', () => {
    const rates = { USD: 1.08, JPY: 163.2, GBP: 0.84 };
    expect(readRates(bankFile('2026-11-25'), now)).toEqual({ base: 'EUR', date: '2026-11-25', rates });
  });

  it('are read from JSON with base, date and rates', () => {
    expect(readRates(json({ amount: 1 }), now)).toEqual({ base: 'EUR', date: '2026-11-25', rates: { USD: 1.08 } });
  });

  it('have the currencies of ISO 4217, and nothing else that their source lists', () => {
    const rates = { USD: 1.08, IRR: 45_000, KWD: 0.33, BTC: 0.00001, GGP: 0.85 };
    expect(readRates(json({ rates }), now).rates).toEqual({ USD: 1.08, IRR: 45_000, KWD: 0.33 });
  });

  it.each([
    ['an error in JSON', '{"error": "later"}', 'neither'],
    ['half of a JSON file', json({}).slice(0, 40), 'neither'],
    ['half of an XML file', bankFile('2026-11-25').slice(0, -60), 'end is missing'],
    ['XML cut after the first rate', bankFile('2026-11-25').split("rate='163.2'/>")[0], 'not a number|end is missing'],
    ['no date', bankFile('').replace(" time=''", ''), 'neither'],
    ['the 30th of February', bankFile('2026-02-30'), 'neither'],
    ['a date with its day in words', bankFile('Thu, 26 Nov 2026'), 'not like 2026-11-25'],
    ['a date without its zeros', json({ date: '2026-1-5' }), 'not like 2026-11-25'],
    ['a date in the future', bankFile('2026-12-25'), 'in the future'],
    ['no rates', bankFile('2026-11-25', {}), 'no rates'],
    ['a rate of zero', bankFile('2026-11-25', { USD: '0' }), 'USD is not a number above zero'],
    ['a negative rate', bankFile('2026-11-25', { USD: '-1.08' }), 'USD is not a number above zero'],
    ['an empty rate', bankFile('2026-11-25', { USD: '' }), 'USD is not a number above zero'],
    ['a decimal comma', bankFile('2026-11-25', { USD: '1,08' }), 'USD is not a number above zero'],
    ['a rate that is text', json({ rates: { USD: '1.08' } }), 'USD is not a number above zero'],
    ['a rate that is null', json({ rates: { USD: null } }), 'USD is not a number above zero'],
    ['a rate beyond all numbers', '{"base":"EUR","date":"2026-11-25","rates":{"USD":1e999}}', 'USD is not a number'],
    ['a rate beyond all currencies', json({ rates: { USD: 1e308 } }), 'USD, 1e\\+308, is not between'],
    ['a rate next to nothing', json({ rates: { USD: 1e-300 } }), 'USD, 1e-300, is not between'],
    ['a base that is no code', json({ base: '<SCRIPT>' }), '"<SCRIPT>", is not the code'],
    ['a base that no country has', json({ base: 'BTC' }), '"BTC", is not the code'],
    ['elements in each other without an end', '<x>'.repeat(300_000), 'nested too deeply'],
    ['more than 1 MB', json({ more: 'x'.repeat(1_000_000) }), 'larger than 1 MB'],
    ['nothing but coins', json({ rates: { BTC: 0.00001 } }), 'no rates'],
    ['a currency in words', json({ rates: { dollar: 1.08 } }), '"dollar" is not the code'],
    ['a prototype', '{"base":"EUR","date":"2026-11-25","rates":{"__proto__":1}}', '"__proto__" is not the code'],
    ['two rates of a currency', bankFile('2026-11-25').replace('JPY', 'USD'), 'two rates of USD'],
    ['several days', bankFile('2026-11-25').replace('</Cube>', "</Cube><Cube time='2026-11-24'/>"), 'several days'],
    ['a list', '[1]', 'neither'],
  ])('are refused as a whole: %s', (_what, text, reason) => {
    expect(() => readRates(text ?? '', now)).toThrow(new RegExp(reason));
  });
});

const on = (date: string, rates: Readonly<Record<string, number>>, base = 'EUR') => ({ base, date, rates });

describe('rates that come', () => {
  const friday = on('2026-11-20', { USD: 1, JPY: 160 });
  const renew = (rates: CheckedRates, keptBack?: CheckedRates) => renewRates(rates, friday, keptBack, false);

  it('are used when there were none', () => {
    expect(renewRates(friday, undefined, undefined, false)).toEqual({ kind: 'used', dropped: [] });
  });

  it.each(['2026-11-20', '2026-11-19'])(
    'change nothing at a weekend and on holidays, when those of %s come again',
    (date) => {
      expect(renewRates(on(date, { USD: 9 }), friday, undefined, true)).toEqual({ kind: 'known' });
    },
  );

  it.each([
    // By 20 % for each day between, over a weekend or the holidays of Easter, too.
    ['2026-11-21', { USD: 1.19, JPY: 160 }, []],
    ['2026-11-21', { USD: 1.21, JPY: 160 }, ['USD']],
    ['2026-11-21', { USD: 1, JPY: 130 }, ['JPY']],
    ['2026-11-23', { USD: 1.7, JPY: 160 }, []],
    ['2026-11-23', { USD: 1.8, JPY: 160 }, ['USD']],
    // Never to more than the double or less than half.
    ['2026-12-20', { USD: 2, JPY: 160 }, []],
    ['2026-12-20', { USD: 2.01, JPY: 160 }, ['USD']],
    ['2026-12-20', { USD: 0.5, JPY: 160 }, []],
    ['2026-12-20', { USD: 0.49, JPY: 160 }, ['USD']],
    ['2026-12-04', { USD: 10, JPY: 160 }, ['USD']],
  ])('are kept back for each currency that moved too far since Friday: %s, %j: %j', (date, rates, unexpected) => {
    expect(renew(on(date, rates))).toEqual(
      unexpected.length > 0 ? { kind: 'kept-back', unexpected } : { kind: 'used', dropped: [] },
    );
  });

  it('are kept back when a currency is new or comes again, and used when a later day confirms it', () => {
    const returned = on('2026-11-21', { USD: 1, JPY: 160, GBP: 84 });
    expect(renew(returned)).toEqual({ kind: 'kept-back', unexpected: ['GBP'] });
    expect(renew({ ...returned, date: '2026-11-22' }, returned).kind).toBe('used');
  });

  it('are used when a later day confirms those that were kept back, and not when the same ones come again', () => {
    const keptBack = on('2026-11-21', { USD: 2, JPY: 160 });
    expect(renew(on('2026-11-22', { USD: 2.1, JPY: 160 }), keptBack).kind).toBe('used');
    expect(renew(keptBack, keptBack).kind).toBe('kept-back');
    expect(renew(on('2026-11-22', { USD: 3, JPY: 160 }), keptBack).kind).toBe('kept-back');
  });

  it('are used when the owner accepts them', () => {
    expect(renewRates(on('2026-11-21', { USD: 2 }), friday, undefined, true).kind).toBe('used');
  });

  it('are kept back when they have another base', () => {
    expect(renew(on('2026-11-21', { EUR: 1 }, 'USD')).kind).toBe('kept-back');
  });

  it('name the currencies that are no longer there', () => {
    expect(renew(on('2026-11-21', { USD: 1 }))).toEqual({ kind: 'used', dropped: ['JPY'] });
  });
});

describe('geolet update-rates', () => {
  let answer: { status: number; body: string };
  /** Where each address of the server leads on to. */
  let leadsTo: Readonly<Record<string, string>> = {};
  let address: string;
  let folder: string;

  beforeEach(async () => {
    leadsTo = {};
    folder = temporaryDirectory();
    const server = await startServer(({ url = '' }, response) => {
      const location = leadsTo[url];
      if (location) response.writeHead(302, { location }).end();
      else response.writeHead(answer.status).end(answer.body);
    });
    address = `${server}/daily.xml`;
  });

  const update = async (...args: string[]) => {
    const command = ['src/command-line/main.ts', 'update-rates', join(folder, 'rates.json'), '--from', address];
    const { ended, text } = startProgram([...command, ...args], {});
    return { status: await ended, output: text() };
  };
  const dollars = () =>
    (JSON.parse(readFileSync(join(folder, 'rates.json'), 'utf8')) as { rates: Record<string, number> }).rates.USD;

  it('writes good rates, keeps back those that moved too far, and uses them once they are accepted', async () => {
    answer = { status: 200, body: bankFile('2026-11-19') };
    expect(await update()).toMatchObject({ status: 0, output: expect.stringContaining('2026-11-19: 3 currencies') });
    expect(dollars()).toBe(1.08);

    answer = { status: 200, body: bankFile('2026-11-20', { ...usual, USD: '10.8' }) };
    expect(await update()).toMatchObject({ status: 1, output: expect.stringMatching(/20 % a day: USD\..*--accept/) });
    expect(dollars()).toBe(1.08);

    expect((await update('--accept')).status).toBe(0);
    expect(dollars()).toBe(10.8);
    expect(readdirSync(folder)).toEqual(['rates.json']);
  });

  it('leaves a file that holds anything but rates, even with --accept, and fills an empty one', async () => {
    answer = { status: 200, body: bankFile('2026-11-19') };
    const file = join(folder, 'rates.json');
    writeFileSync(file, '<!doctype html><title>Shop</title>');
    for (const more of [[], ['--accept']])
      expect(await update(...more)).toMatchObject({ status: 1, output: expect.stringContaining('holds no rates') });
    expect(readFileSync(file, 'utf8')).toBe('<!doctype html><title>Shop</title>');
    expect(readdirSync(folder)).toEqual(['rates.json']);
    writeFileSync(file, '\n');
    expect((await update()).status).toBe(0);
    expect(dollars()).toBe(1.08);
  });

  it('does not take a kept file of a day in the future for newer rates, even with --accept', async () => {
    answer = { status: 200, body: bankFile('2026-11-19') };
    writeFileSync(join(folder, 'rates.json'), json({ date: '2999-01-04' }));
    for (const more of [[], ['--accept']])
      expect(await update(...more)).toMatchObject({ status: 1, output: expect.stringContaining('in the future') });
    expect(readdirSync(folder)).toEqual(['rates.json']);
  });

  it.each(['http://rates.example/daily.xml', 'http://localhost.rates.example/', 'ftp://localhost/', 'daily.xml'])(
    'takes no rates from %s',
    async (from) => {
      expect(await update('--from', from)).toMatchObject({
        status: 1,
        output: expect.stringContaining('--from takes an address that begins with https://'),
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('follows where the bank has moved to, and takes no step that anybody could change on its way', async () => {
    answer = { status: 200, body: bankFile('2026-11-19') };
    leadsTo = { '/daily.xml': '/moved.xml' };
    expect((await update()).status).toBe(0);
    for (const [step, reason] of [
      ['http://rates.example/daily.xml', 'without https'],
      ['//[', 'not an address'],
      ['/daily.xml', 'more than 5 times'],
    ] as const) {
      leadsTo = { '/daily.xml': step };
      expect(await update(), step).toMatchObject({ status: 1, output: expect.stringContaining(reason) });
    }
  });

  it('leaves the file as it is where the bank fails', async () => {
    answer = { status: 200, body: bankFile('2026-11-19') };
    await update();
    for (const failure of [
      { status: 503, body: 'later' },
      { status: 200, body: '<html>' },
      { status: 200, body: ' '.repeat(1_100_000) },
    ]) {
      answer = failure;
      expect(await update()).toMatchObject({ status: 1, output: expect.stringContaining('gave no rates') });
    }
    expect(dollars()).toBe(1.08);
    expect(readdirSync(folder)).toEqual(['rates.json']);
  });
});
