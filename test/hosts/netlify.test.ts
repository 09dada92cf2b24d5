import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitors } from '../support/visitors.ts';
import { buildFixture } from './build-fixture.ts';
import { FunctionsHandler } from './packages.ts';

/** What Netlify's servers hand to a function, which `context.geo` is made of. */
const lyon = {
  city: 'Saint-Étienne',
  country: { code: 'FR', name: 'France' },
  subdivision: { code: 'ARA', name: 'Auvergne-Rhône-Alpes' },
  timezone: 'Europe/Paris',
  latitude: 45.4397,
  longitude: 4.3872,
  postal_code: '42000',
};

const forged = btoa(JSON.stringify({ city: 'Nowhere', country: { code: 'BV', name: 'Bouvet Island' } }));

let functions: InstanceType<typeof FunctionsHandler>;
beforeAll(async () => {
  const projectRoot = await buildFixture('netlify', 'netlify/functions/geo.mjs', afterAll);
  functions = new FunctionsHandler({
    config: { get: () => ({ functions: { '*': {} }, build: {}, plugins: [] }), subscribe: () => () => {} },
    destPath: `${projectRoot}/.netlify`,
    projectRoot,
    settings: {},
    timeouts: { syncFunctions: 30 },
    userFunctionsPath: `${projectRoot}/netlify/functions`,
    geolocation: lyon,
  });
});

async function ask(headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}): Promise<Response> {
  const request = new Request('https://shop.example/geo', {
    ...init,
    headers: { 'x-forwarded-for': visitors.lyon, ...headers },
  });
  const match = await functions.match(request);
  if (match === undefined) throw new Error('There is no function at /geo.');
  return match.handle(request);
}

describe("the function in Netlify's own runtime", () => {
  it('answers at its path with what Netlify knows', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(await response.json()).toMatchObject({
      countryCode: 'FR',
      countryName: 'France',
      currencyCode: 'EUR',
      stateCode: 'ARA',
      stateName: 'Auvergne-Rhône-Alpes',
      city: 'Saint-Étienne',
      latitude: '45.4397',
      longitude: '4.3872',
      postalCode: '42000',
      timezone: 'Europe/Paris',
      IP: visitors.lyon,
    });
  });

  it('keeps to the country when the visitor asks for privacy', async () => {
    const record: unknown = await (await ask({ 'sec-gpc': '1' })).json();
    expect(record).toMatchObject({ countryCode: 'FR' });
    expect(record).not.toHaveProperty('city');
  });

  it("takes no place out of a visitor's headers", async () => {
    const response = await ask({ 'x-nf-geo': forged, 'x-country': 'BV', 'cf-ipcountry': 'BV', 'x-geo-country': 'BV' });
    expect(await response.json()).toMatchObject({ countryCode: 'FR', city: 'Saint-Étienne', IP: visitors.lyon });
  });

  it('refuses other methods, and pages of others', async () => {
    expect((await ask({}, { method: 'POST', body: '' })).status).toBe(405);
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});
