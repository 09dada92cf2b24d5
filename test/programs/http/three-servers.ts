import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { Limits } from '../../../src/http/limits.ts';
import {
  createNodeServer,
  createNodeTransport,
  createPagesListener,
  drain,
  toNodeListener,
} from '../../../src/adapters/node/index.ts';
import type { PlainResponse } from '../../../src/proxy/request/plain-response.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { defaultConfiguration } from '../../../src/service/configuration.ts';
import { openLimiters } from '../../../src/service/limits/open-limiters.ts';
import { listen as listenService } from '../../../src/service/node.ts';
import { createService } from '../../../src/service/service.ts';
import { listen, portOf } from '../../support/loopback.ts';
import { answerRecord, key, patience, startUpstream } from '../../unit/proxy/upstream-server.ts';
import { startService } from '../../unit/service/running-service.ts';
import { openRaw } from './raw-client.ts';

/** One of the servers, and what it was made to do. */
export interface RunningServer {
  readonly port: number;
  /** IDs of the requests that were executed. */
  readonly executed: readonly string[];
  /** A request that is answered with 200. */
  readonly read: (id?: string, lines?: string) => string;
  /** A request that changes something, where there is something to change. */
  readonly change: (id: string) => string;
  /** The path of a response of `bigBytes`. */
  readonly bigPath: string;
  /** Requests that come from now on are executed, and get their responses after the call of what it returns. */
  readonly hold: () => () => void;
  /** The server's ends of its connections. */
  readonly sockets: readonly Socket[];
  readonly drain: () => Promise<void>;
}

export const bigBytes = 30_000_000;
const big = 'x'.repeat(bigBytes);

export const servers: readonly (readonly [
  name: string,
  start: (limits?: Partial<Limits>) => Promise<RunningServer>,
])[] = [
  ['service', startTestService],
  ['proxy', startProxy],
  ['pages', startPages],
];

/** A client that has sent a read and a change at once, and the read is held: nobody gets a response until `release`. */
export async function holdFirst(server: RunningServer, options?: { readonly allowHalfOpen: boolean }) {
  const release = server.hold();
  const client = openRaw(server.port, server.read('first') + server.change('second'), options);
  await expect.poll(() => server.executed, patience).toEqual(['first']);
  return { release, client };
}

/** What a server executes, and the gate at which its requests wait. */
function createWork() {
  const executed: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const begin = (id: string | undefined): Promise<void> => {
    if (id !== undefined) executed.push(id);
    return gate;
  };
  const hold = (): (() => void) => {
    let release = (): void => {};
    gate = new Promise((resolve) => (release = resolve));
    onTestFinished(() => release());
    return release;
  };
  return { begin, executed, hold };
}

function idIn({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** @param lines more header lines, each with its end. */
export function request(method: string, path: string, id?: string, lines = ''): string {
  const idLine = id === undefined ? '' : `X-Request-Id: ${id}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\n${idLine}${lines}\r\n`;
}

async function startTestService(limits: Partial<Limits> = {}): Promise<RunningServer> {
  const { begin, ...work } = createWork();
  const running = await startService();
  const { geo, store } = running.service;
  const service = createService({
    geo,
    store,
    limiters: await openLimiters({ ...defaultConfiguration, keyLimit: { requests: 100_000, seconds: 60 } }),
    trustedProxies: [],
  });
  const handle: typeof service.handle = async (asked) => {
    await begin(asked.headers.get('x-request-id') ?? undefined);
    return asked.path === '/big' ? { status: 200, headers: {}, body: big } : service.handle(asked);
  };
  const server = await listenService({ ...service, handle }, { host: '127.0.0.1', port: 0, limits });
  onTestFinished(() => server.close(0));
  const authorization = `Authorization: Bearer ${running.key}\r\n`;
  return {
    ...work,
    ...watched(Number(new URL(server.url).port)),
    read: (id, lines = '') =>
      request('GET', '/beta/api/get-visitor-data', id, `${authorization}X-Visitor-IP: 212.27.48.10\r\n${lines}`),
    change: (id) => request('DELETE', '/beta/api/delete-website/site-1', id, authorization),
    bigPath: '/big',
    drain: () => server.close(),
  };
}

async function startProxy(limits: Partial<Limits> = {}): Promise<RunningServer> {
  const { begin, ...work } = createWork();
  const upstream = await startUpstream(
    (asked, response) => void begin(idIn(asked.headers)).then(() => answerRecord()(asked, response)),
  );
  const respond = createResponder(optionsFor(upstream.url));
  const listener = toNodeListener(async (asked, peer) => {
    if (!asked.url.endsWith('/big')) return respond(asked, peer);
    await begin(undefined);
    return { status: 200, headers: {}, body: big } satisfies PlainResponse;
  });
  const read = (id?: string, lines?: string) => request('GET', '/geo', id, lines);
  return {
    ...work,
    ...(await startNodeServer(listener, { limits })),
    read,
    // The proxy changes nothing: what it must not do is ask.
    change: read,
    bigPath: '/big',
  };
}

async function startPages(limits: Partial<Limits> = {}): Promise<RunningServer> {
  const { begin, ...work } = createWork();
  const upstream = await startUpstream();
  const pages = await startUpstream((asked, response) => {
    const id = idIn(asked.headers);
    const isRead = asked.url === '/early' ? undefined : once(asked.resume(), 'end');
    const send = (): void => {
      if (asked.url === '/misdirected') response.statusCode = 421;
      response.setHeader('content-type', 'text/plain');
      if (id !== undefined) response.setHeader('x-request-id', id);
      response.end(asked.url === '/big' ? big : 'page');
    };
    // An upload that breaks off has no response.
    Promise.all([begin(id), isRead]).then(send, () => undefined);
  });
  const listener = createPagesListener(optionsFor(upstream.url), { origin: pages.url, hosts: ['shop.example'] });
  return {
    ...work,
    ...(await startNodeServer(listener, { limits, bodies: true })),
    read: (id, lines) => request('GET', '/page', id, lines),
    change: (id) => `${request('POST', '/order', id, 'Content-Length: 2\r\n')}ok`,
    bigPath: '/big',
  };
}

function optionsFor(upstream: string) {
  const transport = createNodeTransport();
  return { upstream, key, limit: 0, cacheSeconds: 0, timeoutMs: 20_000, log: () => {}, transport };
}

async function startNodeServer(listener: RequestListener, options: { limits: Partial<Limits>; bodies?: boolean }) {
  const server = createNodeServer(listener, options);
  await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...watched(portOf(server)), drain: () => drain(server) };
}

function watched(port: number): { readonly port: number; readonly sockets: readonly Socket[] } {
  const sockets: Socket[] = [];
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort === port) sockets.push(socket);
  };
  channel('net.server.socket').subscribe(note);
  onTestFinished(() => {
    channel('net.server.socket').unsubscribe(note);
  });
  return { port, sockets };
}
