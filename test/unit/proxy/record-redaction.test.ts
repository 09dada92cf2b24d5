import { describe, expect, it } from 'vitest';
import { createRedaction } from '../../../src/proxy/record/redact-record.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { parseAddress } from '../../../src/record/address.ts';
import { type FieldName, fieldNames, fields } from '../../../src/record/fields.ts';
import { answerRecord, key, wholeRecord } from './upstream-server.ts';
import { lyon, startProxy, visit } from './visitor.ts';
import type { ProxyOptions } from '../../../src/proxy/proxy.ts';

/** DESIGN's words, written out: a change of the table must be seen here. */
const offByDefault: readonly FieldName[] = ['postalCode', 'latitude', 'longitude', 'airportCode', 'ASN', 'ISP', 'IP'];
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
  const { ask } = await startProxy(options, answerRecord(upstreamRecord));
  const response = await ask(headers, { ip });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('the record that a page gets', () => {
  it('has every field but those that are off', async () => {
    const names = Object.keys(await recordOf(wholeRecord));
    expect(names.toSorted()).toEqual(fieldNames.filter((name) => !offByDefault.includes(name)).toSorted());
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

  it.each([
    ['country level', 'country', []],
    ['country level, and the state where the owner keeps it', 'state', ['stateCode', 'stateName']],
  ] as const)('is %s under Global Privacy Control, also where more is exposed', async (_, gpc, kept) => {
    for (const expose of [[], offByDefault]) {
      const record = await recordOf(wholeRecord, { expose, gpc }, { ...pages, 'sec-gpc': '1' });
      expect(Object.keys(record).toSorted()).toEqual([...countryLevel, ...kept].toSorted());
    }
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

  it('has no key that the contract does not have', async () => {
    const extra = {
      ip: lyon,
      lat: 45,
      Latitude: '45',
      threat: { score: 1 },
      __proto__x: 1,
      constructor: 'x',
      toString: 'x',
    };
    const record = await recordOf({ ...wholeRecord, ...extra });
    expect(Object.keys(record).filter((name) => !fieldNames.includes(name as FieldName))).toEqual([]);
  });

  it('drops a field of the wrong type, keeps the rest and says so once', async () => {
    const record = { city: 7, isEU: 'yes', callingCode: '33', countryCode: 'FR', stateName: null };
    const { ask, lines } = await startProxy({}, answerRecord(record));
    for (let request = 0; request < 2; request++) expect(await (await ask()).json()).toEqual({ countryCode: 'FR' });
    expect(lines).toEqual([expect.stringContaining('dropped: city, isEU, callingCode.')]);
  });

  it.each([{}, { city: 'Lyon' }, wholeRecord])('says nothing of a service that sends %j', async (record) => {
    const { ask, lines } = await startProxy({}, answerRecord(record));
    await ask();
    expect(lines).toEqual([]);
  });
});

describe('a service that is the contract and nothing more', () => {
  it.each(fieldNames)('may leave out %s', async (name) => {
    const { [name]: _, ...rest } = wholeRecord;
    const known = { IP: lyon, currentPage: pages.referer, referer: pages['x-visitor-referer'] };
    expect(await recordOf(rest, { expose: offByDefault })).toEqual({ ...rest, ...known });
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
    const { ask } = await startProxy({ expose: ['IP'] });
    const text = await (await ask(pages)).text();
    for (const name of ['IP', 'currentPage', 'referer']) expect(text.split(`"${name}":`), name).toHaveLength(2);
  });
});

it.each(['127.0.0.1', '::1', '10.1.2.3', '100.64.0.1', '203.0.113.9', 'fe80::1', '::ffff:10.0.0.1', '224.0.0.1'])(
  'a private or reserved address %s is nowhere, whatever the service tells, and its device is known',
  async (ip) => {
    const record = await recordOf(wholeRecord, { expose: offByDefault }, pages, ip);
    const expected = fieldNames.filter((name) => fields[name].origin === 'request' || name === 'IP');
    expect(Object.keys(record).toSorted()).toEqual(expected.toSorted());
  },
);

const redaction = (expose: readonly FieldName[], withhold: readonly FieldName[]) =>
  createRedaction({ expose: new Set(expose), withhold: new Set(withhold), gpc: 'country', warn: () => undefined });

it('a field that an answer has not said itself is not taken from where it inherits', () => {
  const address = parseAddress(lyon);
  if (address === undefined) throw new Error(`${lyon} is an address`);
  const { redact } = redaction([], []);
  const record: Record<string, unknown> = Object.assign(Object.create({ city: 'Paris', countryCode: 'DE' }), {
    stateCode: 'ARA',
  });
  const lookup = { id: 'visit-1', site: 'shop.example', headers: {}, globalPrivacyControl: false, place: undefined };
  const unknown = { license: undefined, dataDate: undefined };
  expect(redact({ record, ...unknown }, { ...lookup, address })).toEqual({
    coarse: '',
    rest: '"stateCode":"ARA"',
    ...unknown,
  });
});

it('what the doctor is told is whether a field is kept from pages', () => {
  const { isWithheld } = redaction(['IP', 'latitude'], ['city', 'latitude']);
  const names = ['countryCode', 'city', 'postalCode', 'IP', 'latitude'] as const;
  expect(names.filter((name) => isWithheld(name))).toEqual(['city', 'postalCode', 'latitude']);
});

it('the plain answer and the Response say the same', async () => {
  const { ask, upstream } = await startProxy();
  const headers = { 'x-request-id': 'one' };
  const answer = await createResponder({ upstream: upstream.url, key })(visit(headers), { ip: lyon });
  const response = await ask(headers);
  expect(answer.status).toBe(response.status);
  expect(answer.body).toBe(await response.text());
  expect(answer.headers).toEqual(Object.fromEntries(response.headers));
});
