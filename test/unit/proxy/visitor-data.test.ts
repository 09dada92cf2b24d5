import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFetchTransport, type UpstreamRequest } from '../../../src/proxy/record/transport.ts';
import { ProxyError } from '../../../src/proxy/request/proxy-error.ts';
import { refuseKey } from '../../../src/proxy/record/refuse-key.ts';
import type { Lookup } from '../../../src/proxy/record/lookup.ts';
import { createAskService, type UpstreamSettings } from '../../../src/proxy/record/visitor-data.ts';
import { parseAddress } from '../../../src/record/address.ts';
import { key, startUpstream } from './upstream-server.ts';
import { lyon } from './visitor.ts';

const address = parseAddress(lyon);
if (address === undefined) throw new Error(`${lyon} is an address`);
const visit: Lookup = {
  id: 'visit-1',
  address,
  site: 'shop.example',
  headers: {},
  globalPrivacyControl: false,
  place: undefined,
};

async function start(listener?: RequestListener, settings: Partial<UpstreamSettings> = {}) {
  const upstream = await startUpstream(listener);
  const requests: UpstreamRequest[] = [];
  const transport = createFetchTransport();
  const ask = createAskService({
    upstream: upstream.url,
    keys: [key],
    maxBodyBytes: 65_536,
    warn: () => undefined,
    transport: (request) => {
      requests.push(request);
      return transport(request);
    },
    ...settings,
  });
  return {
    upstream,
    requests,
    ask: (one: Partial<Lookup> = {}, signal = new AbortController().signal) => ask({ ...visit, ...one }, signal),
  };
}

const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

const outage = async (listener: RequestListener) => {
  const error = await refusal((await start(listener)).ask());
  if (!(error instanceof ProxyError)) throw error;
  return { status: error.status, description: error.message, outage: error.outage, headers: error.headers };
};

describe('the service is asked', () => {
  it('at the one address of its contract, with the key and the visitor, and no more', async () => {
    const { ask, requests, upstream } = await start();
    const { signal } = new AbortController();
    await ask({}, signal);
    expect(requests).toEqual([
      {
        url: `${upstream.url}/beta/api/get-visitor-data`,
        headers: Object.entries({
          accept: 'application/json',
          authorization: `Bearer ${key}`,
          'x-request-id': visit.id,
          'x-visitor-ip': lyon,
        }).flat(),
        maxBodyBytes: 65_536,
        signal,
      },
    ]);
  });

  it('with those of the visitor’s headers that there are, in one order', async () => {
    const { ask, requests } = await start();
    await ask({ headers: { 'x-visitor-referer': 'https://search.example/', 'user-agent': 'Agent' } });
    const sent = ['user-agent', 'Agent', 'x-visitor-referer', 'https://search.example/'];
    expect(requests[0]?.headers.slice(8)).toEqual(sent);
  });

  it('with the second key when it refuses the first', async () => {
    const told: string[] = [];
    const { ask, requests } = await start(
      (request, response) =>
        response.writeHead(request.headers.authorization?.endsWith(`${key}2`) ? 200 : 401).end('{}'),
      { keys: [key, `${key}2`], warn: (line) => told.push(line) },
    );
    await ask();
    expect(requests.map(({ headers }) => headers[3])).toEqual([`Bearer ${key}`, `Bearer ${key}2`]);
    expect(told).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('is what the service said, with what its data ask for and their day', async () => {
    const headers = { link: '<https://db.example/>; rel="license"', 'x-geo-data-date': '2026-11-01' };
    const { ask } = await start(answerWith(200, '{"city":"Lyon","own":[1]}', headers));
    expect(await ask()).toEqual({ record: { city: 'Lyon', own: [1] }, license: headers.link, dataDate: '2026-11-01' });
  });

  it.each([
    '',
    'today',
    '2026-11',
    '2026-11-011',
    'x2026-11-01',
    '12026-11-01',
    '2026-11-01 ',
    '2026-1-01',
    '2026-11-1',
    '2026-11-0a',
    '2026-1a-01',
    'abcd-11-01',
    '26-11-01',
  ])('has no day where the service writes %j', async (date) => {
    // A server would take the blanks away, and a host's own transport may not.
    const response = {
      status: 200,
      text: '{}',
      headers: { get: (name: string) => (name === 'x-geo-data-date' ? date : null) },
    };
    const { ask } = await start(undefined, { transport: () => Promise.resolve(response) });
    expect(await ask()).toEqual({ record: {}, license: undefined, dataDate: undefined });
  });

  it.each(['', 'Lyon', '"Lyon"', '7', 'true', 'null', '[]', '[{"city":"Lyon"}]', '{"city":'])(
    'that is %j is no JSON object',
    async (body) => {
      expect(await outage(answerWith(200, body))).toEqual({
        status: 502,
        description: 'The visitor-data service answered with something that is not a JSON object.',
        outage: false,
        headers: {},
      });
    },
  );

  it.each(['81.2.69.142', ' 81.2.69.142 ', '::1'])('about %j is somebody else’s', async (ip) => {
    expect(await outage(answerWith(200, JSON.stringify({ IP: ip, city: 'London' })))).toMatchObject({
      status: 502,
      description: 'The visitor-data service described another address than the one it was asked about.',
    });
  });

  it.each([lyon, ` ${lyon}\n`, `::ffff:${lyon}`, undefined, null, 7, '', 'unknown', ['81.2.69.142']])(
    'about %j is the visitor’s',
    async (ip) => {
      const { ask } = await start(answerWith(200, JSON.stringify({ IP: ip, city: 'Lyon' })));
      expect((await ask()).record).toHaveProperty('city', 'Lyon');
    },
  );

  it.each<[place: string, body: string, headers: Record<string, string>]>([
    ['its body', `{"city":"${key}"}`, {}],
    ['a link', '{}', { link: `<https://db.example/${key}>; rel="license"` }],
  ])('with the key in %s is refused', async (_, body, headers) => {
    expect(await outage(answerWith(200, body, headers))).toMatchObject({
      status: 502,
      description: "The visitor-data service answered with the proxy's key in it.",
    });
  });
});

it.each<[secret: string, said: unknown, isFound: boolean]>([
  ['twelve-chars', 'a twelve-chars b', true],
  ['eleven-char', 'a eleven-char b', false],
  ['123456789012', 123456789012, true],
  ['123456789012', { deep: [{ 123456789012: null }] }, true],
  ['123456789012', [undefined, null, true, 12345678901, '12345678901'], false],
  ['~twelve-chars', '%7Etwelve-chars', true],
  ['~twelve-chars', '%7etwelve%2dchars', true],
  ['twelve-chars', 'twelve%2-chars', false],
  ['twelve-chars%', 'twelve-chars%', true],
])('a key %s in %j is found: %s', async (secret, said, isFound) => {
  const { ask } = await start(answerWith(200, JSON.stringify({ said })), {
    keys: ['another-key-of-the-owner', secret],
  });
  expect(await refusal(ask())).toEqual(isFound ? expect.objectContaining({ status: 502 }) : undefined);
});

describe('a response with the key in it', () => {
  const keys = ['twelve-chars', undefined, '123456789012'];
  const received = (body: string, link?: string) => ({ body, record: JSON.parse(body) as unknown, link: link ?? null });

  it.each([
    { how: 'as it is', body: '{"city":"twelve-chars"}' },
    { how: 'in an escape of JSON', body: '{"city":"twelve\\u002dchars"}' },
    { how: 'in percent-encoding', body: '{"city":"twelve%2dchars"}' },
    { how: 'as a number', body: '{"ASN":123456789012}' },
    { how: 'as a number with an exponent', body: '{"ASN":1.23456789012E11}' },
    { how: 'in the link', body: '{}', link: '<https://licence.example/twelve%2dchars>' },
  ])('is refused: $how', ({ body, link }) => {
    expect(() => refuseKey(keys, received(body, link))).toThrow('key in it');
  });

  it('is not refused for a key that is not set', () => {
    expect(() => refuseKey(keys, received('{"city":"undefined"}'))).not.toThrow();
  });
});

describe('a service that refuses', () => {
  it.each<[status: number, words: string, isOutage: boolean]>([
    [401, "refuses the proxy's key (401)", true],
    [403, "refuses the proxy's key (403)", true],
    [204, 'answered with status 204', false],
    [302, 'answered with status 302', false],
    [400, 'answered with status 400', false],
    [499, 'answered with status 499', false],
    [500, 'answered with status 500', true],
    [503, 'answered with status 503', true],
  ])('with %d %s; that fails for everybody: %s', async (status, words, isOutage) => {
    expect(await outage(answerWith(status, '{}'))).toEqual({
      status: 502,
      description: `The visitor-data service ${words}.`,
      outage: isOutage,
      headers: {},
    });
  });

  it.each([
    ['7', '7'],
    ['1.2', '2'],
    ['0', '1'],
    ['-5', '1'],
    ['300', '300'],
    ['301', '300'],
    ['Infinity', '60'],
    ['Wed, 21 Oct 2037 07:28:00 GMT', '60'],
    [undefined, '60'],
  ])('for %s seconds is asked again in %s', async (retryAfter, wait) => {
    expect(await outage(answerWith(429, '{}', retryAfter === undefined ? {} : { 'retry-after': retryAfter }))).toEqual({
      status: 503,
      description: `The visitor-data service is asked too often with the proxy's key. Try again in ${wait} s.`,
      outage: true,
      headers: { 'retry-after': wait },
    });
  });
});

describe('a service that cannot be asked', () => {
  it('is an outage, with what happened for the log', async () => {
    const cause = new Error('reset');
    const { ask } = await start(undefined, { transport: () => Promise.reject(cause) });
    expect(await refusal(ask())).toMatchObject({
      status: 502,
      message: 'The visitor-data service cannot be reached, or broke off its answer.',
      fix: 'Check that it runs, and that GEOLET_UPSTREAM is its address.',
      outage: true,
      cause,
    });
  });

  it('is what the transport says where that knows', async () => {
    const known = new ProxyError(502, 'Too long.');
    const { ask } = await start(undefined, { transport: () => Promise.reject(known) });
    expect(await refusal(ask())).toBe(known);
  });

  it('is not to blame for a visitor who left or whose time is up', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const { ask } = await start(undefined, {
      transport: () => {
        controller.abort(reason);
        return Promise.reject(new ProxyError(502, 'Broken off.'));
      },
    });
    expect(await refusal(ask({}, controller.signal))).toBe(reason);
  });
});

it.each([
  [String.raw`x\ud800y`, 'x\ufffdy'],
  [String.raw`x\uDC00`, 'x\ufffd'],
  [String.raw`\ud83d\ude00`, '\u{1f600}'],
  [String.raw`\ud800\ud83d\ude00`, '\ufffd\u{1f600}'],
])('half of a surrogate pair becomes the replacement character: %s', async (written, read) => {
  const { ask } = await start(answerWith(200, `{"city":"${written}"}`));
  expect((await ask()).record).toEqual({ city: read });
});
