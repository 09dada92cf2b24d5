/** The visitor-data service on a bad day: seven in a hundred answers are none, each in another way. */
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const json = { 'content-type': 'application/json' };

const faults: ReadonlyArray<(response: ServerResponse) => void> = [
  (response) => response.writeHead(500, json).end('{}'),
  (response) => response.writeHead(401, json).end('{}'),
  (response) => response.writeHead(200, json).end('<!doctype html>'),
  (response) => response.writeHead(200, json).end(`{"city":"${'x'.repeat(1_000_000)}"}`),
  (response) => response.socket?.destroy(),
  (response) => response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"city":'),
  // Never answered at all.
  () => {},
];

let asked = 0;
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  // Spread, so that they hardly ever follow each other.
  const fault = faults[(asked++ * 37) % 100];
  if (fault) return fault(response);
  const address = String(request.headers['x-visitor-ip']);
  const body = JSON.stringify({ countryCode: 'FR', currencyCode: 'EUR', isEU: true, city: `City of ${address}`, timezone: 'Europe/Paris', IP: address });
  return response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
