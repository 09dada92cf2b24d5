import { get, type IncomingMessage, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createNodeServer,
  createNodeTransport,
  createPagesListener,
  toNodeListener,
} from '../../../src/adapters/node/index.ts';
import { createResponder, type ProxyOptions } from '../../../src/proxy/proxy.ts';
import { defaultConfiguration } from '../../../src/service/configuration.ts';
import { openLimiters } from '../../../src/service/limits/open-limiters.ts';
import { listen as listenService } from '../../../src/service/node.ts';
import { createService } from '../../../src/service/service.ts';
import { listen } from '../../support/loopback.ts';
import { key, startUpstream } from '../proxy/upstream-server.ts';
import { startService } from '../service/running-service.ts';
import {
  exchangeAll,
  type Outcome,
  type RawConnection,
  rawConnections,
  statusesOf,
  faultsOf,
} from './raw-connections.ts';

/** `GEOLET_SEED=… npx vitest run test/unit/fuzz` draws others. */
const seed = Number(process.env['GEOLET_SEED']) || 20_261_123;
/** Connections for each server; some 1,200 requests. */
const count = 500;

const idOf = ({ headers }: IncomingMessage): string | undefined =>
  typeof headers['x-request-id'] === 'string' ? headers['x-request-id'] : undefined;

/** A good request on a new connection: when it is answered, connections that were there before have been read. */
const ask = (url: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url + path, { agent: false, headers }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    ).on('error', reject);
  });

/** Sends connections to a server, and asks as many times as one has requests, and once more, for them to be read. */
async function exchange(url: string, path: string, connections: readonly RawConnection[]) {
  const settle = async () => {
    for (let time = 0; time < 5; time++) await ask(url, path);
  };
  return exchangeAll(Number(new URL(url).port), connections, settle);
}

/** The server of the proxy, and the errors that it has logged. */
async function startNode(makeListener: (options: ProxyOptions) => RequestListener, upstream: string, bodies = false) {
  const errors: string[] = [];
  const log = (line: string, level: string) => void (level === 'error' && errors.push(line));
  const options = { upstream, key, limit: 0, timeoutMs: 20_000, log };
  const server = createNodeServer(makeListener(options), { bodies, log });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: await listen(server), errors };
}

function expectGood(
  outcomes: readonly Outcome[],
  documented: readonly number[],
  carriedOut: readonly (string | undefined)[],
): void {
  const wrong = outcomes.flatMap((outcome) => {
    const undocumented = statusesOf(outcome).filter((status) => !documented.includes(status));
    const saysKey = /canary/.test(outcome.received) && !outcome.bytes.includes('canary');
    const faults = [...undocumented.map((status) => `answered ${status}`), ...faultsOf(outcome, carriedOut)];
    const sent = JSON.stringify(outcome.bytes.toString('latin1').slice(0, 600));
    return [...faults, ...(saysKey ? ['said the key'] : [])].map((fault) => `${fault}: ${sent}`);
  });
  expect(wrong, `with GEOLET_SEED=${seed}`).toEqual([]);
  expect(outcomes.flatMap(statusesOf).length).toBeGreaterThan(count / 2);
}

describe('raw bytes', () => {
  it('get documented answers of the proxy, about the address of their socket alone, and nothing is carried out unheard', async () => {
    const upstream = await startUpstream();
    const { url, errors } = await startNode(
      (options) => toNodeListener(createResponder({ ...options, cacheSeconds: 0, transport: createNodeTransport() })),
      upstream.url,
    );
    const connections = rawConnections(count, seed, ['/geo', '/geo?x=1', '/geolet-ready', '/geolet.js']);
    const outcomes = await exchange(url, '/geo', connections);
    expectGood(outcomes, [100, 200, 204, 304, 400, 403, 404, 405, 408, 413, 417, 431], upstream.received.map(idOf));
    expect(new Set(upstream.received.map(({ headers }) => headers['x-visitor-ip']))).toEqual(new Set(['127.0.0.1']));
    expect(errors).toEqual([]);
    expect(await ask(url, '/geo')).toBe(200);
  }, 180_000);

  it('get documented answers in front of pages, and the pages’ server carries out nothing unheard', async () => {
    const upstream = await startUpstream();
    const pages = await startUpstream((request, response) => {
      request.resume();
      const id = idOf(request);
      response
        .writeHead(200, { 'content-type': 'text/plain', ...(id !== undefined && { 'x-request-id': id }) })
        .end('page');
    });
    const listener = (options: ProxyOptions) => createPagesListener(options, { origin: pages.url });
    const { url, errors } = await startNode(listener, upstream.url, true);
    const outcomes = await exchange(url, '/page', rawConnections(count, seed, ['/page', '/buy', '/geo']));
    expectGood(outcomes, [100, 200, 204, 304, 400, 403, 404, 405, 408, 413, 417, 431, 502], pages.received.map(idOf));
    expect(pages.received.flatMap(({ headers }) => headers['x-forwarded-for'] ?? [])).not.toContainEqual(
      expect.stringContaining('9.9.9.9'),
    );
    expect(errors.filter((line) => !line.startsWith('502'))).toEqual([]);
    expect(await ask(url, '/page')).toBe(200);
  }, 180_000);

  it('get documented answers of the service, and delete nothing unheard', async () => {
    const running = await startService();
    const carriedOut: string[] = [];
    const { geo, store } = running.service;
    const limiters = await openLimiters(defaultConfiguration);
    const service = createService({ geo, store, limiters, trustedProxies: [] });
    const handle: typeof service.handle = (request) => {
      carriedOut.push(request.id);
      return service.handle(request);
    };
    const server = await listenService({ ...service, handle }, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close(0));
    const authorization = `Bearer ${running.key}`;
    const visitorData = '/beta/api/get-visitor-data';
    const deletions = ['/beta/api/delete-website/site-1', '/beta/api/delete-website/site-2'];
    const secrets = Array<string>(3).fill(`Authorization: ${authorization}`);
    const connections = rawConnections(count, seed, [visitorData, ...deletions, '/ready'], secrets);
    const outcomes = await exchange(server.url, '/health', connections);
    expectGood(outcomes, [100, 200, 400, 401, 404, 405, 408, 413, 417, 429, 431], carriedOut);
    expect(await ask(server.url, visitorData, { authorization, 'x-visitor-ip': '212.27.48.10' })).toBe(200);
  }, 180_000);
});
