import { describe, expect, it } from 'vitest';
import { corsHeaders, isPreflight } from '../../../src/proxy/request/origin-policy.ts';
import { lyon, plainVisit, startProxy, visit } from './visitor.ts';

const listed = 'https://blog.example';
const origins = [listed, 'http://localhost:3000', 'https://xn--mller-kva.example'];

async function answerTo(asked: Record<string, string>, method = 'GET') {
  const { ask, upstream } = await startProxy({ origins });
  const { status, headers } = await ask(asked, { method });
  const allowed = headers.get('access-control-allow-origin');
  const methods = method === 'OPTIONS' && { methods: headers.get('access-control-allow-methods') };
  return { status, allowed, ...methods, asked: upstream.received.length };
}

describe('a request of a page', () => {
  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    // The proxy behind a server that ends TLS does not know its own scheme.
    { origin: 'http://shop.example' },
  ])('of its own origin (%j) is answered, without a CORS header', async (headers) => {
    expect(await answerTo(headers)).toEqual({ status: 200, allowed: null, asked: 1 });
  });

  it.each(['cross-site', 'same-site', 'same-origin', 'none', undefined])(
    'of a listed origin (Sec-Fetch-Site: %s) is answered and may be read',
    async (site) => {
      const headers = { origin: listed, ...(site !== undefined && { 'sec-fetch-site': site }) };
      expect(await answerTo(headers)).toEqual({ status: 200, allowed: listed, asked: 1 });
    },
  );

  it.each([
    'null',
    '*',
    '',
    'https://evil.example',
    'https://blog.example.evil.example',
    'https://evilblog.example',
    'https://sub.blog.example',
    'http://blog.example',
    'https://blog.example:8443',
    'https://blog.example:443',
    'https://BLOG.example',
    'https://blog.example.',
    'https://blog.example/',
    'blog.example',
    'https://blog.example, https://evil.example',
    'https://blog.example@evil.example',
    'https://müller.example',
    'http://localhost',
    'http://localhost:30000',
    'https://shop.example.evil.example',
    'https://evil.example/shop.example',
    'https://shop.example:8443',
    'file://',
  ])('of the look-alike origin %j is refused before anybody is asked', async (origin) => {
    const { proxy, upstream, lines } = await startProxy({ origins });
    const request = plainVisit((name) => (name === 'origin' ? origin : null));
    const response = await proxy(request, { ip: lyon });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(response.headers.get('vary')).toContain('Origin');
    expect([upstream.received, lines]).toEqual([[], []]);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'Same-Origin' },
    { 'sec-fetch-site': 'same-origin, none' },
    { 'sec-fetch-site': '' },
    { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('of another site (%j) is refused', async (headers) => {
    expect(await answerTo(headers)).toEqual({ status: 403, allowed: null, asked: 0 });
  });
});

it.each([
  [listed, { status: 204, allowed: listed, methods: 'GET, HEAD', asked: 0 }],
  ['https://evil.example', { status: 403, allowed: null, methods: null, asked: 0 }],
])('a preflight of %s is %j', async (origin, expected) => {
  const headers = { origin, 'access-control-request-method': 'GET', 'sec-fetch-site': 'cross-site' };
  expect(await answerTo(headers, 'OPTIONS')).toEqual(expected);
});

describe('what is said', () => {
  it.each([
    [{ origin: 'https://evil.example' }, 'Pages of this origin may not ask. The owner can add it'],
    [{ 'sec-fetch-site': 'cross-site' }, 'Pages of other sites may not ask. The owner can add their origins'],
  ])('to a page that may not ask, as %j, names the option that lets it', async (headers, words) => {
    const { ask } = await startProxy({ origins });
    expect(await (await ask(headers)).json()).toMatchObject({ description: `${words} to the proxy's option origins.` });
  });

  it('to a listed origin’s page includes what its data ask for and when to come again', () => {
    const listedOrigins = new Set([listed]);
    expect(corsHeaders(visit({ origin: listed }), listedOrigins)).toEqual({
      'access-control-allow-origin': listed,
      'access-control-expose-headers': 'Link, Retry-After',
    });
    expect(corsHeaders(visit({ origin: 'https://evil.example' }), listedOrigins)).toBeUndefined();
    expect(corsHeaders(visit(), listedOrigins)).toBeUndefined();
  });
});

describe('a request', () => {
  const asked = { origin: listed, 'access-control-request-method': 'GET' };

  it('with all that makes a preflight is one', () =>
    expect(isPreflight(visit(asked, { method: 'OPTIONS' }))).toBe(true));

  it.each<[what: string, headers: Record<string, string>, method: string]>([
    ['of another method', asked, 'GET'],
    ['without an origin', { 'access-control-request-method': 'GET' }, 'OPTIONS'],
    ['without the method it asks about', { origin: listed }, 'OPTIONS'],
    ['with neither', {}, 'OPTIONS'],
  ])('%s is no preflight', (_, headers, method) => expect(isPreflight(visit(headers, { method }))).toBe(false));
});
