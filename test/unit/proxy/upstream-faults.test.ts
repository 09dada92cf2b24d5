import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type RequestListener, type ServerResponse, createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as undici from 'undici';
import { createNodeTransport, openNodeTransport } from '../../../src/adapters/node/index.ts';
import { createUndiciTransport } from '../../../src/proxy/node/undici-transport.ts';
import { createFetchTransport, type Transport } from '../../../src/proxy/record/transport.ts';
import { answerRecord, key, patience, startUpstream } from './upstream-server.ts';
import { lyon, startProxy, visit } from './visitor.ts';
import { listen } from '../../support/loopback.ts';

/** For what never ends; everything else has time. */
const timeoutMs = 80;

const transports: ReadonlyArray<readonly [string, () => Transport]> = [
  ['fetch', () => createFetchTransport()],
  ['node:http', createNodeTransport],
  ['undici', () => createUndiciTransport(undici)],
];

function answerWith(status: number, body = '{}', headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

const faults: ReadonlyArray<readonly [fault: string, listener: RequestListener, status: number, description: RegExp]> =
  [
    ['hangs before its headers', () => {}, 504, /within 80 ms/],
    ['stalls in its body', (_, response) => response.writeHead(200).write('{"city":'), 504, /within 80 ms/],
    [
      'sends more than the cap',
      answerWith(200, JSON.stringify({ city: 'x'.repeat(70_000) })),
      502,
      /more than 65536 bytes/,
    ],
    ['sends without end', (_, response) => pour(response), 502, /more than 65536 bytes/],
    [
      'sends HTML',
      answerWith(200, '<!doctype html><p>Down', { 'content-type': 'text/html' }),
      502,
      /not a JSON object/,
    ],
    ['sends invalid JSON', answerWith(200, '{"city":"Lyon"'), 502, /not a JSON object/],
    ['sends nothing', answerWith(200, ''), 502, /not a JSON object/],
    ['sends a list', answerWith(200, '[{"city":"Lyon"}]'), 502, /not a JSON object/],
    ['sends null', answerWith(200, 'null'), 502, /not a JSON object/],
    [
      'sends less than it announced',
      (_, response) => void response.writeHead(200, { 'content-length': 50 }).write('{}', () => response.destroy()),
      502,
      /reached/,
    ],
    ['breaks the connection', (request) => void request.socket.destroy(), 502, /reached/],
    ['redirects on its own origin', answerWith(302, '', { location: '/elsewhere' }), 502, /status 302/],
    ['redirects to another origin', answerWith(301, '', { location: 'https://evil.example/' }), 502, /status 301/],
    ['redirects to a file', answerWith(307, '', { location: 'file:///etc/passwd' }), 502, /status 307/],
    ['answers 204', answerWith(204), 502, /status 204/],
    ['answers 206', answerWith(206), 502, /status 206/],
    ['answers 400', answerWith(400), 502, /status 400/],
    ['answers 401', answerWith(401, '{}', { 'www-authenticate': 'Bearer' }), 502, /refuses the proxy's key \(401\)/],
    ['answers 403', answerWith(403), 502, /refuses the proxy's key \(403\)/],
    ['answers 404', answerWith(404), 502, /status 404/],
    ['answers 405', answerWith(405), 502, /status 405/],
    ['answers 429', answerWith(429), 503, /too often/],
    ['answers 500', answerWith(500, `{"stack":"at ${key}"}`), 502, /status 500/],
    ['answers 503', answerWith(503), 502, /status 503/],
    ['describes another address', answerWith(200, '{"IP":"81.2.69.142","city":"London"}'), 502, /another address/],
  ];

function pour(response: ServerResponse): void {
  response.once('drain', () => pour(response));
  while (!response.destroyed && response.write(' '.repeat(65_536)));
}

describe.each(transports)('through %s, when the service', (_, createTransport) => {
  it.each(faults)('%s', async (_fault, listener, status, description) => {
    const upstream = await startUpstream(listener);
    const { proxy, lines } = await startProxy({
      upstream: upstream.url,
      transport: createTransport(),
      ...(status === 504 && { timeoutMs }),
    });
    const response = await proxy(visit(), { ip: lyon });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      status,
      message: expect.any(String),
      description: expect.stringMatching(description),
    });
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect(response.headers.get('location')).toBeNull();
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${status} `))]);
    expect(lines[0]).not.toContain(lyon);
    // A busy machine may not have sent it yet when time is up; it is never sent twice.
    expect(upstream.received.length).toBeLessThanOrEqual(1);
  });

  it('refuses the key, the log has the fix, and the visitor does not get it', async () => {
    const upstream = await startUpstream(answerWith(401, '{}'));
    const { proxy, lines } = await startProxy({ upstream: upstream.url, transport: createTransport() });
    const response = await proxy(visit(), { ip: lyon });
    expect(await response.text()).not.toContain('GEOLET_KEY');
    expect(lines).toEqual([
      "502 The visitor-data service refuses the proxy's key (401). Set GEOLET_KEY to a key that the service accepts.",
    ]);
  });

  it('is not there, answers 502', async () => {
    const server = createServer();
    const upstream = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { proxy } = await startProxy({ upstream, transport: createTransport() });
    expect((await proxy(visit(), { ip: lyon })).status).toBe(502);
  });

  it('speaks no HTTP, answers 502', async () => {
    const server = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    onTestFinished(() => void server.close());
    const { proxy } = await startProxy({ upstream: await listen(server), transport: createTransport() });
    expect((await proxy(visit(), { ip: lyon })).status).toBe(502);
  });

  it('sends a compressed bomb, the cap holds', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    const upstream = await startUpstream((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const { proxy } = await startProxy({ upstream: upstream.url, transport: createTransport() });
    expect((await proxy(visit(), { ip: lyon })).status).toBe(502);
  });

  it.each(['hangs', 'stalls'])('%s, its connection is closed', async (fault) => {
    const upstream = await startUpstream(
      (_request, response) => fault === 'stalls' && response.writeHead(200).write('{'),
    );
    const { proxy } = await startProxy({ upstream: upstream.url, transport: createTransport(), timeoutMs });
    await Promise.all(Array.from({ length: 20 }, () => proxy(visit(), { ip: lyon })));
    await expect.poll(upstream.isLetGo, patience).toBe(true);
  });

  it('is slow and the visitor leaves, the request is given up and nothing is logged', async () => {
    const controller = new AbortController();
    const upstream = await startUpstream(() => controller.abort());
    const { proxy, lines } = await startProxy({
      upstream: upstream.url,
      transport: createTransport(),
      timeoutMs: 20_000,
    });
    await proxy(visit({}, { signal: controller.signal }), { ip: lyon });
    await expect.poll(upstream.isLetGo, patience).toBe(true);
    expect(lines).toEqual([]);
  });

  it('is not asked for a visitor who has left already', async () => {
    const upstream = await startUpstream();
    const { proxy } = await startProxy({ upstream: upstream.url, transport: createTransport() });
    await proxy(visit({}, { signal: AbortSignal.abort() }), { ip: lyon });
    expect(upstream.received).toHaveLength(0);
  });
});

it.each([
  ['7', '7'],
  ['1.2', '2'],
  ['0', '1'],
  ['-5', '1'],
  ['86400', '300'],
  ['Wed, 21 Oct 2037 07:28:00 GMT', '60'],
  ['soon', '60'],
  [undefined, '60'],
])('Retry-After of the service %s is passed on as %s', async (retryAfter, passed) => {
  const upstream = await startUpstream(
    answerWith(429, '{}', retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  );
  const { proxy } = await startProxy({ upstream: upstream.url });
  const response = await proxy(visit(), { ip: lyon });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe(passed);
});

describe('a transport', () => {
  it('that never settles and ignores its signal ends at the deadline', async () => {
    const { proxy } = await startProxy({ transport: () => new Promise(() => {}), timeoutMs });
    expect((await proxy(visit(), { ip: lyon })).status).toBe(504);
  });

  it('that throws the key leaks it neither to the visitor nor to the log', async () => {
    const { proxy, lines } = await startProxy({
      transport: () => {
        throw new TypeError(`Bearer ${key}\r\nis no header value\u001b[31m`, { cause: new Error(key) });
      },
    });
    const response = await proxy(visit(), { ip: lyon });
    expect(await response.text()).not.toContain(key);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('[key]');
    expect(lines[0]).not.toMatch(/[\p{Cc}]|canary/u);
  });
});

describe.each(transports.slice(1))('connections through %s', (_, createTransport) => {
  it('are used again', async () => {
    const upstream = await startUpstream();
    const { proxy } = await startProxy({ upstream: upstream.url, transport: createTransport(), cacheSeconds: 0 });
    for (let request = 0; request < 5; request++) await proxy(visit(), { ip: lyon });
    // The pool of undici sends the next request before it has noticed that a connection is free again.
    expect(upstream.connections()).toBeLessThanOrEqual(2);
  });

  it('that the service closes as they are used again cost one more, not an answer', async () => {
    const used = new WeakSet();
    const answer = answerRecord();
    const upstream = await startUpstream((request, response) => {
      if (used.has(request.socket)) request.socket.destroy();
      else answer(request, response);
      used.add(request.socket);
    });
    const { proxy } = await startProxy({ upstream: upstream.url, transport: createTransport(), cacheSeconds: 0 });
    for (let request = 0; request < 5; request++) expect((await proxy(visit(), { ip: lyon })).status).toBe(200);
  });
});

describe('a program on Node', () => {
  /** Whether a transport asks through undici, which announces each request. */
  const asksThroughUndici = async (transport: Transport): Promise<boolean> => {
    let isAnnounced = false;
    const announce = (): void => void (isAnnounced = true);
    subscribe('undici:request:create', announce);
    onTestFinished(() => void unsubscribe('undici:request:create', announce));
    const upstream = await startUpstream();
    const { proxy } = await startProxy({ upstream: upstream.url, transport });
    expect((await proxy(visit(), { ip: lyon })).status).toBe(200);
    return isAnnounced;
  };

  it('asks through undici where it is installed', async () =>
    expect(await asksThroughUndici(await openNodeTransport())).toBe(true));

  it.each([
    ['is not installed', () => Promise.reject(new Error('Cannot find package'))],
    ['is older than 7', async () => ({ Pool: undici.Pool })],
  ])('asks through node:http where undici %s', async (_case, load) =>
    expect(await asksThroughUndici(await openNodeTransport(load))).toBe(false),
  );
});
