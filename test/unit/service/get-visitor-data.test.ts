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

const requestWith = (key: string, headers: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n`;

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
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'ratelimit-policy': '"key";q=6000;w=60',
      ratelimit: expect.stringMatching(/^"key";r=5999;t=(60|59)$/) as string,
    });
  });

  it('answers JSON whatever is accepted, and to HEAD without a body', async () => {
    const { request } = await startService();
    const headsOf = ({ status, headers }: Response) => [status, headers.get('content-type')];
    for (const accept of ['text/html', 'image/*;q=0.1', ';;;', '*/*'])
      expect(headsOf(await request(path, { headers: { ...visitor, accept } }))).toEqual([200, 'application/json']);
    const head = await request(path, { method: 'HEAD', headers: visitor });
    expect([...headsOf(head), await head.text()]).toEqual([200, 'application/json', '']);
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
      const names = fieldNames.filter((name) => fields[name].origin === 'request' || name === 'IP');
      expect([response.status, Object.keys((await response.json()) as object)]).toEqual([200, names]);
    },
  );
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
    const twice = 'X-Forwarded-For: unknown\r\nX-Forwarded-For: 212.27.48.10';
    expect(await exchange(requestWith(key, twice))).toContain('"IP":"212.27.48.10"');
  });

  it.each([
    ['none', ['', ' ', 'unknown', '__proto__']],
    ['not whole', ['1.2.3', '127.1', '256.1.1.1', '::ffff:256.1.1.1']],
    ['in another spelling', ['0177.0.0.1', '2130706433']],
    ['more than one address', ['212.27.48.10:80', '[::1]', '8.8.8.8, 9.9.9.9', 'fe80::1%eth0', "8.8.8.8'--"]],
  ])('is refused with 400 when X-Visitor-IP is %s, with no fallback: %j', async (_what, addresses) => {
    const { request } = await startService();
    const refusal = {
      status: 400,
      message: 'Bad Request',
      description: 'X-Visitor-IP is not one IPv4 or IPv6 address.',
    };
    for (const ip of addresses) {
      const response = await request(path, { headers: { 'x-visitor-ip': ip, 'x-forwarded-for': '212.27.48.10' } });
      expect([ip, response.status, await response.json()]).toEqual([ip, 400, refusal]);
    }
  });

  it.each([
    {},
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=8.8.8.8', 'x-real-ip': '8.8.8.8' },
  ])('is never guessed: %j is 400', async (headers) => {
    const { request } = await startService();
    const response = await request(path, { headers });
    expect([response.status, response.headers.get('ratelimit')]).toEqual([400, expect.stringMatching(/^"key";r=5999/)]);
  });

  it('is refused when X-Visitor-IP comes twice', async () => {
    const { exchange, key } = await startService();
    const twice = 'X-Visitor-IP: 8.8.8.8\r\nX-Visitor-IP: 9.9.9.9';
    expect(await exchange(requestWith(key, twice))).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the data in use', () => {
  /** The answer with a database of cities and one of networks. */
  const answered = async (...databases: readonly { readonly databaseType: string; readonly builtAt?: Date }[]) => {
    const folder = temporaryDirectory();
    const networks = { '8.8.8.0/24': { country: { iso_code: 'US' }, autonomous_system_number: 15169 } };
    const [city, asn] = databases.map((database) => writeDatabase(folder, { ...database, networks }));
    const { request } = await startService({ databases: { city: city ? [city] : [], asn: asn ? [asn] : [] } });
    return request(path, { headers: visitor });
  };

  it('are linked where their licence asks for it, and only there', async () => {
    const linked = await answered({ databaseType: 'DBIP-City-Lite' });
    expect(linked.headers.get('link')).toBe('<https://db-ip.com>; rel="license"');
    expect((await answered({ databaseType: 'City' })).headers.get('link')).toBeNull();
  });

  it('are of the day of the oldest file', async () => {
    const { headers } = await answered(
      { databaseType: 'City', builtAt: new Date('2026-11-01T12:00:00Z') },
      { databaseType: 'ASN', builtAt: new Date('2026-09-30T23:59:59Z') },
    );
    expect(headers.get('x-geo-data-date')).toBe('2026-09-30');
  });

  it('are none, of no day: nothing is null, and the address is known', async () => {
    const response = await answered();
    expect(response.headers.get('x-geo-data-date')).toBeNull();
    const text = await response.text();
    expect(text).not.toContain('null');
    expect(JSON.parse(text)).toMatchObject({ IP: '212.27.48.10' });
  });
});
