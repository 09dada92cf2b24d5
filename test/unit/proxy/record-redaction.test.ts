import { describe, expect, it } from 'vitest';
import { createRedaction } from '../../../src/proxy/record/redact-record.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { parseAddress } from '../../../src/record/address.ts';
import { type FieldName, fieldNames, fields } from '../../../src/record/fields.ts';
import { answerRecord, key, startUpstream, wholeRecord } from './upstream-server.ts';
import { lyon, startProxy, visit } from './visitor.ts';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';

/** DESIGN's words, written out: a change of the table must be seen here. */
const offByDefault = ['postalCode', 'latitude', 'longitude', 'airportCode', 'ASN', 'ISP', 'IP'];
const countryLevel = [
  'continentName',
  'continentCode',
  'countryName',
  'countryCode',
  'region',
  'nationalCapital',
  'isEU',
  'currencyCode',
  'currencySymbol',
  'callingCode',
  'language',
];
const pages = { referer: 'https://shop.example/shoes', 'x-visitor-referer': 'https://search.example/' };

async function recordOf(
  upstreamRecord: Readonly<Record<string, unknown>>,
  options: Partial<ProxyOptions> = {},
  headers: Record<string, string> = pages,
  ip = lyon,
): Promise<Record<string, unknown>> {
  const upstream = await startUpstream(answerRecord(upstreamRecord));
  const { proxy } = await startProxy({ upstream: upstream.url, ...options });
  const response = await proxy(visit(headers), { ip });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('the record that a page gets', () => {
  it('has every field but those that are off', async () => {
    const names = Object.keys(await recordOf(wholeRecord));
    expect(names.toSorted()).toEqual(fieldNames.filter((name) => !offByDefault.includes(name)).toSorted());
  });

  it('has the values of the service with their types', async () => {
    expect(await recordOf(wholeRecord)).toMatchObject({ city: 'Lyon', callingCode: 33, isEU: true, isMobile: false });
  });

  it.each(offByDefault)('has %s once it is exposed', async (name) => {
    const value = name === 'IP' ? lyon : wholeRecord[name];
    expect(await recordOf(wholeRecord, { expose: [name] })).toHaveProperty(name, value);
  });

  it.each(fieldNames.filter((name) => !offByDefault.includes(name)))(
    'lacks %s once it is withheld, and nothing else',
    async (withheld) => {
      const { [withheld]: _, ...rest } = await recordOf(wholeRecord);
      expect(await recordOf(wholeRecord, { withhold: [withheld] })).toEqual(rest);
    },
  );

  it('lacks a field that is both exposed and withheld', async () => {
    expect(await recordOf(wholeRecord, { expose: ['IP'], withhold: ['IP'] })).not.toHaveProperty('IP');
  });

  it.each([{}, { expose: offByDefault }])('is country level under Global Privacy Control, with %j', async (options) => {
    const record = await recordOf(wholeRecord, options, { ...pages, 'sec-gpc': '1' });
    expect(Object.keys(record).toSorted()).toEqual(countryLevel.toSorted());
  });

  it.each([{}, { expose: offByDefault }])('has the state, too, where the owner keeps it, with %j', async (options) => {
    const record = await recordOf(wholeRecord, { ...options, gpc: 'state' }, { ...pages, 'sec-gpc': '1' });
    expect(Object.keys(record).toSorted()).toEqual([...countryLevel, 'stateCode', 'stateName'].toSorted());
  });

  it.each(['country', 'state'] as const)(
    'has the same fields without the signal where the owner keeps the %s',
    async (gpc) => {
      expect(await recordOf(wholeRecord, { gpc })).toEqual(await recordOf(wholeRecord));
    },
  );

  it('lacks a state that is withheld, also where the owner keeps it under Global Privacy Control', async () => {
    const options = { gpc: 'state', withhold: ['stateName'] } as const;
    const record = await recordOf(wholeRecord, options, { ...pages, 'sec-gpc': '1' });
    expect(Object.keys(record).toSorted()).toEqual([...countryLevel, 'stateCode'].toSorted());
  });

  it('is whole when Sec-GPC says no', async () => {
    expect(await recordOf(wholeRecord, {}, { 'sec-gpc': '0' })).toHaveProperty('city');
  });

  it('has no key that the contract does not have', async () => {
    const extra = {
      ip: lyon,
      postal: '69001',
      lat: 45,
      asn: 1,
      Latitude: '45',
      hostname: 'h',
      threat: { score: 1 },
      __proto__x: 1,
      constructor: 'x',
      toString: 'x',
    };
    const record = await recordOf({ ...wholeRecord, ...extra });
    expect(Object.keys(record).filter((name) => !fieldNames.includes(name as FieldName))).toEqual([]);
  });

  it('drops a field of the wrong type, keeps the rest and says so once', async () => {
    const upstream = await startUpstream(
      answerRecord({ city: 7, isEU: 'yes', callingCode: '33', countryCode: 'FR', stateName: null }),
    );
    const { proxy, lines } = await startProxy({ upstream: upstream.url });
    for (let request = 0; request < 2; request++)
      expect(await (await proxy(visit(), { ip: lyon })).json()).toEqual({ countryCode: 'FR' });
    expect(lines).toEqual([expect.stringContaining('dropped: city, isEU, callingCode.')]);
  });

  it.each([{}, { city: 'Lyon' }, wholeRecord])('says nothing of a service that sends %j', async (record) => {
    const upstream = await startUpstream(answerRecord(record));
    const { proxy, lines } = await startProxy({ upstream: upstream.url });
    await proxy(visit(), { ip: lyon });
    expect(lines).toEqual([]);
  });
});

describe('a service that is the contract and nothing more', () => {
  it.each(fieldNames)('may leave out %s', async (name) => {
    const { [name]: _, ...rest } = wholeRecord;
    const record = await recordOf(rest, { expose: offByDefault });
    const known: Record<string, unknown> = {
      IP: lyon,
      currentPage: pages.referer,
      referer: pages['x-visitor-referer'],
    };
    expect(record).toEqual({ ...rest, ...known });
  });

  it('may leave out everything', async () => {
    expect(await recordOf({}, {}, {})).toEqual({});
  });
});

describe('address and pages of the request at hand', () => {
  it('come from the request, not from the service', async () => {
    const stale = { countryCode: 'FR', currentPage: 'https://other.example/secret', referer: 'https://other.example/' };
    expect(await recordOf(stale, {}, {})).toEqual({ countryCode: 'FR' });
    expect(await recordOf(stale, { expose: ['IP'] }, pages)).toEqual({
      countryCode: 'FR',
      IP: lyon,
      currentPage: pages.referer,
      referer: pages['x-visitor-referer'],
    });
  });

  it('stand there once', async () => {
    const upstream = await startUpstream(answerRecord());
    const { proxy } = await startProxy({ upstream: upstream.url, expose: ['IP'] });
    const text = await (await proxy(visit(pages), { ip: lyon })).text();
    for (const name of ['IP', 'currentPage', 'referer']) expect(text.split(`"${name}":`), name).toHaveLength(2);
  });

  it('an IP in another spelling is the same address', async () => {
    const upstream = await startUpstream((_, response) => response.end('{"IP":"2A01:CB00:0:0::1","city":"Lyon"}'));
    const { proxy } = await startProxy({ upstream: upstream.url });
    expect(await (await proxy(visit(), { ip: '2a01:cb00::1' })).json()).toEqual({ city: 'Lyon' });
  });
});

it.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '192.168.1.7',
  '100.64.0.1',
  '169.254.1.1',
  '203.0.113.9',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '224.0.0.1',
])('a private or reserved address %s is nowhere, whatever the service tells, and its device is known', async (ip) => {
  const record = await recordOf(wholeRecord, { expose: offByDefault }, pages, ip);
  const expected = fieldNames.filter((name) => fields[name].origin === 'request' || name === 'IP');
  expect(Object.keys(record).toSorted()).toEqual(expected.toSorted());
});

it('a field that an answer has not said itself is not taken from where it inherits', () => {
  const visitor = parseAddress(lyon);
  if (visitor === undefined) throw new Error(`${lyon} is an address`);
  const { redact } = createRedaction({
    expose: new Set(),
    withhold: new Set(),
    gpc: 'country',
    warn: () => undefined,
  });
  const inherits: Record<string, unknown> = Object.assign(Object.create({ city: 'Paris', countryCode: 'DE' }), {
    stateCode: 'ARA',
  });
  const visitOfLyon = {
    id: 'visit-1',
    address: visitor,
    site: 'shop.example',
    headers: {},
    globalPrivacyControl: false,
    place: undefined,
  };
  expect(redact({ record: inherits, license: undefined, dataDate: undefined }, visitOfLyon)).toEqual({
    coarse: '',
    rest: '"stateCode":"ARA"',
    license: undefined,
    dataDate: undefined,
  });
});

it('what the doctor is told is whether a field is kept from pages', () => {
  const { isWithheld } = createRedaction({
    expose: new Set(['IP', 'latitude']),
    withhold: new Set(['city', 'latitude']),
    gpc: 'country',
    warn: () => undefined,
  });
  expect(
    ['countryCode', 'city', 'postalCode', 'IP', 'latitude'].filter((name) => isWithheld(name as FieldName)),
  ).toEqual(['city', 'postalCode', 'latitude']);
});

it('the plain answer and the Response say the same', async () => {
  const { proxy, upstream } = await startProxy();
  const answer = await createResponder({ upstream: upstream.url, key })(visit({ 'x-request-id': 'one' }), {
    ip: lyon,
  });
  const response = await proxy(visit({ 'x-request-id': 'one' }), { ip: lyon });
  expect(answer.status).toBe(response.status);
  expect(answer.body).toBe(await response.text());
  expect(answer.headers).toEqual(Object.fromEntries(response.headers));
});
