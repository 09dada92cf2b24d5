import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type RequestListener, type ServerResponse, createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as undici from 'undici';
import { createNodeTransport, openNodeTransport } from '../../../src/adapters/node/index.ts';
import { createUndiciTransport } from '../../../src/proxy/node/undici-transport.ts';
import { createFetchTransport, type Transport } from '../../../src/proxy/record/transport.ts';
import { answerRecord, key, patience } from './upstream-server.ts';
import { lyon, startProxy } from './visitor.ts';
import { listen } from '../../support/loopback.ts';

/** For what never ends; everything else has time. */
const timeoutMs = 80;

const transports: ReadonlyArray<readonly [string, () => Transport]> = [
  ['fetch', () => createFetchTransport()],
  ['node:http', createNodeTransport],
  ['undici', () => createUndiciTransport(undici)],
];

function answerWith(
  status: number,
  body: string | Buffer = '{}',
  headers: Record<string, string> = {},
): RequestListener {
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
    ['sends HTML', answerWith(200, '<!doctype html>', { 'content-type': 'text/html' }), 502, /not a JSON object/],
    ['sends nothing', answerWith(200, ''), 502, /not a JSON object/],
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
    ['answers 401', answerWith(401, '{}', { 'www-authenticate': 'Bearer' }), 502, /refuses the proxy's key \(401\)/],
    ['answers 500', answerWith(500, `{"stack":"at ${key}"}`), 502, /status 500/],
  ];

function pour(response: ServerResponse): void {
  response.once('drain', () => pour(response));
  while (!response.destroyed && response.write(' '.repeat(65_536)));
}

describe.each(transports)('through %s, when the service', (_, createTransport) => {
  it.each(faults)('%s', async (_fault, listener, status, description) => {
    const limits = status === 504 && { timeoutMs };
    const { ask, lines, upstream } = await startProxy({ transport: createTransport(), ...limits }, listener);
    const response = await ask();
    const said = { status, message: expect.any(String), description: expect.stringMatching(description) };
    expect([response.status, await response.json()]).toEqual([status, said]);
    expect([response.headers.get('www-authenticate'), response.headers.get('location')]).toEqual([null, null]);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${status} `))]);
    expect(lines[0]).not.toContain(lyon);
    // A busy machine may not have sent it yet when time is up; it is never sent twice.
    expect(upstream.received.length).toBeLessThanOrEqual(1);
  });

  it('is not there, answers 502', async () => {
    const server = createServer();
    const upstream = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { ask } = await startProxy({ upstream, transport: createTransport() });
    expect((await ask()).status).toBe(502);
  });

  it('speaks no HTTP, answers 502', async () => {
    const server = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    onTestFinished(() => void server.close());
    const { ask } = await startProxy({ upstream: await listen(server), transport: createTransport() });
    expect((await ask()).status).toBe(502);
  });

  it('sends a compressed bomb, the cap holds', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    const { ask } = await startProxy(
      { transport: createTransport() },
      answerWith(200, bomb, { 'content-encoding': 'gzip' }),
    );
    expect((await ask()).status).toBe(502);
  });

  it.each(['hangs', 'stalls'])('%s, its connection is closed', async (fault) => {
    const { ask, upstream } = await startProxy(
      { transport: createTransport(), timeoutMs },
      (_request, response) => fault === 'stalls' && response.writeHead(200).write('{'),
    );
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    await expect.poll(upstream.isLetGo, patience).toBe(true);
  });

  it('is slow and the visitor leaves, the request is given up and nothing is logged', async () => {
    const controller = new AbortController();
    const { ask, lines, upstream } = await startProxy({ transport: createTransport() }, () => controller.abort());
    await ask({}, { signal: controller.signal });
    await expect.poll(upstream.isLetGo, patience).toBe(true);
    expect(lines).toEqual([]);
  });

  it('is not asked for a visitor who has left already', async () => {
    const { ask, upstream } = await startProxy({ transport: createTransport() });
    await ask({}, { signal: AbortSignal.abort() });
    expect(upstream.received).toHaveLength(0);
  });
});

it('the fix of a failure is for the log, and the visitor does not get it', async () => {
  const { ask, lines } = await startProxy({}, answerWith(401));
  expect(await (await ask()).text()).not.toContain('GEOLET_KEY');
  expect(lines).toEqual([
    "502 The visitor-data service refuses the proxy's key (401). Set GEOLET_KEY to a key that the service accepts.",
  ]);
});

describe('a transport', () => {
  it('that never settles and ignores its signal ends at the deadline', async () => {
    const { ask } = await startProxy({ transport: () => new Promise(() => {}), timeoutMs });
    expect((await ask()).status).toBe(504);
  });

  it('that throws the key leaks it neither to the visitor nor to the log', async () => {
    const { ask, lines } = await startProxy({
      transport: () => {
        throw new TypeError(`Bearer ${key}\r\nis no header value\u001b[31m`, { cause: new Error(key) });
      },
    });
    expect(await (await ask()).text()).not.toContain(key);
    expect(lines).toEqual([expect.stringContaining('[key]')]);
    expect(lines[0]).not.toMatch(/[\p{Cc}]|canary/u);
  });
});

describe.each(transports.slice(1))('connections through %s', (_, createTransport) => {
  it('are used again', async () => {
    const { ask, upstream } = await startProxy({ transport: createTransport(), cacheSeconds: 0 });
    for (let request = 0; request < 5; request++) await ask();
    // The pool of undici sends the next request before it has noticed that a connection is free again.
    expect(upstream.connections()).toBeLessThanOrEqual(2);
  });

  it('that the service closes as they are used again cost one more, not an answer', async () => {
    const used = new WeakSet();
    const answer = answerRecord();
    const { ask } = await startProxy({ transport: createTransport(), cacheSeconds: 0 }, (request, response) => {
      if (used.has(request.socket)) request.socket.destroy();
      else answer(request, response);
      used.add(request.socket);
    });
    for (let request = 0; request < 5; request++) expect((await ask()).status).toBe(200);
  });
});

describe('a program on Node', () => {
  /** Whether a transport asks through undici, which announces each request. */
  const asksThroughUndici = async (transport: Transport): Promise<boolean> => {
    let isAnnounced = false;
    const announce = (): void => void (isAnnounced = true);
    subscribe('undici:request:create', announce);
    onTestFinished(() => void unsubscribe('undici:request:create', announce));
    const { ask } = await startProxy({ transport });
    expect((await ask()).status).toBe(200);
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
