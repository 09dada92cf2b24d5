/** The bare proxy with a pool of undici's instead of the agent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';

interface Pool {
  request(options: {
    path: string;
    method: 'GET';
    headers: Record<string, string>;
  }): Promise<{ body: { text(): Promise<string> } }>;
}

const { Pool } = createRequire(import.meta.url)('undici') as {
  Pool: new (origin: string, options: { connections: number }) => Pool;
};
const pool = new Pool(new URL(process.env['UPSTREAM_URL'] ?? '').origin, { connections: 256 });
const head = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  'cdn-cache-control': 'no-store',
};

const server = createServer((incoming, outgoing) => {
  const headers = {
    authorization: 'Bearer key',
    'x-visitor-ip': String(incoming.headers['x-forwarded-for']),
    'user-agent': String(incoming.headers['user-agent']),
  };
  void pool.request({ path: '/beta/api/get-visitor-data', method: 'GET', headers }).then(async ({ body }) => {
    const text = await body.text();
    outgoing.writeHead(200, { ...head, 'content-length': Buffer.byteLength(text) }).end(text);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
