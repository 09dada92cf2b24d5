import { describe, expect, it } from 'vitest';
import { readReport } from '../../src/proxy/request/doctor-report.ts';
import { forgedHeaders } from '../../src/proxy/hosts/forged-place.ts';
import { headerSources } from '../../src/proxy/hosts/header-sources.ts';
import { fieldNames } from '../../src/record/fields.ts';
import { key, lyon, startWorker } from './start-worker.ts';
import { wordsOf } from '../support/listed.ts';

const url = 'https://shop.example/geo';
const chrome = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/118.0.0.0',
  'sec-ch-ua': '"Chromium";v="118"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-ch-prefers-color-scheme': '"dark"',
  'sec-ch-prefers-reduced-motion': '"no-preference"',
};

describe('a Worker without a service', () => {
  /** Its answer to a visitor, whom it knows by Cloudflare's own header. */
  async function ask(headers: Readonly<Record<string, string>> = {}, cf: Readonly<Record<string, unknown>> = lyon) {
    const worker = await startWorker('host', { cf });
    return worker.dispatchFetch(url, { headers: { 'cf-connecting-ip': '212.27.48.10', ...headers } });
  }

  it("answers with what Cloudflare knows, in the contract's fields, and what follows from the country", async () => {
    const referers = { referer: 'https://shop.example/shoes?q=1', 'x-visitor-referer': 'https://search.example/' };
    const response = await ask({ ...chrome, ...referers });
    expect(response.status).toBe(200);
    const record = (await response.json()) as Record<string, unknown>;
    expect(record).toEqual({
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
      currencyCode: 'EUR',
      currencySymbol: '€',
      callingCode: 33,
      language: 'fr-FR',
      ASN: 12_322,
      ISP: 'Free SAS',
      isMobile: false,
      deviceType: 'desktop',
      dataSaver: false,
      reducedMotion: false,
      colorPreference: 'dark',
      OS: 'Linux',
      currentPage: 'https://shop.example/shoes',
      referer: 'https://search.example/',
      IP: '212.27.48.10',
    });
    expect(Object.keys(record).toSorted()).toEqual(fieldNames.filter((name) => name in record).toSorted());
    expect(fieldNames.filter((name) => !(name in record))).toEqual(['airportCode', 'userAgent']);
  });

  it("believes Cloudflare's address and nothing that a visitor writes", async () => {
    const worker = await startWorker('host');
    const names = ['x-forwarded-for', 'x-visitor-ip', 'true-client-ip', 'x-real-ip'];
    const forged = Object.fromEntries(names.map((name) => [name, '9.9.9.9']));
    const headers = { ...forged, 'cf-connecting-ip': '212.27.48.10' };
    const response = await worker.dispatchFetch(`${url}?ip=9.9.9.9`, { headers });
    expect(await response.json()).toMatchObject({ IP: '212.27.48.10' });
    // Without one of ours, miniflare says what Cloudflare would: who opened the connection.
    expect(await (await worker.dispatchFetch(url, { headers: forged })).json()).toMatchObject({ IP: '127.0.0.1' });
  });

  it("takes no place out of a visitor's headers, those of Cloudflare's own transform among them", async () => {
    const forged = [...Object.keys(headerSources), 'netlify'].flatMap((host) => forgedHeaders(host, undefined));
    const response = await ask({ ...Object.fromEntries(forged), 'x-geolet-examine': '1' });
    expect(await response.json()).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
    const report = readReport(response.headers.get('x-geolet-report') ?? '');
    expect(report).toMatchObject({ host: 'workers', isForgedPlace: false });
  });

  it.each([
    [{ country: 'XX' }],
    [{ country: 'T1', continent: 'T1' }],
    [{}],
    [{ country: 'constructor' }],
    [{ country: 7, city: ['Lyon'], asn: '12322' }],
  ])('knows no place from %j', async (cf) => {
    const response = await ask(chrome, cf);
    expect(Object.keys((await response.json()) as object)).toEqual(
      wordsOf('isMobile deviceType dataSaver reducedMotion colorPreference OS IP'),
    );
  });

  it('gives each visitor their own record', async () => {
    const worker = await startWorker('host');
    const countries = ['FR', 'DE', 'JP', 'US', 'BR'];
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const [country, ip] = [countries[index % 5], `212.27.48.${(index % 5) + 1}`];
        const visit = { headers: { 'cf-connecting-ip': ip }, cf: { ...lyon, country } };
        const response = await worker.dispatchFetch(url, visit);
        const { countryCode, IP } = (await response.json()) as Record<string, unknown>;
        return countryCode === country && IP === ip;
      }),
    );
    expect(answers.filter((isOwn) => !isOwn)).toHaveLength(0);
  });

  it('keeps to the country when the visitor asks for privacy', async () => {
    const response = await ask({ 'sec-gpc': '1' });
    const record: unknown = await response.json();
    expect(record).toMatchObject({ countryCode: 'FR' });
    expect(record).not.toHaveProperty('city');
    expect(record).not.toHaveProperty('IP');
  });
});

describe('a Worker in front of a service', () => {
  const answerRecord = ({ headers }: Request) => {
    const IP = headers.get('x-visitor-ip');
    return Promise.resolve(Response.json({ IP, city: `City of ${IP}` }));
  };
  const from = (ip: string) => ({ headers: { 'cf-connecting-ip': ip } });

  it('asks about the visitor with IPv6 for whom Cloudflare names a pseudo address', async () => {
    const worker = await startWorker('service', { answer: answerRecord });
    const headers = { 'cf-connecting-ip': '240.16.0.1', 'cf-connecting-ipv6': '2a01:cb00::1' };
    const response = await worker.dispatchFetch(url, { headers });
    expect(await response.json()).toMatchObject({ city: 'City of 2a01:cb00::1' });
  });

  it('asks it with the key, once, and answers without', async () => {
    const asked: Request[] = [];
    const worker = await startWorker('service', {
      answer: (request) => {
        asked.push(request);
        return answerRecord(request);
      },
    });
    for (let request = 0; request < 3; request++) {
      const response = await worker.dispatchFetch(url, from('212.27.48.10'));
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      const text = await response.text();
      expect(JSON.parse(text)).toEqual({ city: 'City of 212.27.48.10', IP: '212.27.48.10' });
      expect(text + JSON.stringify([...response.headers])).not.toContain('canary');
    }
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://geo.example/beta/api/get-visitor-data',
    ]);
    expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${key}`);
  });

  it('mixes no records of 20 visitors who come at once', async () => {
    const worker = await startWorker('service', { answer: answerRecord });
    const cities = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const ip = `212.27.48.${(index % 20) + 1}`;
        const { city } = (await (await worker.dispatchFetch(url, from(ip))).json()) as { city: string };
        return city === `City of ${ip}`;
      }),
    );
    expect(cities.filter((isOwn) => !isOwn)).toHaveLength(0);
  });

  it.each<[string, number, () => Promise<Response>]>([
    ['refuses the key', 502, () => Promise.resolve(new Response(key, { status: 401 }))],
    ['redirects', 502, () => Promise.resolve(Response.redirect('https://evil.example/'))],
    ['sends HTML', 502, () => Promise.resolve(new Response('<p>'))],
    ['sends too much', 502, () => Promise.resolve(new Response(' '.repeat(100_000)))],
    ['never answers', 504, () => new Promise(() => {})],
  ])('that %s answers %i', async (_, status, answer) => {
    const worker = await startWorker('service', { answer });
    const response = await worker.dispatchFetch(url, from('212.27.48.10'));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, description: expect.not.stringContaining('canary') });
  });

  it.each([
    ['/other', 'GET', 404],
    ['/geo', 'POST', 405],
  ])('answers %s %s with %i', async (path, method, status) => {
    const worker = await startWorker('service');
    const response = await worker.dispatchFetch(`https://shop.example${path}`, { ...from('212.27.48.10'), method });
    expect(response.status).toBe(status);
  });
});
