import { describe, expect, it } from 'vitest';
import { fieldNames, fields } from '../../../src/record/fields.ts';
import { parseRecord } from '../../../src/record/record.ts';
import { startService, temporaryDirectory, writeDatabase } from './running-service.ts';

const path = '/beta/api/get-visitor-data';
const visitor = { 'x-visitor-ip': '212.27.48.10' };

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="118"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'sec-ch-prefers-color-scheme': 'dark',
  'sec-ch-prefers-reduced-motion': 'no-preference',
  referer: 'https://shop.example/shoes?utm=1',
  'x-visitor-referer': 'https://search.example/find?q=secret#top',
};

describe('get-visitor-data', () => {
  it('answers all 31 fields, in the order of the table and with its types', async () => {
    const { request } = await startService();
    const response = await request(path, { headers: { ...visitor, ...browser } });
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    expect(body).toEqual({
      continentName: 'Europe',
      continentCode: 'EU',
      countryName: 'France',
      countryCode: 'FR',
      region: 'Western Europe',
      nationalCapital: 'Paris',
      city: 'Lyon',
      stateName: 'Auvergne-Rhône-Alpes',
      stateCode: 'ARA',
      postalCode: '69001',
      isEU: true,
      timezone: 'Europe/Paris',
      latitude: '45.7485',
      longitude: '4.8467',
      airportCode: 'LYS',
      currencyCode: 'EUR',
      currencySymbol: '€',
      callingCode: 33,
      language: 'fr-FR',
      ASN: 12322,
      ISP: 'Free',
      isMobile: false,
      deviceType: 'desktop',
      dataSaver: false,
      reducedMotion: false,
      colorPreference: 'dark',
      OS: 'Windows',
      currentPage: 'https://shop.example/shoes',
      referer: 'https://search.example/find',
      userAgent: 'Chrome/118.0.0.0',
      IP: '212.27.48.10',
    });
    expect(Object.keys(body as object)).toEqual(fieldNames);
    expect({ ...parseRecord(body) }).toEqual(body);
  });

  it('marks the answer as JSON about one visitor, and with where the key stands', async () => {
    const { request } = await startService();
    const { headers } = await request(path, { headers: visitor });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('ratelimit-policy')).toBe('"key";q=6000;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"key";r=5999;t=(60|59)$/);
  });

  it.each(['text/html', 'image/*;q=0.1', ';;;', '*/*'])('answers JSON to Accept: %s', async (accept) => {
    const { request } = await startService();
    const response = await request(path, { headers: { ...visitor, accept } });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('answers HEAD as GET, without a body', async () => {
    const { request } = await startService();
    const response = await request(path, { method: 'HEAD', headers: visitor });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('says the same whatever the query is', async () => {
    const { request } = await startService();
    const plain = await (await request(path, { headers: visitor })).text();
    const queried = await (await request(`${path}?ip=8.8.8.8&fields=city&%00=[]`, { headers: visitor })).text();
    expect(queried).toBe(plain);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1', 'fe80::1', '100.64.0.1', '203.0.113.9', '2001:db8::1', '198.51.101.1'])(
    'answers 200 without a place for %s',
    async (ip) => {
      const { request } = await startService();
      const response = await request(path, { headers: { ...browser, 'x-visitor-ip': ip } });
      const names = Object.keys((await response.json()) as object);
      expect(response.status).toBe(200);
      expect(names).toEqual(fieldNames.filter((name) => fields[name].origin === 'request' || name === 'IP'));
    },
  );

  it('never writes null', async () => {
    const { request } = await startService({ databases: { city: [], asn: [] } });
    const text = await (await request(path, { headers: visitor })).text();
    expect(text).not.toContain('null');
    expect(JSON.parse(text)).toMatchObject({ IP: '212.27.48.10' });
  });
});

describe('the address', () => {
  it('is that of X-Visitor-IP, whatever X-Forwarded-For says', async () => {
    const { request } = await startService();
    const response = await request(path, { headers: { ...visitor, 'x-forwarded-for': '8.8.8.8' } });
    expect(await response.json()).toMatchObject({ IP: '212.27.48.10', city: 'Lyon' });
  });

  it.each([
    ['212.27.48.10', '212.27.48.10'],
    ['212.27.48.10, 8.8.8.8', '212.27.48.10'],
    ['unknown, _hidden, 212.27.48.10:51234, 8.8.8.8', '212.27.48.10'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['::ffff:212.27.48.10', '212.27.48.10'],
  ])('without it, is the first found in X-Forwarded-For: %s', async (forwarded, ip) => {
    const { request } = await startService();
    const response = await request(path, { headers: { 'x-forwarded-for': forwarded } });
    expect(await response.json()).toMatchObject({ IP: ip });
  });

  it('is found in X-Forwarded-For sent as several lines', async () => {
    const { exchange, key } = await startService();
    const raw = await exchange(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nX-Forwarded-For: unknown\r\nX-Forwarded-For: 212.27.48.10\r\n\r\n`,
    );
    expect(raw).toContain('"IP":"212.27.48.10"');
  });

  it.each([
    '',
    ' ',
    'unknown',
    '1.2.3',
    '212.27.48.10:80',
    '[::1]',
    '0177.0.0.1',
    '2130706433',
    '127.1',
    '8.8.8.8, 9.9.9.9',
    'fe80::1%eth0',
    '256.1.1.1',
    '::ffff:256.1.1.1',
    "8.8.8.8'--",
    '__proto__',
  ])('is refused with 400 when X-Visitor-IP is %j, with no fallback', async (ip) => {
    const { request } = await startService();
    const response = await request(path, { headers: { 'x-visitor-ip': ip, 'x-forwarded-for': '212.27.48.10' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      status: 400,
      message: 'Bad Request',
      description: 'X-Visitor-IP is not one IPv4 or IPv6 address.',
    });
  });

  it.each([
    {},
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=8.8.8.8', 'x-real-ip': '8.8.8.8' },
  ])('is never guessed: %j is 400', async (headers) => {
    const { request } = await startService();
    const response = await request(path, { headers });
    expect(response.status).toBe(400);
    expect(response.headers.get('ratelimit')).toMatch(/^"key";r=5999/);
  });

  it('is refused when X-Visitor-IP comes twice', async () => {
    const { exchange, key } = await startService();
    const raw = await exchange(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nX-Visitor-IP: 8.8.8.8\r\nX-Visitor-IP: 9.9.9.9\r\n\r\n`,
    );
    expect(raw).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the licence link', () => {
  it('is there when the data in use ask for it', async () => {
    const lite = writeDatabase(temporaryDirectory(), {
      databaseType: 'DBIP-City-Lite',
      networks: { '8.8.8.0/24': { country: { iso_code: 'US' } } },
    });
    const { request } = await startService({ databases: { city: [lite], asn: [] } });
    const response = await request(path, { headers: visitor });
    expect(response.headers.get('link')).toBe('<https://db-ip.com>; rel="license"');
  });

  it('is not there when they do not', async () => {
    const { request } = await startService();
    expect((await request(path, { headers: visitor })).headers.get('link')).toBeNull();
  });
});

describe('the date of the data', () => {
  it('is the day of the oldest file in use', async () => {
    const folder = temporaryDirectory();
    const city = writeDatabase(folder, {
      databaseType: 'City',
      builtAt: new Date('2026-11-01T12:00:00Z'),
      networks: { '8.8.8.0/24': { country: { iso_code: 'US' } } },
    });
    const asn = writeDatabase(folder, {
      databaseType: 'ASN',
      builtAt: new Date('2026-09-30T23:59:59Z'),
      networks: { '8.8.8.0/24': { autonomous_system_number: 15169 } },
    });
    const { request } = await startService({ databases: { city: [city], asn: [asn] } });
    expect((await request(path, { headers: visitor })).headers.get('x-geo-data-date')).toBe('2026-09-30');
  });

  it('is not there without data', async () => {
    const { request } = await startService({ databases: { city: [], asn: [] } });
    expect((await request(path, { headers: visitor })).headers.get('x-geo-data-date')).toBeNull();
  });
});
