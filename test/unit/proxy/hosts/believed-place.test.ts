import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { forgedHeaders } from '../../../../src/proxy/hosts/forged-place.ts';
import { type HeaderSource, headerSources } from '../../../../src/proxy/hosts/header-sources.ts';
import { toNodeListener } from '../../../../src/proxy/node/listener.ts';
import { createResponder, createProxy, type ProxyOptions } from '../../../../src/proxy/proxy.ts';
import { startServer } from '../../../support/start-server.ts';
import { visitors } from '../../../support/visitors.ts';
import { lyon, visit } from '../visitor.ts';

const sources = Object.values(headerSources);
const forged = (source: HeaderSource) => Object.fromEntries(forgedHeaders(source.name, undefined));
const everything = ['latitude', 'longitude', 'postalCode', 'ASN', 'ISP'] as const;
const france = { 'x-geo-country': 'FR', 'x-geo-city': 'Lyon' };
const silent = { log: () => {} };
/** The owner's own server, and a host before it. */
const behindHost = ['127.0.0.1', '13.107.0.0/16'];

async function recordOf(
  options: Partial<ProxyOptions>,
  ip: string,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const proxy = createProxy({ upstream: 'host:nginx', ...silent, ...options });
  return (await proxy(visit(headers), { ip })).json();
}

describe.each(sources)('a visitor who writes the headers of $name', (source) => {
  const options = { upstream: `host:${source.name}`, expose: everything };

  it('is believed where a trusted server wrote them', async () => {
    const record = await recordOf({ ...options, trust: 1 }, '127.0.0.1', {
      ...forged(source),
      'x-forwarded-for': lyon,
    });
    expect(record).toMatchObject({ countryCode: 'BV' });
  });

  it.each<[what: string, trust: ProxyOptions['trust'], ip: string, forwarded: string | undefined]>([
    ['directly', ['10.0.0.0/8'], lyon, undefined],
    ['directly, and names a visitor', ['10.0.0.0/8'], lyon, visitors.osaka],
    ['past the first of two servers', 2, '10.0.0.1', lyon],
    ['past the only server, which names nobody', 1, '10.0.0.1', undefined],
    ['past a listed server, which names nobody', ['13.107.0.0/16'], '13.107.1.1', undefined],
    ['past a listed server, behind a word', ['13.107.0.0/16'], '13.107.1.1', `${lyon}, 13.107.2.2, unknown`],
    ["past the host, to the owner's own server", behindHost, '127.0.0.1', lyon],
  ])('is not believed %s', async (_, trust, ip, forwarded) => {
    const headers = { ...forged(source), ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
    expect(await recordOf({ ...options, trust }, ip, headers)).toEqual({});
  });
});

describe('headers of a host count', () => {
  it.each<[what: string, options: Partial<ProxyOptions>, ip: string, forwarded: string]>([
    ['behind one server', { trust: 1 }, '10.0.0.1', lyon],
    ['behind two', { trust: 2 }, '10.0.0.1', `${lyon}, 13.107.1.1`],
    ['behind two, whatever a visitor wrote before', { trust: 2 }, '10.0.0.1', `9.9.9.9, ${lyon}, 13.107.1.1`],
    ['behind a listed host', { trust: ['13.107.0.0/16'] }, '13.107.1.1', lyon],
    ["behind the owner's server and a listed host", { trust: behindHost }, '::ffff:127.0.0.1', `${lyon}, 13.107.1.1`],
    ['behind a listed server of the same network', { trust: ['10.0.0.0/8', 'fe80::/10'] }, 'fe80::1%eth0', lyon],
    ['where another header names the visitor', { trust: 1, trustHeader: 'cf-connecting-ip' }, '10.0.0.1', ''],
    ['where Forwarded names the visitor', { trust: behindHost, trustHeader: 'forwarded' }, '127.0.0.1', ''],
  ])('%s', async (_, options, ip, forwarded) => {
    const record = await recordOf(options, ip, {
      ...france,
      'x-forwarded-for': forwarded,
      'cf-connecting-ip': lyon,
      forwarded: `for=${lyon}, for=13.107.1.1;proto=https`,
    });
    expect(record).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
  });

  it('no further than pages may see: exposure, Global Privacy Control and private addresses hold', async () => {
    const more = { ...france, 'x-geo-postal-code': '69001', 'x-forwarded-for': lyon };
    const options = { trust: 1, withhold: ['city'] };
    const record = await recordOf(options, '10.0.0.1', more);
    const privately = await recordOf({ trust: 1, expose: everything }, '10.0.0.1', { ...more, 'sec-gpc': '1' });
    expect(privately).toMatchObject({ countryCode: 'FR', currencyCode: 'EUR' });
    for (const field of ['city', 'postalCode']) {
      expect(record).not.toHaveProperty(field);
      expect(privately).not.toHaveProperty(field);
    }
    expect(await recordOf({ trust: 1 }, '10.0.0.1', { ...france, 'x-forwarded-for': '192.168.1.1' })).toEqual({});
  });

  it('for one visitor alone: no cache may keep the answer, and none is kept here', async () => {
    const proxy = createProxy({ upstream: 'host:nginx', trust: 1, ...silent });
    const ask = async (country: string) => {
      const response = await proxy(visit({ 'x-forwarded-for': lyon, 'x-geo-country': country }), { ip: '10.0.0.1' });
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('cdn-cache-control')).toBe('no-store');
      return ((await response.json()) as Record<string, unknown>)['countryCode'];
    };
    expect(await Promise.all(['FR', 'JP', 'FR', 'US'].map(ask))).toEqual(['FR', 'JP', 'FR', 'US']);
  });

  it('and what a host adapter says goes before them', async () => {
    const proxy = createProxy({ upstream: 'host:nginx', trust: 1, ...silent });
    const peer = { ip: '10.0.0.1', place: { countryCode: 'DE' } };
    const response = await proxy(visit({ ...france, 'x-forwarded-for': lyon }), peer);
    expect(await response.json()).toEqual({ countryCode: 'DE' });
  });
});

it('a host that sends none of its headers is told to the owner, once, with what to do', async () => {
  const lines: string[] = [];
  const proxy = createProxy({ upstream: 'host:google', trust: ['10.0.0.1'], log: (line) => lines.push(line) });
  const ask = (headers: HeadersInit, ip = '10.0.0.1') => proxy(visit(headers), { ip });
  // One that sends some of them, and a visitor who came past it, are not told.
  await ask({ 'x-forwarded-for': lyon, 'x-geo-country': 'ZZ' });
  await ask({}, lyon);
  expect(lines).toEqual([]);
  for (let time = 0; time < 3; time++) await ask({ 'x-forwarded-for': lyon });
  const words = /no header of the host in it \(X-Geo-Country, .*Turn these headers on in the host's settings\.$/;
  expect(lines).toEqual([expect.stringMatching(words)]);
});

/** What a program on Node behind one server answers to these headers. */
async function recordOverSocket(headers: OutgoingHttpHeaders | readonly string[]): Promise<Record<string, unknown>> {
  const url = await startServer(toNodeListener(createResponder({ upstream: 'host:nginx', trust: 1, ...silent })));
  const [response] = (await once(request(`${url}/geo`, { headers }).end(), 'response')) as [NodeJS.ReadableStream];
  return JSON.parse(await text(response)) as Record<string, unknown>;
}

it.each([
  ['the bytes of UTF-8', Buffer.from('Linköping').toString('latin1'), 'Linköping'],
  ['bytes that are not', Buffer.from('Linköping', 'latin1').toString('latin1'), undefined],
])('%s arrive through node:http as %j says', async (_, bytes, city) => {
  const record = await recordOverSocket({ 'X-Forwarded-For': lyon, 'X-Geo-Country': 'SE', 'X-Geo-City': bytes });
  expect([record['countryCode'], record['city']]).toEqual(['SE', city]);
});

it('a header whose lines came twice says nothing', async () => {
  const headers = ['host', 'shop.example', 'x-forwarded-for', lyon, 'x-geo-country', 'FR', 'x-geo-country', 'BV'];
  expect(await recordOverSocket(headers)).toEqual({});
});
