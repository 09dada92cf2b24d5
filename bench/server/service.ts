import { createApiKey } from '../../src/service/store/api-key.ts';
import type { LoadRequest, Suite } from './suite.ts';

const key = createApiKey();

/** What the proxy passes on of a browser's request. */
const browser = {
  authorization: `Bearer ${key}`,
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36',
  'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8',
  referer: 'https://shop.example/shoes',
  'sec-ch-ua': '"Chromium";v="118", "Not=A?Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
} as const;

/** A request about one of 16 million visitors, with a valid key. */
export function visitor(index: number, good = key): LoadRequest {
  const address = `81.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return {
    path: '/beta/api/get-visitor-data',
    headers: { ...browser, authorization: `Bearer ${good}`, 'x-visitor-ip': address },
    expected: `"IP":"${address}"`,
  };
}

const environment = { KEY: key };
const floor = { name: 'node:http, the same work by hand', file: 'bench/server/floor-service.ts', environment };
export const geolet = { name: 'Geolet', file: 'bench/server/service-geolet.ts', environment };

export const suite: Suite = {
  name: 'service',
  comparisons: [
    {
      name: 'records: 1,000 visitors again and again',
      floor,
      variants: [
        { ...geolet, goal: 0.75 },
        { name: 'Fastify, the same handler', file: 'bench/server/peer-service-fastify.ts', environment },
        { name: 'Hono, the same handler', file: 'bench/server/peer-service-hono.ts', environment },
      ],
      request: (index) => visitor(index % 1000),
    },
    { name: 'new records: every request another visitor', floor, variants: [geolet], request: visitor },
    {
      name: 'floods: what is refused, against a record',
      floor,
      variants: [
        geolet,
        {
          ...geolet,
          name: 'Geolet, above the limit of the key',
          environment: { ...environment, KEY_LIMIT: '0' },
          status: 429,
        },
        { ...geolet, name: 'Geolet, a wrong key', environment: { KEY: createApiKey() }, status: 401 },
        {
          ...geolet,
          name: 'Geolet, a wrong key after too many',
          environment: { KEY: createApiKey(), FAILED_KEY_LIMIT: '0' },
          status: 429,
        },
      ],
      request: (index) => visitor(index % 1000),
    },
  ],
};
