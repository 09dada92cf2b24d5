import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/proxy/node/environment.ts';
import { lastPublicationDay, nextPublication } from '../../../src/proxy/node/rates/publication-days.ts';
import { ratesPath, withRates } from '../../../src/proxy/node/rates/rates-listener.ts';
import { pauseMs, renewIfDue } from '../../../src/proxy/node/rates/renew-daily.ts';

const wednesday = Date.parse('2026-11-25T15:10:00Z');
const hourMs = 3_600_000;

const bankFile = (date: string, usd = 1.08) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='${date}'><Cube currency='USD' rate='${usd}'/><Cube currency='JPY' rate='163.2'/></Cube></Cube>
</gesmes:Envelope>`;

let folder: string;
let file: string;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geolet-daily-rates-'));
  file = join(folder, 'data', 'geolet-rates.json');
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
  rmSync(folder, { recursive: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** A bank whose file a test may change. */
async function openBank() {
  const bank = { body: '', status: 200, requests: 0, address: '' };
  bank.address = await serve((_request, response) => {
    bank.requests++;
    response.writeHead(bank.status).end(bank.body);
  });
  return bank;
}

const stored = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('the day of the last rates', () => {
  it.each([
    ['before 16:00 CET', '2026-11-25T14:59:00Z', '2026-11-24'],
    ['at 16:00 CET', '2026-11-25T15:00:00Z', '2026-11-25'],
    ['on a Saturday', '2026-11-28T18:00:00Z', '2026-11-27'],
    ['on a Monday morning', '2026-11-30T08:00:00Z', '2026-11-27'],
    ['at Christmas', '2026-12-27T18:00:00Z', '2026-12-24'],
    ['at New Year', '2026-01-01T18:00:00Z', '2025-12-31'],
    ['on the first of May', '2026-05-01T18:00:00Z', '2026-04-30'],
    ['at Easter 2026', '2026-04-06T18:00:00Z', '2026-04-02'],
    ['at Easter 2027', '2027-03-29T18:00:00Z', '2027-03-25'],
    ['after Easter', '2026-04-07T15:00:00Z', '2026-04-07'],
  ])('%s is the last working day', (_when, now, day) => {
    expect(lastPublicationDay(Date.parse(now))).toBe(day);
  });

  it('is followed by the next working day', () => {
    const after = (now: string) => new Date(nextPublication(Date.parse(now))).toISOString();
    expect(after('2026-11-25T14:00:00Z')).toBe('2026-11-25T15:00:00.000Z');
    expect(after('2026-11-27T15:00:00Z')).toBe('2026-11-30T15:00:00.000Z');
    expect(after('2026-04-02T15:00:00Z')).toBe('2026-04-07T15:00:00.000Z');
  });
});

describe('the pause before the next look', () => {
  it('lasts until the next rates, and up to 30 minutes more', () => {
    expect(pauseMs('2026-11-25', wednesday, 0)).toBe(nextPublication(wednesday) - wednesday);
    expect(pauseMs('2026-11-25', wednesday, 1)).toBe(nextPublication(wednesday) - wednesday + hourMs / 2);
  });

  it('is an hour where the rates of today are missing', () => {
    expect(pauseMs('2026-11-24', wednesday, 0)).toBe(hourMs);
    expect(pauseMs(undefined, wednesday, 0)).toBe(hourMs);
  });
});

describe('rates that renew themselves', () => {
  const lines: string[] = [];
  const renew = (from: string, now: number) => renewIfDue({ from, file }, (line) => lines.push(line), now);

  beforeEach(() => void lines.splice(0));

  it('are fetched when there are none, and not again on the same day', async () => {
    const bank = await openBank();
    bank.body = bankFile('2026-11-25');
    expect(await renew(bank.address, wednesday)).toBe('2026-11-25');
    expect(stored()).toEqual({ base: 'EUR', date: '2026-11-25', rates: { USD: 1.08, JPY: 163.2 } });
    await renew(bank.address, wednesday + hourMs);
    expect(bank.requests).toBe(1);
    expect(lines).toEqual([]);
  });

  it('are not asked for at the weekend', async () => {
    const bank = await openBank();
    bank.body = bankFile('2026-11-27');
    await renew(bank.address, Date.parse('2026-11-27T16:00:00Z'));
    await renew(bank.address, Date.parse('2026-11-29T16:00:00Z'));
    expect(bank.requests).toBe(1);
  });

  it('stay when the bank is late or fails, and the log says a failure', async () => {
    const bank = await openBank();
    bank.body = bankFile('2026-11-24');
    await renew(bank.address, wednesday);
    expect(await renew(bank.address, wednesday)).toBe('2026-11-24');
    expect(lines).toEqual([]);
    bank.status = 503;
    expect(await renew(bank.address, wednesday)).toBe('2026-11-24');
    expect(lines).toEqual([expect.stringContaining('the status is 503')]);
    bank.status = 200;
    bank.body = bankFile('2026-11-25').slice(0, -40);
    await renew(bank.address, wednesday);
    expect(stored()).toMatchObject({ date: '2026-11-24' });
  });

  it('are kept back after a large move, until those of the next day confirm it', async () => {
    const bank = await openBank();
    bank.body = bankFile('2026-11-25');
    await renew(bank.address, wednesday);
    bank.body = bankFile('2026-11-26', 1.5);
    expect(await renew(bank.address, wednesday + 24 * hourMs)).toBe('2026-11-26');
    expect(stored()).toMatchObject({ date: '2026-11-25' });
    expect(lines).toEqual([expect.stringMatching(/USD.*--accept/)]);
    bank.body = bankFile('2026-11-27', 1.51);
    await renew(bank.address, wednesday + 48 * hourMs);
    expect(stored()).toMatchObject({ date: '2026-11-27', rates: { USD: 1.51 } });
  });
});

describe('the address of the rates', () => {
  it('answers with the file and an ETag, to every page, and with 304 to those that have it', async () => {
    const path = join(folder, 'rates.json');
    writeFileSync(path, '{"base":"EUR"}');
    const origin = await serve(withRates((_request, response) => response.end('another'), path));
    const response = await fetch(`${origin}${ratesPath}`);
    expect(await response.json()).toEqual({ base: 'EUR' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(`${origin}${ratesPath}?1`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(`${origin}${ratesPath}`, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(`${origin}/geo`)).text()).toBe('another');
  });

  it('is not found without rates, which nobody keeps', async () => {
    const origin = await serve(withRates((_request, response) => response.end('another'), file));
    const response = await fetch(`${origin}${ratesPath}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});

describe('GEOLET_RATES', () => {
  const rates = (text: string) => readEnvironment({ GEOLET_RATES: text, DATA_DIR: '/data' }).rates;

  it('is the bank, or an address', () => {
    expect(rates('ecb')).toEqual({
      from: expect.stringMatching(/^https:\/\/www\.ecb\.europa\.eu\//),
      file: join('/data', 'geolet-rates.json'),
    });
    expect(rates('https://rates.example/a.json')?.from).toBe('https://rates.example/a.json');
    expect(rates('')).toBeUndefined();
  });

  it.each([
    ['ECB', /did you mean ecb\?/],
    ['yes', /did you mean ecb\?/],
    ['http://rates.example', /cannot be used: write ecb/],
  ])('is not %s', (text, message) => {
    expect(() => rates(text)).toThrow(message);
  });
});
