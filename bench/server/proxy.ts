import type { LoadRequest, Suite, Variant } from './suite.ts';

/** What a browser sends from a page over https. */
const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8',
  referer: 'https://shop.example/shoes',
  'sec-ch-ua': '"Chromium";v="118", "Not=A?Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
} as const;

/** One of 16 million visitors with public addresses, each the same at every call. */
export function visitor(index: number): LoadRequest {
  const address = `81.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return { path: '/geo', headers: { ...browser, 'x-forwarded-for': address }, expected: `City of ${address}"` };
}

const geolet = (goal?: number): Variant => ({
  name: 'Geolet',
  file: 'bench/server/proxy-geolet.ts',
  ...(goal !== undefined && { goal }),
});

/** Another way to the service: `bare` only shows how much of a cold request is the connection to it. */
const geoletThrough = (transport: 'undici' | 'bare', name: string, goal?: number): Variant => ({
  ...geolet(goal),
  name,
  environment: { TRANSPORT: transport },
});

const floor = { name: 'node:http with a keep-alive agent', file: 'bench/server/floor-proxy.ts' } as const;

export const suite: Suite = {
  name: 'proxy',
  upstream: { name: 'service', file: 'bench/server/floor-upstream.ts' },
  comparisons: [
    {
      name: 'cold: every request another visitor',
      floor,
      variants: [
        geolet(),
        geoletThrough('undici', 'Geolet, asking through undici', 0.7),
        geoletThrough('bare', 'Geolet, asking through a bare client'),
        { name: 'undici', file: 'bench/server/peer-undici.ts' },
        { name: 'http-proxy-middleware', file: 'bench/server/peer-middleware.ts' },
        { name: '@fastify/http-proxy', file: 'bench/server/peer-fastify-proxy.ts' },
        { name: 'Hono, its proxy helper', file: 'bench/server/peer-hono-proxy.ts' },
        { name: 'fetch', file: 'bench/server/peer-fetch.ts' },
      ],
      request: visitor,
    },
    {
      name: 'cached: 1,000 visitors again and again',
      floor,
      variants: [geolet(0.9), { name: 'node:http with a map of bodies', file: 'bench/server/floor-cache.ts' }],
      request: (index) => visitor(index % 1000),
    },
    {
      name: 'herd: each visitor asks 50 times at once',
      floor,
      variants: [geolet()],
      request: (index) => visitor(Math.floor(index / 50)),
    },
  ],
};
