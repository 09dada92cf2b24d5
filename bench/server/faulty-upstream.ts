/**
 * The visitor-data service on a bad day: of a thousand answers five are none, each in another way, some never end, and
 * now and then it is down.
 */
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fault = (response: ServerResponse) => void;

const json = { 'content-type': 'application/json' };

const fails: Fault = (response) => response.writeHead(500, json).end('{}');

const faults: readonly Fault[] = [
  fails,
  (response) => response.writeHead(401, json).end('{}'),
  (response) => response.writeHead(200, json).end('<!doctype html>'),
  (response) => response.writeHead(200, json).end(`{"city":"${'x'.repeat(1_000_000)}"}`),
  (response) => response.socket?.destroy(),
];

/**
 * Each holds one of the load's connections until the proxy's time is up, so one in a hundred would stop all traffic.
 */
const endless: readonly Fault[] = [
  () => {},
  (response) => response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"city":'),
];

/**
 * Down for so long, once in so many requests: until all that were under way have failed, so that the proxy stops asking
 * for a while.
 */
const outage = { every: 500_000, milliseconds: 1000 } as const;

let downUntil = 0;

function faultOf(number: number): Fault | undefined {
  if (number % outage.every === 0) downUntil = performance.now() + outage.milliseconds;
  if (performance.now() < downUntil) return fails;
  if (number % 5000 === 2501) return endless[((number - 2501) / 5000) % endless.length];
  // Spread, so that they do not follow each other.
  return number % 100 === 0 ? faults[(number / 100) % 10] : undefined;
}

let asked = 0;
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const fault = faultOf(++asked);
  if (fault) return fault(response);
  const address = String(request.headers['x-visitor-ip']);
  const body = JSON.stringify({
    countryCode: 'FR',
    currencyCode: 'EUR',
    isEU: true,
    city: `City of ${address}`,
    timezone: 'Europe/Paris',
    IP: address,
  });
  return response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
