import { describe, expect, it } from 'vitest';
import { checkRates } from '../../../src/doctor/check-rates.ts';
import { request, withLimits } from '../../../src/doctor/reply.ts';
import { plantedBlock } from '../../support/planted-offers.ts';
import { startServer } from '../../support/start-server.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const rates = { base: 'EUR', date: '2026-11-26', rates: { USD: 1.08, JPY: 163.2, XAU: 'none' } };

interface Site {
  readonly file?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page with these settings, and `/rates.json` beside it. */
const startSite = (settings: unknown, { file = '', status = 200, headers = {} }: Site = {}) =>
  startServer(({ url }, response) => {
    if (url === '/rates.json') response.writeHead(status, headers).end(file);
    else if (url === '/moved.json') response.writeHead(302, { location: '/rates.json' }).end();
    else response.end(`<!doctype html>${plantedBlock(settings)}`);
  });

async function linesOf(settings: unknown, site?: Site) {
  const origin = await startSite(settings, site);
  return (await checkRates(await request(origin), now)).map(
    ({ result, text }) => `${result}: ${text.replaceAll(origin, '')}`,
  );
}

describe('rates are well', () => {
  const text = 'are of 2026-11-26, 1 day old, and have 2 currencies for one EUR.';

  it('in the settings block', async () => expect(await linesOf({ rates })).toEqual([`good: The rates ${text}`]));

  it.each(['/rates.json', '/moved.json'])('at the address that it names: %s', async (address) =>
    expect(await linesOf({ rates: address }, { file: JSON.stringify(rates) })).toEqual([
      `good: The rates at ${address} ${text}`,
    ]),
  );

  it('at the age that the owner allows', async () =>
    expect(await linesOf({ rates: { ...rates, date: '2026-11-17' }, ratesMaxAgeDays: 11 })).toEqual([
      expect.stringMatching(/^good: .* 10 days old/),
    ]));

  it('on another server that lets browsers read them', async () => {
    const other = await startSite({}, { file: JSON.stringify(rates), headers: { 'access-control-allow-origin': '*' } });
    expect(await linesOf({ rates: `${other}/rates.json` })).toEqual([expect.stringMatching(/^good: /)]);
  });

  it('and nothing is said where there are none', async () =>
    expect([await linesOf({}), await linesOf({ rates: null })]).toEqual([[], []]));
});

describe('rates are wrong', () => {
  const kept = (days: number) => `and have 2 currencies for one EUR. With ratesMaxAgeDays ${days} they are not used.`;

  it.each([
    ['too old', { rates: { ...rates, date: '2026-11-17' } }, `2026-11-17, 10 days old, ${kept(7)}`],
    [
      'older than allowed',
      { rates: { ...rates, date: '2026-11-25' }, ratesMaxAgeDays: 1 },
      `2026-11-25, 2 days old, ${kept(1)}`,
    ],
    ['of the future', { rates: { ...rates, date: '2026-12-27' } }, `2026-12-27, in the future, ${kept(7)}`],
    [
      'without a currency',
      { rates: { ...rates, rates: {} } },
      '2026-11-26, 1 day old, and have 0 currencies for one EUR.',
    ],
  ])('%s', async (_, settings, text) =>
    expect(await linesOf(settings)).toEqual([`bad: The rates are of ${text} No price is converted.`]),
  );

  it.each([
    ['no rates', { rates: { USD: 1.08 } }, 'The rates are not {base, date, rates}.'],
    ['without an address', { rates: 'javascript:1' }, 'The rates at javascript:1 cannot be read: it is no address.'],
  ])('%s', async (_, settings, text) =>
    expect(await linesOf(settings)).toEqual([`bad: ${text} No price is converted.`]),
  );

  it.each([
    ['not there', { status: 404 }, 'cannot be read: it answers 404.'],
    ['no JSON', { file: '<html>' }, 'are not {base, date, rates}.'],
  ])('%s', async (_, site, text) =>
    expect(await linesOf({ rates: '/rates.json' }, site)).toEqual([
      `bad: The rates at /rates.json ${text} No price is converted.`,
    ]),
  );

  it('on another server that does not let browsers read them', async () => {
    const other = await startSite({}, { file: JSON.stringify(rates) });
    expect(await linesOf({ rates: `${other}/rates.json` })).toEqual([
      expect.stringMatching(/^bad: .*browsers refuse it/),
    ]);
  });

  it('where nothing answers', async () =>
    expect(await linesOf({ rates: 'http://127.0.0.1:9/rates.json' })).toEqual([
      expect.stringMatching(/cannot be read: nothing listens at 127\.0\.0\.1:9\./),
    ]));
});

it('an examination with limits asks no other server for rates', async () => {
  const other = await startSite({}, { file: JSON.stringify(rates) });
  const origin = await startSite({ rates: `${other}/rates.json` });
  const page = await request(origin);
  await expect(withLimits({ origins: [origin] }, () => checkRates(page, now))).rejects.toThrow(
    'is not asked from here',
  );
});
