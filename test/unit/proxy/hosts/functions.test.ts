import { describe, expect, it } from 'vitest';
import { createNetlifyFunction, type NetlifyContext } from '../../../../src/adapters/netlify/index.ts';
import { readReport } from '../../../../src/proxy/request/doctor-report.ts';
import { createVercelFunction, type FunctionOptions } from '../../../../src/adapters/vercel/index.ts';
import { answerRecord, key, startUpstream } from '../upstream-server.ts';
import { lyon } from '../visitor.ts';

const silent = { log: () => {} };
const ofVercel = {
  'x-real-ip': lyon,
  'x-vercel-ip-country': 'FR',
  'x-vercel-ip-country-region': 'ARA',
  'x-vercel-ip-city': 'Lyon',
};
const ofNetlify = { ip: lyon, geo: { city: 'Lyon', subdivision: { code: 'ARA' }, country: { code: 'FR' } } };

type Ask = (headers?: Readonly<Record<string, string>>, init?: RequestInit & { path?: string }) => Promise<Response>;

const onVercel =
  (options: FunctionOptions = {}): Ask =>
  (headers = {}, { path = '/geo', ...init } = {}) =>
    createVercelFunction({ ...silent, ...options }).fetch(
      new Request(`https://shop.example${path}`, { ...init, headers: { ...ofVercel, ...headers } }),
    );

const onNetlify =
  (options: FunctionOptions = {}, context: NetlifyContext = ofNetlify): Ask =>
  (headers = {}, { path = '/geo', ...init } = {}) =>
    createNetlifyFunction({ ...silent, ...options })(
      new Request(`https://shop.example${path}`, { ...init, headers }),
      context,
    );

describe.each([
  ['Vercel', onVercel],
  ['Netlify', onNetlify],
] as const)('a function of %s', (name, on) => {
  it.each(['/geo', '/api/geo', '/.netlify/functions/geo', '/?x=1'])('gives the record at %s', async (path) => {
    const response = await on()({}, { path });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(await response.json()).toMatchObject({ countryCode: 'FR', currencyCode: 'EUR', city: 'Lyon' });
  });

  it('obeys exposure and Global Privacy Control', async () => {
    const record = async (options: FunctionOptions, headers = {}) => (await on(options)(headers)).json();
    const signal = { 'sec-gpc': '1' };
    expect(await record({ withhold: ['city'], expose: ['IP'] })).toMatchObject({ IP: lyon });
    expect(await record({ withhold: ['city'] })).not.toHaveProperty('city');
    for (const field of ['city', 'stateCode']) expect(await record({}, signal)).not.toHaveProperty(field);
    expect(await record({ gpc: 'state' }, signal)).toHaveProperty('stateCode');
    expect(await record({ gpc: 'state' }, signal)).not.toHaveProperty('city');
  });

  it("lets the site's own pages ask, and no others", async () => {
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect((await on()({ origin: 'https://shop.example' })).status).toBe(200);
    expect((await on()(elsewhere)).status).toBe(403);
    expect((await on({ origins: [elsewhere.origin] })(elsewhere)).status).toBe(200);
  });

  it('answers HEAD without a body, and no other method', async () => {
    const head = await on()({}, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await on()({}, { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('asks a service where one is given, and reads no place of the host', async () => {
    const service = await startUpstream(answerRecord({ countryCode: 'JP' }));
    const response = await on({ upstream: service.url, key })({ 'x-geolet-examine': '1' });
    expect(await response.json()).toEqual({ countryCode: 'JP' });
    expect(readReport(response.headers.get('x-geolet-report') ?? '')?.host).toBeUndefined();
  });

  it('tells the doctor its name', async () => {
    const { headers } = await on()({ 'x-geolet-examine': '1' });
    expect(readReport(headers.get('x-geolet-report') ?? '')?.host).toBe(name.toLowerCase());
  });

  it('refuses an option that is wrong when it is made', () => {
    expect(() => on({ expose: ['shoe size'] })()).toThrow(/shoe size/);
    expect(() => on({ upstream: 'https://geo.example' })()).toThrow(/option key .* is missing/);
  });
});

describe('a function of Vercel', () => {
  it('answers with an error and no guess where Vercel gives no address', async () => {
    const { fetch } = createVercelFunction(silent);
    const response = await fetch(new Request('https://shop.example/geo', { headers: { 'x-forwarded-for': lyon } }));
    expect(response.status).toBe(500);
  });

  it('knows no place while it is tried on a machine of your own', async () => {
    expect(await (await onVercel()({ 'x-real-ip': '127.0.0.1' })).json()).toEqual({});
  });
});

describe('a function of Netlify', () => {
  it.each<[what: string, geo: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'FR'],
    ['an empty country', { country: {}, city: 'Lyon' }],
    ['a country by its name alone', { country: { name: 'France' }, city: 'Lyon' }],
    ['fields of other types', { country: { code: 33 }, city: ['Lyon'], latitude: {}, subdivision: 'ARA' }],
  ])('knows no place from %s', async (_, geo) => {
    expect(await (await onNetlify({}, { ip: lyon, geo })()).json()).toEqual({});
  });

  it('gives numbers as the contract has them, and drops those of its local mock', async () => {
    const at = (latitude: number, longitude: number) =>
      onNetlify(
        { expose: ['latitude', 'longitude'] },
        { ip: lyon, geo: { country: { code: 'US' }, latitude, longitude } },
      )().then((response) => response.json() as Promise<Record<string, unknown>>);
    expect(await at(45.75, -4)).toMatchObject({ latitude: '45.75', longitude: '-4' });
    expect(await at(0, 0)).not.toHaveProperty('latitude');
    expect(await at(Number.NaN, 1)).not.toHaveProperty('latitude');
  });

  it("takes no address and no place out of a visitor's headers", async () => {
    const forged = { 'x-real-ip': '9.9.9.9', 'x-forwarded-for': '9.9.9.9', 'x-country': 'BV' };
    expect(await (await onNetlify({ expose: ['IP'] })(forged)).json()).toMatchObject({ IP: lyon, countryCode: 'FR' });
  });
});
