import { type Server, type Socket, connect } from 'node:net';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodeServer, createNodeTransport, drain, toNodeListener } from '../../../src/adapters/node/index.ts';
import type { Handler } from '../../../src/proxy/node/listener.ts';
import { type ProxyOptions, createResponder, createProxy } from '../../../src/proxy/proxy.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { key, patience, startUpstream } from './upstream-server.ts';
import { listen, portOf } from '../../support/loopback.ts';

async function serve(handler: Handler) {
  const server = createNodeServer(toNodeListener(handler));
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url, port: portOf(server) };
}

async function startNodeProxy(options: Partial<ProxyOptions> = {}) {
  const upstream = await startUpstream();
  const handler = createResponder({
    upstream: upstream.url,
    key,
    timeoutMs: 20_000,
    log: () => {},
    transport: createNodeTransport(),
    ...options,
  });
  return { upstream, ...(await serve(handler)) };
}

/** Sends bytes as they are and gives all that comes back until the server closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  return received;
}

function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** @returns the lines of JSON that were logged since. */
function watchStandardError() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  return () => log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
}

/** The last request of a raw exchange: answered, then the server closes. */
const last = 'GET /geo HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n';

describe('over a real socket', () => {
  it("a visitor gets a record, and the peer is the socket's", async () => {
    const { url, upstream } = await startNodeProxy();
    const response = await fetch(`${url}/geo`, { headers: { 'x-forwarded-for': '9.9.9.9' } });
    expect(await response.json()).toMatchObject({ deviceType: 'desktop' });
    expect(upstream.received[0]?.headers['x-visitor-ip']).toBe('127.0.0.1');
  });

  it('a middleware that sets each header by itself, as `compression` does, gets a head that it can read', async () => {
    const listener = toNodeListener(() => Promise.resolve(Response.json({ countryCode: 'FR' })));
    const server = createServer((incoming, outgoing) => {
      const writeHead = outgoing.writeHead.bind(outgoing);
      // `on-headers` takes an object, or a list of pairs.
      Object.assign(outgoing, {
        writeHead(status: number, given: Record<string, string> | [string, string][]) {
          const pairs = Array.isArray(given) ? given : Object.entries(given);
          for (const [name, value] of pairs) outgoing.setHeader(name, value);
          return writeHead(status);
        },
      });
      listener(incoming, outgoing);
    });
    onTestFinished(() => void server.close());
    const response = await fetch(`${await listen(server)}/geo`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ countryCode: 'FR' });
  });

  // The rest of them is in test/proxy-conformance.
  it.each(['/static/../geo', '/\\..\\geo', '/./geo', '/geo;x', '/geo#x', '/x/..//geo', '/geo%3Fx', '/%2e/geo'])(
    'the record does not answer at another spelling of its path: %s',
    async (path) => {
      const { port, upstream } = await startNodeProxy();
      const answer = await exchange(port, `${last.replace('/geo', path)}\r\n`);
      expect([statusesOf(answer), upstream.received]).toEqual([[404], []]);
    },
  );

  it('the record answers at its path with a query', async () => {
    const { port } = await startNodeProxy();
    expect(statusesOf(await exchange(port, last.replace('/geo', '/geo?/../x') + '\r\n'))).toEqual([200]);
  });

  it('a server around the proxy may pass another peer, and a Response does as well as a plain answer', async () => {
    const upstream = await startUpstream();
    const proxy = createProxy({ upstream: upstream.url, key });
    const { url } = await serve((request) => proxy(request, { ip: '212.27.48.10' }));
    expect(await (await fetch(`${url}/geo`)).json()).toMatchObject({ city: 'Lyon' });
    expect((await fetch(`${url}/geo`, { method: 'HEAD' })).status).toBe(200);
  });

  it('a connection is kept open for 5 s, and behind servers for longer than they keep theirs', async () => {
    const listener = toNodeListener(() => Promise.resolve(new Response('')));
    for (const [behindServers, keepAlive] of [
      [false, 'timeout=5'],
      [true, 'timeout=65'],
    ] as const) {
      const server = createNodeServer(listener, { behindServers });
      onTestFinished(() => server.closeAllConnections());
      onTestFinished(() => void server.close());
      expect((await fetch(await listen(server))).headers.get('keep-alive')).toBe(keepAlive);
    }
  });

  it('a line end smuggled into a header reaches nobody', async () => {
    const { port, upstream } = await startNodeProxy({ trust: 1 });
    const lines = 'X-Forwarded-For: 81.2.69.142\r\nX-Visitor-IP: 9.9.9.9\r\nUser-Agent: a\u0085b\r\n';
    await exchange(port, `${last}${lines}\r\n`);
    expect(upstream.received[0]?.rawHeaders.filter((text) => text.toLowerCase() === 'x-visitor-ip')).toHaveLength(1);
    expect(upstream.received[0]?.headers).toMatchObject({ 'x-visitor-ip': '81.2.69.142', 'user-agent': 'ab' });
  });

  it.each([
    ['absolute-form of its own', 'GET http://shop.example/geo HTTP/1.1\r\nHost: shop.example\r\n\r\n', 400],
    ['a host that ends its authority', 'GET /geo HTTP/1.1\r\nHost: shop.example/geo?\r\n\r\n', 400],
    ['a host with credentials', 'GET /geo HTTP/1.1\r\nHost: a@evil.example\r\n\r\n', 400],
    ['an empty host', 'GET /geo HTTP/1.1\r\nHost: \r\n\r\n', 400],
    ['a host that is no address', `${last.replace('shop.example', '256.256.256.256')}\r\n`, 400],
    ['a host with a port that is none', `${last.replace('shop.example', 'shop.example:70000')}\r\n`, 400],
    ['a body', `${last}Content-Length: 2\r\n\r\n{}`, 400],
    ['a chunked body', `${last}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
    ['a body it asks leave for', `${last}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`, 400],
    ['length and chunks', `${last}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['a coding that nobody knows', `${last}Transfer-Encoding: gzip\r\n\r\n`, 400],
    ['a second host', `${last}Host: evil.example\r\n\r\n`, 400],
    ['no host', 'GET /geo HTTP/1.1\r\n\r\n', 400],
    ['asterisk-form', 'OPTIONS * HTTP/1.1\r\nHost: shop.example\r\n\r\n', 400],
    ['a bad method', 'G@T /geo HTTP/1.1\r\nHost: shop.example\r\n\r\n', 400],
    ['TRACE', `${last.replace('GET', 'TRACE')}\r\n`, 405],
    ['headers too large', `${last}X-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
    ['a double slash', `${last.replace('/geo', '//evil.example/geo')}\r\n`, 404],
  ])('%s is answered in the error shape and asks nobody', async (_, bytes, status) => {
    const { port, upstream } = await startNodeProxy();
    const answer = await exchange(port, bytes);
    expect([statusesOf(answer), upstream.received]).toEqual([[status], []]);
    expect(answer).toContain('cdn-cache-control: no-store');
    const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toEqual({ status, message: expect.any(String), description: expect.any(String) });
  });

  it.each([
    ['no length', ''],
    ['a length of 0', 'Content-Length: 0\r\n'],
    ['an expectation nobody knows', 'Expect: tea\r\n'],
  ])('a request with %s is answered', async (_, header) => {
    const { port } = await startNodeProxy();
    expect(statusesOf(await exchange(port, `${last}${header}\r\n`))).toEqual([200]);
  });

  it('a visitor who leaves ends the request to the service', async () => {
    const left = new AbortController();
    const upstream = await startUpstream(() => left.abort());
    const { url } = await serve(
      createResponder({ upstream: upstream.url, key, timeoutMs: 20_000, transport: createNodeTransport() }),
    );
    await expect(fetch(`${url}/geo`, { signal: left.signal })).rejects.toThrow();
    await expect.poll(upstream.isLetGo, patience).toBe(true);
  });

  it('a handler that fails is a plain 500 and the server lives on', async () => {
    const lines = watchStandardError();
    let broken = true;
    const { url } = await serve(() =>
      broken ? Promise.reject(new Error('secret')) : Promise.resolve(new Response('fine')),
    );
    const response = await fetch(url);
    expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false]);
    expect(lines()).toEqual([
      { time: expect.any(String), level: 'error', message: expect.stringMatching(/^500 Error: secret\n/) },
    ]);
    broken = false;
    expect((await fetch(url)).status).toBe(200);
  });

  /** Takes the one connection that the server may have. */
  async function fill(server: Server) {
    server.maxConnections = 1;
    const first = connect(portOf(server), '127.0.0.1');
    onTestFinished(() => void first.destroy());
    await new Promise((resolve) => first.on('connect', resolve));
  }
  const message = expect.stringMatching(/^1 connections are open, and more are refused\. If /);

  it('says once a minute that connections are refused, and what to do', async () => {
    const lines = watchStandardError();
    const { server, url } = await startNodeProxy();
    await fill(server);
    for (let times = 0; times < 3; times++) await expect(fetch(url)).rejects.toThrow();
    expect(lines()).toEqual([{ time: expect.any(String), level: 'error', message }]);
  });

  it('says so to the log of an owner who has one, and to nobody else', async () => {
    const lines = watchStandardError();
    const log = vi.fn<(message: string, level: string) => void>();
    const server = createNodeServer(() => {}, { log });
    const url = await listen(server);
    onTestFinished(() => void server.close());
    await fill(server);
    await expect(fetch(url)).rejects.toThrow();
    expect(log.mock.calls).toEqual([[message, 'error']]);
    expect(lines()).toEqual([]);
  });

  it('has every limit set', async () => {
    const { server } = await startNodeProxy();
    expect(server).toMatchObject({
      headersTimeout: 5000,
      requestTimeout: 10_000,
      timeout: 60_000,
      keepAliveTimeout: 5000,
      maxConnections: 10_000,
    });
  });
});

/** A server whose answers wait until they are released. */
async function startHeld() {
  const held: Array<() => void> = [];
  const served = await serve(async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return new Response('done');
  });
  const arrivals = (count: number) => expect.poll(() => held.length, patience).toBe(count);
  return { ...served, held, arrivals };
}

describe('whether more requests should come', () => {
  it.each([
    ['GET', '/geolet-ready', '{"status":"ready","isStopping":false}'],
    ['GET', '/geolet-ready?probe=1', '{"status":"ready","isStopping":false}'],
    ['HEAD', '/geolet-ready', ''],
  ])('%s %s says, and asks nobody', async (method, path, body) => {
    const { url, upstream } = await startNodeProxy({ limit: 1 });
    for (const _ of [1, 2, 3]) {
      const response = await fetch(url + path, { method });
      const said = [response.status, await response.text(), response.headers.get('cache-control')];
      expect(said).toEqual([200, body, 'no-store']);
    }
    expect(upstream.received).toHaveLength(0);
  });

  it('is told to who asks without a host, as some load balancers do', async () => {
    const { port } = await startNodeProxy();
    expect(statusesOf(await exchange(port, 'GET /geolet-ready HTTP/1.0\r\n\r\n'))).toEqual([200]);
  });

  it.each([
    ['POST', '/geolet-ready'],
    ['GET', '/geolet-ready/'],
    ['GET', '/geolet-readyy'],
  ])('%s %s is nothing of the kind', async (method, path) => {
    const { url } = await startNodeProxy();
    expect((await fetch(url + path, { method })).status).toBe(404);
  });
});

describe('drain', () => {
  it('goes on for as long as it is told to, says that it is not ready, and makes each answer the last of its connection', async () => {
    const { server, url, held, arrivals } = await startHeld();
    expect((await fetch(`${url}/geolet-ready`)).headers.get('connection')).toBe('keep-alive');
    const begun = performance.now();
    const drained = drain(server, 3000);
    const ready = await fetch(`${url}/geolet-ready`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect(await ready.json()).toEqual({ status: 'not ready', isStopping: true });
    const late = fetch(url);
    await arrivals(1);
    held[0]?.();
    expect([(await late).status, (await late).headers.get('connection')]).toEqual([200, 'close']);
    await drained;
    expect(performance.now() - begun).toBeGreaterThan(2990);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('lets answers under way finish and takes no new connection', async () => {
    const { server, url, held, arrivals } = await startHeld();
    const underWay = fetch(url);
    await arrivals(1);
    const drained = drain(server);
    await expect(fetch(url)).rejects.toThrow();
    const begun = performance.now();
    held[0]?.();
    expect(await (await underWay).text()).toBe('done');
    await drained;
    expect(performance.now() - begun).toBeLessThan(server.keepAliveTimeout / 2);
  });

  it.each([
    ['drain', drain],
    ["Node's own close()", (server: Server) => new Promise((resolve) => server.close(resolve))],
  ])('%s tells a connection whose request arrives late that it is the last', async (_name, end) => {
    const { server, port } = await serve(() => Promise.resolve(new Response('done')));
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    const received = new Promise<string>((resolve) => socket.once('data', resolve));
    const beginning = 'GET / HTTP/1.1\r\nHost: ';
    socket.write(beginning);
    const serverSide = await connected;
    await expect.poll(() => serverSide.bytesRead, patience).toBe(beginning.length);
    const ended = end(server);
    socket.write('shop.example\r\n\r\n');
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n/is);
    await ended;
  });

  it('does not wait for connections that are kept open and idle', async () => {
    const { server, url, held, arrivals } = await startHeld();
    const first = fetch(url);
    await arrivals(1);
    held[0]?.();
    await (await first).text();
    const begun = performance.now();
    await drain(server);
    expect(performance.now() - begun).toBeLessThan(server.keepAliveTimeout / 2);
  });
});

it('a service whose certificate nobody signed is not sent the key', async () => {
  let asked = 0;
  const server = createTlsServer(selfSigned, () => asked++);
  const { port } = new URL(await listen(server));
  onTestFinished(() => void server.close());
  const { url } = await startNodeProxy({ upstream: `https://localhost:${port}` });
  expect((await fetch(`${url}/geo`)).status).toBe(502);
  expect(asked).toBe(0);
});
