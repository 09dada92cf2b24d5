import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createNodeServer,
  createNodeTransport,
  createPagesListener,
  toNodeListener,
} from '../../../src/adapters/node/index.ts';
import { createResponder } from '../../../src/proxy/proxy.ts';
import { defaultConfiguration } from '../../../src/service/configuration.ts';
import { openLimiters } from '../../../src/service/limits/open-limiters.ts';
import { listen as listenService } from '../../../src/service/node.ts';
import { createService } from '../../../src/service/service.ts';
import { listen, portOf } from '../../support/loopback.ts';
import { key, startUpstream } from '../proxy/upstream-server.ts';
import { startService } from '../service/running-service.ts';
import { exchangeAll, type Outcome, rawConnections, statusesOf, faultsOf } from './raw-connections.ts';

/** `GEOLET_SEED=… npx vitest run test/unit/fuzz` draws others. */
const seed = Number(process.env['GEOLET_SEED']) || 20_261_123;
/** Connections for each server; some 1,200 requests. */
const count = 500;

const idOf = ({ headers }: IncomingMessage): string | undefined =>
  typeof headers['x-request-id'] === 'string' ? headers['x-request-id'] : undefined;

/** A good request on a new connection: when it is answered, connections that were there before have been read. */
function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url + path, { agent: false, headers }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    ).on('error', reject);
  });
}

/** As many times as a connection has requests, and once more. */
async function askOften(url: string, path: string): Promise<void> {
  for (let time = 0; time < 5; time++) await ask(url, path);
}

function expectGood(
  outcomes: readonly Outcome[],
  documented: readonly number[],
  carriedOut: readonly (string | undefined)[],
): void {
  const wrong = outcomes.flatMap((outcome) => {
    const faults = [
      ...statusesOf(outcome)
        .filter((status) => !documented.includes(status))
        .map((status) => `answered ${status}`),
      ...faultsOf(outcome, carriedOut),
      ...(/canary/.test(outcome.received) && !outcome.bytes.includes('canary') ? ['said the key'] : []),
    ];
    return faults.map((fault) => `${fault}: ${JSON.stringify(outcome.bytes.toString('latin1').slice(0, 600))}`);
  });
  expect(wrong, `with GEOLET_SEED=${seed}`).toEqual([]);
  expect(outcomes.flatMap(statusesOf).length).toBeGreaterThan(count / 2);
}

describe('raw bytes', () => {
  it('get documented answers of the proxy, about the address of their socket alone, and nothing is carried out unheard', async () => {
    const upstream = await startUpstream();
    const lines: string[] = [];
    const options = {
      upstream: upstream.url,
      key,
      limit: 0,
      cacheSeconds: 0,
      timeoutMs: 20_000,
      log: (line: string, level: string) => void (level === 'error' && lines.push(line)),
      transport: createNodeTransport(),
    };
    const server = createNodeServer(toNodeListener(createResponder(options)), { log: options.log });
    const url = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const settle = () => askOften(url, '/geo');
    const outcomes = await exchangeAll(
      portOf(server),
      rawConnections(count, seed, ['/geo', '/geo?x=1', '/geolet-ready', '/geolet.js']),
      settle,
    );
    expectGood(outcomes, [100, 200, 204, 304, 400, 403, 404, 405, 408, 413, 417, 431], upstream.received.map(idOf));
    expect(new Set(upstream.received.map(({ headers }) => headers['x-visitor-ip']))).toEqual(new Set(['127.0.0.1']));
    expect(lines).toEqual([]);
    expect(await ask(url, '/geo')).toBe(200);
  }, 180_000);

  it('get documented answers in front of pages, and the pages’ server carries out nothing unheard', async () => {
    const upstream = await startUpstream();
    const pages = await startUpstream((request, response) => {
      request.resume();
      response
        .writeHead(200, {
          'content-type': 'text/plain',
          ...(idOf(request) !== undefined && { 'x-request-id': idOf(request) }),
        })
        .end('page');
    });
    const lines: string[] = [];
    const options = {
      upstream: upstream.url,
      key,
      limit: 0,
      timeoutMs: 20_000,
      log: (line: string, level: string) => void (level === 'error' && lines.push(line)),
    };
    const server = createNodeServer(createPagesListener(options, { origin: pages.url }), {
      bodies: true,
      log: options.log,
    });
    const url = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const settle = () => askOften(url, '/page');
    const outcomes = await exchangeAll(portOf(server), rawConnections(count, seed, ['/page', '/buy', '/geo']), settle);
    expectGood(outcomes, [100, 200, 204, 304, 400, 403, 404, 405, 408, 413, 417, 431, 502], pages.received.map(idOf));
    expect(pages.received.flatMap(({ headers }) => headers['x-forwarded-for'] ?? [])).not.toContainEqual(
      expect.stringContaining('9.9.9.9'),
    );
    expect(lines.filter((line) => !line.startsWith('502'))).toEqual([]);
    expect(await ask(url, '/page')).toBe(200);
  }, 180_000);

  it('get documented answers of the service, and delete nothing unheard', async () => {
    const running = await startService();
    const carriedOut: string[] = [];
    const service = createService({
      geo: running.service.geo,
      store: running.service.store,
      limiters: await openLimiters(defaultConfiguration),
      trustedProxies: [],
    });
    const handle: typeof service.handle = (request) => {
      carriedOut.push(request.id);
      return service.handle(request);
    };
    const server = await listenService({ ...service, handle }, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close(0));
    const authorization = `Authorization: Bearer ${running.key}`;
    const targets = [
      '/beta/api/get-visitor-data',
      '/beta/api/delete-website/site-1',
      '/beta/api/delete-website/site-2',
      '/ready',
    ];
    const settle = () => askOften(server.url, '/health');
    const outcomes = await exchangeAll(
      Number(new URL(server.url).port),
      rawConnections(count, seed, targets, [authorization, authorization, authorization]),
      settle,
    );
    expectGood(outcomes, [100, 200, 400, 401, 404, 405, 408, 413, 417, 429, 431], carriedOut);
    expect(
      await ask(server.url, '/beta/api/get-visitor-data', {
        authorization: authorization.slice('Authorization: '.length),
        'x-visitor-ip': '212.27.48.10',
      }),
    ).toBe(200);
  }, 180_000);
});
