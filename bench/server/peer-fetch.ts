/** The bare proxy with Node's own `fetch`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const url = new URL('/beta/api/get-visitor-data', process.env['UPSTREAM_URL']);
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
  void fetch(url, { headers }).then(async (answer) => {
    const text = await answer.text();
    outgoing.writeHead(200, { ...head, 'content-length': Buffer.byteLength(text) }).end(text);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
