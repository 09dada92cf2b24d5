/**
 * The least that a proxy to the service does: whose address, the key, the headers, one kept-open agent, the answer
 * passed on.
 */
import { Agent, createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

const { hostname, port } = new URL(process.env['UPSTREAM_URL'] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const passed = ['user-agent', 'accept-language', 'referer', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'];

const server = createServer((incoming, outgoing) => {
  const headers: Record<string, string> = {
    authorization: 'Bearer key',
    'x-visitor-ip': String(incoming.headers['x-forwarded-for']),
  };
  for (const name of passed) {
    const value = incoming.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  ask({ hostname, port, agent, path: '/beta/api/get-visitor-data', headers }, (answer) => {
    outgoing.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': answer.headers['content-length'],
      'cache-control': 'private, no-cache',
      'cdn-cache-control': 'no-store',
    });
    answer.pipe(outgoing);
  }).end();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
