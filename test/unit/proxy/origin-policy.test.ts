import { describe, expect, it } from 'vitest';
import { corsHeaders, isPreflight } from '../../../src/proxy/request/origin-policy.ts';
import { lyon, startProxy, visit } from './visitor.ts';

const listed = 'https://blog.example';
const origins = [listed, 'http://localhost:3000', 'https://xn--mller-kva.example'];

describe('a request of a page', () => {
  it.each<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://shop.example' },
    { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    // The proxy behind a server that ends TLS does not know its own scheme.
    { origin: 'http://shop.example' },
  ])('of its own origin (%j) is answered, without a CORS header', async (headers) => {
    const { proxy, upstream } = await startProxy({ origins });
    const response = await proxy(visit(headers), { ip: lyon });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(upstream.received).toHaveLength(1);
  });

  it.each(['cross-site', 'same-site', 'same-origin', 'none', undefined])(
    'of a listed origin (Sec-Fetch-Site: %s) is answered and may be read',
    async (site) => {
      const { proxy } = await startProxy({ origins });
      const response = await proxy(
        visit({ origin: listed, ...(site === undefined ? {} : { 'sec-fetch-site': site }) }),
        { ip: lyon },
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe(listed);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('vary')).toContain('Origin');
    },
  );

  it.each([
    'null',
    '*',
    '',
    'https://evil.example',
    'https://blog.example.evil.example',
    'https://evilblog.example',
    'https://evil-blog.example',
    'https://sub.blog.example',
    'http://blog.example',
    'https://blog.example:8443',
    'https://blog.example:443',
    'https://BLOG.example',
    'https://blog.example.',
    'https://blog.example/',
    'blog.example',
    'https://blog.example, https://evil.example',
    'https://blog.example https://evil.example',
    'https://blog.example@evil.example',
    'https://blog.example#.evil.example',
    'https://blog_example',
    'https://müller.example',
    'http://localhost',
    'http://localhost:30000',
    'http://127.0.0.1:3000',
    'https://shop.example.evil.example',
    'https://evil.example/shop.example',
    'https://shop.example:8443',
    'file://',
    'moz-extension://x',
  ])('of the look-alike origin %j is refused before anybody is asked', async (origin) => {
    const { proxy, upstream, lines } = await startProxy({ origins });
    const headers = { get: (name: string) => (name === 'origin' ? origin : null) };
    const response = await proxy(
      { method: 'GET', url: 'https://shop.example/geo', headers, signal: new AbortController().signal },
      { ip: lyon },
    );
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('vary')).toContain('Origin');
    expect(upstream.received).toHaveLength(0);
    expect(lines).toEqual([]);
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
    const { proxy, upstream } = await startProxy({ origins });
    expect((await proxy(visit(headers), { ip: lyon })).status).toBe(403);
    expect(upstream.received).toHaveLength(0);
  });

  it('of a listed origin may read errors too', async () => {
    const { proxy } = await startProxy({ origins, transport: () => Promise.reject(new Error('down')) });
    const response = await proxy(visit({ origin: listed }), { ip: lyon });
    expect(response.status).toBe(502);
    expect(response.headers.get('access-control-allow-origin')).toBe(listed);
  });
});

describe('a preflight', () => {
  const preflight = (origin: string) =>
    visit({ origin, 'access-control-request-method': 'GET', 'sec-fetch-site': 'cross-site' }, { method: 'OPTIONS' });

  it('of a listed origin gets 204 and asks nobody', async () => {
    const { proxy, upstream } = await startProxy({ origins });
    const response = await proxy(preflight(listed), { ip: lyon });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(listed);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(upstream.received).toHaveLength(0);
  });

  it('of another origin gets 403', async () => {
    const { proxy } = await startProxy({ origins });
    const response = await proxy(preflight('https://evil.example'), { ip: lyon });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('OPTIONS that is none gets 405', async () => {
    const { proxy } = await startProxy({ origins });
    expect((await proxy(visit({}, { method: 'OPTIONS' }), { ip: lyon })).status).toBe(405);
  });
});

describe('what is said', () => {
  const ask = async (headers: Record<string, string>) => {
    const { proxy } = await startProxy({ origins });
    return (await (await proxy(visit(headers), { ip: lyon })).json()) as unknown;
  };

  it('to a page that may not ask names the option that lets it', async () => {
    expect(await ask({ origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      description: "Pages of this origin may not ask. The owner can add it to the proxy's option origins.",
    });
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      description: "Pages of other sites may not ask. The owner can add their origins to the proxy's option origins.",
    });
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
