import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../src/proxy/hosts/header-text.ts';
import { headerSources } from '../../../../src/proxy/hosts/header-sources.ts';
import { hostFields } from '../../../../src/proxy/hosts/host-record.ts';
import { readOwnHeaders } from '../../../../src/proxy/hosts/own-headers.ts';
import { createProxy, type ProxyOptions } from '../../../../src/proxy/proxy.ts';
import { lyon, plainVisit, visit } from '../visitor.ts';

type Headers = Readonly<Record<string, string>>;

/** What pages get of a request that came through one trusted server, of the fields that hosts know. */
async function recordOf(upstream: ProxyOptions['upstream'], headers: Headers): Promise<Record<string, unknown>> {
  const proxy = createProxy({
    upstream,
    trust: 1,
    log: () => {},
    expose: ['latitude', 'longitude', 'postalCode', 'ASN', 'ISP'],
  });
  const response = await proxy(visit({ 'x-forwarded-for': lyon, ...headers }), { ip: '10.0.0.1' });
  expect(response.status).toBe(200);
  const record = (await response.json()) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(record).filter(([name]) => hostFields.some((field) => field === name)));
}

const saoPaulo = { countryCode: 'BR', stateCode: 'SP', latitude: '-23.5475', longitude: '-46.6361', city: 'São Paulo' };
const timezone = 'America/Sao_Paulo';

describe.each<[name: string, upstream: ProxyOptions['upstream'], headers: Headers, fields: object]>([
  [
    'Cloudflare, with raw UTF-8',
    'host:cloudflare',
    {
      'cf-ipcountry': 'BR',
      'cf-region': encodeUtf8('São Paulo'),
      'cf-region-code': 'SP',
      'cf-ipcity': encodeUtf8('São Paulo'),
      'cf-postal-code': '01000-000',
      'cf-iplatitude': '-23.5475',
      'cf-iplongitude': '-46.6361',
      'cf-timezone': 'America/Sao_Paulo',
      'cf-ipcontinent': 'SA',
      'cf-metro-code': '0',
    },
    { ...saoPaulo, stateName: 'São Paulo', postalCode: '01000-000', timezone },
  ],
  [
    'Vercel, percent-encoded',
    { host: 'vercel' },
    {
      'x-vercel-ip-country': 'BR',
      'x-vercel-ip-country-region': 'SP',
      'x-vercel-ip-city': 'S%C3%A3o%20Paulo',
      'x-vercel-ip-postal-code': '01000',
      'x-vercel-ip-latitude': '-23.5475',
      'x-vercel-ip-longitude': '-46.6361',
      'x-vercel-ip-timezone': 'America/Sao_Paulo',
      'x-vercel-ip-as-number': '28573',
      'x-vercel-ip-continent': 'SA',
    },
    { ...saoPaulo, postalCode: '01000', timezone, ASN: 28_573 },
  ],
  [
    'CloudFront, percent-encoded',
    'host:cloudfront',
    {
      'cloudfront-viewer-country': 'BR',
      'cloudfront-viewer-country-name': 'Brazil',
      'cloudfront-viewer-country-region': 'SP',
      'cloudfront-viewer-country-region-name': 'S%C3%A3o Paulo',
      'cloudfront-viewer-city': 'S%C3%A3o Paulo',
      'cloudfront-viewer-postal-code': '01000',
      'cloudfront-viewer-latitude': '-23.5475',
      'cloudfront-viewer-longitude': '-46.6361',
      'cloudfront-viewer-time-zone': 'America/Sao_Paulo',
      'cloudfront-viewer-asn': '28573',
      'cloudfront-viewer-address': '200.144.1.1:443',
    },
    { ...saoPaulo, stateName: 'São Paulo', postalCode: '01000', timezone, ASN: 28_573 },
  ],
  [
    'Fastly, as its VCL writes them',
    'host:fastly',
    {
      'x-geo-country': 'BR',
      'x-geo-region': 'SP',
      'x-geo-city': 's%C3%A3o%20paulo',
      'x-geo-postal-code': '01000',
      'x-geo-latitude': '-23.5475',
      'x-geo-longitude': '-46.6361',
      'x-geo-asn': '28573',
      'x-geo-isp': 'claro%20s.a.%2C%20brasil',
    },
    { ...saoPaulo, city: 'são paulo', postalCode: '01000', ASN: 28_573, ISP: 'claro s.a., brasil' },
  ],
  [
    "Google's load balancer",
    'host:google',
    {
      'x-geo-country': 'US',
      'x-geo-subdivision': 'USCA',
      'x-geo-city': 'Mountain View',
      'x-geo-coordinates': '37.386051,-122.083851',
    },
    { countryCode: 'US', stateCode: 'CA', city: 'Mountain View', latitude: '37.386051', longitude: '-122.083851' },
  ],
  [
    'Akamai, without its city, which no page could show, and its time zone, which is no name',
    'host:akamai',
    {
      'x-akamai-edgescape':
        'georegion=246,country_code=US,region_code=CA,city=SANJOSE,dma=807,pmsa=7400,areacode=408,county=SANTACLARA,fips=06085,lat=37.3353,long=-121.8938,timezone=PST,zip=95101-95103+95106,continent=NA,throughput=vhigh,bw=5000,asnum=7922',
    },
    { countryCode: 'US', stateCode: 'CA', latitude: '37.3353', longitude: '-121.8938', ASN: 7922 },
  ],
  [
    'nginx, with raw UTF-8',
    'host:nginx',
    {
      'x-geo-country': 'SE',
      'x-geo-region': 'E',
      'x-geo-region-name': encodeUtf8('Östergötland County'),
      'x-geo-city': encodeUtf8('Linköping'),
      'x-geo-postal-code': '580 02',
      'x-geo-latitude': '58.41670',
      'x-geo-longitude': '15.61670',
      'x-geo-timezone': 'Europe/Stockholm',
      'x-geo-asn': '29518',
      'x-geo-isp': 'Bredband2 AB, Sweden',
    },
    {
      countryCode: 'SE',
      stateCode: 'E',
      stateName: 'Östergötland County',
      city: 'Linköping',
      postalCode: '580 02',
      latitude: '58.41670',
      longitude: '15.61670',
      timezone: 'Europe/Stockholm',
      ASN: 29_518,
      ISP: 'Bredband2 AB, Sweden',
    },
  ],
  [
    "a table of the owner's",
    { host: { countryCode: 'X-Country', city: 'X-City', ASN: 'X-ASN', encoding: 'percent' } },
    { 'x-country': 'jp', 'x-city': '%E5%A4%A7%E9%98%AA', 'x-asn': 'AS2907', 'x-region': '27' },
    { countryCode: 'JP', city: '大阪', ASN: 2907 },
  ],
  [
    'the same table as text',
    'host:countryCode=X-Country,city=X-City, ASN=X-ASN encoding=percent',
    { 'x-country': 'JP', 'x-city': 'Osaka', 'x-asn': '2907' },
    { countryCode: 'JP', city: 'Osaka', ASN: 2907 },
  ],
])('%s', (_, upstream, headers, fields) => {
  it('says where the visitor is', async () => {
    expect(await recordOf(upstream, headers)).toEqual(fields);
  });

  it('says nothing without its headers', async () => {
    expect(await recordOf(upstream, {})).toEqual({});
  });

  it.each([
    ['XX', 'unknown'],
    ['ZZ', 'unknown'],
    ['T1', 'Tor'],
    ['EU', 'a region'],
    ['', 'empty'],
    ['BR, JP', 'sent twice'],
    ['**', 'unknown'],
    ['reserved', 'a private network'],
    ['constructor', 'a name of JavaScript'],
  ])('says no place where the country is %s (%s)', async (country) => {
    const [first = ''] = Object.keys(headers);
    const code = /country_code=\w+/;
    const value = headers[first] ?? '';
    const other = await recordOf(upstream, {
      ...headers,
      [first]: code.test(value) ? value.replace(code, `country_code=${country.replace(', ', '+')}`) : country,
    });
    const { ASN, ISP } = fields as Readonly<Record<string, unknown>>;
    expect(other).toEqual(JSON.parse(JSON.stringify({ ASN, ISP })));
  });
});

it.each(Object.values(headerSources))('what $name writes for a place is read as that place', ({ headers }) => {
  const place = {
    countryCode: 'GB',
    city: 'Ynys Môn %25',
    stateName: "Côte d'Or & Saône",
    stateCode: 'ENG',
    postalCode: 'OX1 2JD',
    timezone: 'America/Argentina/Buenos_Aires',
    latitude: '-0.5',
    longitude: '179.999',
    ASN: 4_294_967_295,
    ISP: 'Ünïcode, Inc.',
  };
  for (const format of Object.values(headers)) {
    const facts = format.read(format.write(place));
    expect(Object.keys(facts).length).toBeGreaterThan(0);
    expect(place).toMatchObject(facts);
  }
});

describe('of a host that says the country', () => {
  const own = { host: Object.fromEntries(hostFields.map((field) => [field, `X-${field}`])) };
  const percent = { host: { ...own.host, encoding: 'percent' } } as const;
  const rest = async (upstream: ProxyOptions['upstream'], headers: Headers) => {
    const { countryCode, ...others } = await recordOf(upstream, { 'x-countrycode': 'FR', ...headers });
    expect(countryCode).toBe('FR');
    return others;
  };

  it.each<[what: string, headers: Headers]>([
    ['a city that was sent twice', { 'x-city': 'Lyon, Osaka' }],
    ['a city in Latin-1', { 'x-city': 'Orl\xe9ans' }],
    ['a city cut in the middle of a character', { 'x-city': encodeUtf8('Orlé').slice(0, -1) }],
    ['coordinates that stand for unknown', { 'x-latitude': '0.000000', 'x-longitude': '0.000000' }],
    ['a latitude that is no number', { 'x-latitude': '0x10', 'x-longitude': '1e2' }],
    ['a region by its name', { 'x-statecode': 'Rhône' }],
    ['a time zone with markup', { 'x-timezone': 'Europe/<b>' }],
    ['an ASN that is a name', { 'x-asn': 'Free' }],
  ])('%s is absent', async (_, headers) => {
    expect(await rest(own, headers)).toEqual({});
  });

  it.each<[what: string, value: string]>([
    ['half an escape', 'Lyon%E'],
    ['an escape of no character', '%C3%28'],
    ['a percent sign alone', '100% Lyon'],
    ['an escaped line end', 'Lyon%0D%0ASet-Cookie: x'],
    ['an escaped NUL', 'Lyon%00'],
    ['raw bytes', encodeUtf8('Orléans')],
  ])('a city with %s is absent where escapes are expected', async (_, value) => {
    expect(await rest(percent, { 'x-city': value })).toEqual({});
  });

  it('a text that the runtime has decoded already stays', async () => {
    const sent: Headers = { 'x-countrycode': 'PL', 'x-city': 'Łódź', 'x-forwarded-for': lyon };
    const proxy = createProxy({ upstream: own, trust: 1, log: () => {} });
    const request = plainVisit((name) => sent[name.toLowerCase()] ?? null);
    const response = await proxy(request, { ip: '10.0.0.1' });
    expect(await response.json()).toMatchObject({ city: 'Łódź' });
  });

  it('what follows from the country comes from our table, and nothing else is filled in', async () => {
    const proxy = createProxy({ upstream: own, trust: 1, log: () => {} });
    const response = await proxy(visit({ 'x-forwarded-for': lyon, 'x-countrycode': 'FR' }), { ip: '10.0.0.1' });
    expect(await response.json()).toEqual({
      continentName: 'Europe',
      continentCode: 'EU',
      countryName: 'France',
      countryCode: 'FR',
      region: 'Western Europe',
      nationalCapital: 'Paris',
      isEU: true,
      currencyCode: 'EUR',
      currencySymbol: '€',
      callingCode: 33,
      language: 'fr-FR',
    });
  });
});

it.each([
  ['that came twice says nothing', 'georegion=1,country_code=JP,lat=3, georegion=1,country_code=JP,lat=3', {}],
  [
    'says a postal code that is one alone',
    'country_code=US,region_code=CA,zip=94536,lat=37.560,long=-122.000,timezone=-700,city=fremont',
    expect.objectContaining({ postalCode: '94536' }),
  ],
])('an Edgescape header %s', async (_, value, record) => {
  expect(await recordOf('host:akamai', { 'x-akamai-edgescape': value })).toEqual(record);
});

it.each<[what: string, upstream: unknown, message: RegExp]>([
  [
    'a host that is not known',
    'host:cloudfare',
    /names "cloudfare", .*: did you mean host:cloudflare\? Or choose from cloudflare,/,
  ],
  ['a name of JavaScript', 'host:constructor', /a host that is not known/],
  ['a host without a name', 'host:', /names "", a host/],
  ['Netlify, which tells its functions alone', 'host:netlify', /use geolet\/proxy\/netlify/],
  ['an object that names none', {}, /names undefined, a host/],
  ['a table without the country', { host: { city: 'X-City' } }, /no header for countryCode/],
  [
    'a field that hosts do not know',
    'host:countryCode=X-Country,currency=X',
    /"currency", which no host knows: choose/,
  ],
  ['no header', 'host:countryCode=', /has "" as the header of countryCode: name a header/],
  ['a header that is none', { host: { countryCode: 'X Country' } }, /"X Country" as the header/],
  ['one header for two fields', 'host:countryCode=X-Geo,city=x-geo', /one header for two fields/],
  ['an encoding', 'host:countryCode=X-Country,encoding=latin1', /encoding "latin1": write utf-8 or percent/],
])('%s is refused at the start', (_, upstream, message) => {
  expect(() => createProxy({ upstream: upstream as ProxyOptions['upstream'], trust: 1 })).toThrow(message);
});

it('headers that no server is trusted to send are refused at the start', () => {
  expect(() => createProxy({ upstream: 'host:nginx' })).toThrow(/no server is trusted to send them: set trust/);
  expect(() => createProxy({ upstream: 'host' })).not.toThrow();
});

it('a table may name each field that hosts know', () => {
  const table = Object.fromEntries(hostFields.map((field) => [field, `X-${field}`]));
  expect(Object.keys(readOwnHeaders(table).headers)).toEqual(Object.values(table));
});
