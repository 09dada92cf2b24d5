import { request } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitors } from '../support/visitors.ts';
import { buildFixture } from './build-fixture.ts';
import { startDevServer } from './packages.ts';

/** What Vercel writes into each request: https://vercel.com/docs/headers/request-headers */
const lyon = {
  'x-real-ip': visitors.lyon,
  'x-forwarded-for': visitors.lyon,
  'x-vercel-ip-country': 'FR',
  'x-vercel-ip-country-region': 'ARA',
  'x-vercel-ip-city': 'Saint-%C3%89tienne',
  'x-vercel-ip-latitude': '45.4397',
  'x-vercel-ip-longitude': '4.3872',
  'x-vercel-ip-postal-code': '42000',
  'x-vercel-ip-timezone': 'Europe/Paris',
  'x-vercel-ip-as-number': '12322',
};

let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  const workPath = await buildFixture('vercel', 'api/geo.mjs', afterAll);
  const server = await startDevServer({
    entrypoint: 'api/geo.mjs',
    workPath,
    files: {},
    config: {},
    meta: { isDev: true },
  });
  port = server.port;
  stop = () => server.shutdown();
});
afterAll(() => stop());

async function ask(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const [response] = (await once(request({ port, path, headers, method }).end(), 'response')) as [
    import('node:http').IncomingMessage,
  ];
  return {
    status: response.statusCode,
    headers: response.headers,
    record: method === 'GET' ? await json(response) : {},
  };
}

describe("the function in Vercel's own runtime", () => {
  it.each(['/api/geo', '/geo', '/geo?x=1'])('answers at %s with what Vercel knows', async (path) => {
    const { status, record, headers } = await ask(path, lyon);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'cdn-cache-control': 'no-store' });
    expect(record).toMatchObject({
      countryCode: 'FR',
      countryName: 'France',
      currencyCode: 'EUR',
      isEU: true,
      stateCode: 'ARA',
      city: 'Saint-Étienne',
      latitude: '45.4397',
      longitude: '4.3872',
      postalCode: '42000',
      timezone: 'Europe/Paris',
      ASN: 12_322,
      IP: visitors.lyon,
    });
  });

  it('keeps to the country when the visitor asks for privacy', async () => {
    const { record } = await ask('/geo', { ...lyon, 'sec-gpc': '1' });
    expect(record).toMatchObject({ countryCode: 'FR' });
    expect(record).not.toHaveProperty('city');
  });

  it("takes no address and no place out of a visitor's other headers", async () => {
    const forged = {
      'cf-ipcountry': 'BV',
      'x-geo-country': 'BV',
      'cloudfront-viewer-country': 'BV',
      'x-visitor-ip': '9.9.9.9',
    };
    const { record } = await ask('/geo', { ...lyon, ...forged, 'x-forwarded-for': '9.9.9.9' });
    expect(record).toMatchObject({ countryCode: 'FR', IP: visitors.lyon });
  });

  it('refuses other methods, and pages of others', async () => {
    expect((await ask('/geo', lyon, 'POST')).status).toBe(405);
    expect((await ask('/geo', { ...lyon, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});
