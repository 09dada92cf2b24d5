import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGeolet, type Geolet } from '../../src/pages/server/index.ts';
import { startServer } from '../support/start-server.ts';
import { lyon } from './edge.ts';
import { express, fastify, Hono } from './packages.ts';
import { key } from './start-worker.ts';

const page =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><p data-geo-text="{city}">you</p>é</body></html>';

const written = '<p data-geo-text="{city}">Lyon<template data-geolet-was>you</template></p>é</body></html>';

async function start(): Promise<Geolet> {
  const upstream = await startServer((_request, response) => response.end(JSON.stringify(lyon)));
  return createGeolet({ upstream, key, trust: 1, timeoutMs: 20_000, pages: { budgetMs: 10_000 } });
}

type Ask = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

const visitor = { accept: 'text/html', 'x-forwarded-for': '212.27.48.10' };

const askAt =
  (url: string): Ask =>
  (path, headers = {}) =>
    fetch(url + path, { headers: { ...visitor, ...headers } });

/** As `docs/frameworks.md` shows them. */
const hosts: ReadonlyArray<readonly [host: string, serve: (geolet: Geolet) => Promise<Ask>]> = [
  [
    'Express',
    async (geolet) => {
      const app = express();
      app.use(geolet.middleware);
      app.get('/', (_, response) => response.send(page));
      app.get('/data', (_, response) => {
        response.type('json');
        response.send('{}');
      });
      return askAt(await startServer(app));
    },
  ],
  [
    'Fastify',
    async (geolet) => {
      const app = fastify();
      app.addHook('onRequest', (request, reply, done) => geolet.middleware(request.raw, reply.raw, done));
      app.get('/', (_, reply) => {
        reply.type('text/html; charset=utf-8');
        return Promise.resolve(page);
      });
      app.get('/stream', (_, reply) => {
        reply.type('text/html; charset=utf-8');
        return Promise.resolve(Readable.from(Array.from(Buffer.from(page), (byte) => Buffer.from([byte]))));
      });
      app.get('/data', () => Promise.resolve({}));
      onTestFinished(() => app.close());
      return askAt(await app.listen({ port: 0, host: '127.0.0.1' }));
    },
  ],
  [
    'Hono',
    (geolet) => {
      const app = new Hono();
      app.use(async (context, next) => {
        const response = await geolet.handle(context.req.raw, { ip: '127.0.0.1' }, async () => {
          await next();
          return context.res;
        });
        context.res = undefined;
        context.res = response;
      });
      app.get('/', (context) => context.html(page));
      app.get('/data', () => Response.json({}));
      return Promise.resolve((path, headers = {}) =>
        app.fetch(new Request(`https://shop.example${path}`, { headers: { ...visitor, ...headers } })),
      );
    },
  ],
];

describe.each(hosts)('a server made with %s', (host, serve) => {
  it('sends pages written for their visitor', async () => {
    const ask = await serve(await start());
    for (const path of host === 'Fastify' ? ['/', '/stream'] : ['/']) {
      const response = await ask(path);
      expect(await response.text()).toContain(written);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('etag')).toBeNull();
    }
  });

  it('answers for the record by itself, and leaves the rest alone', async () => {
    const ask = await serve(await start());
    expect(await (await ask('/geo')).json()).toMatchObject({ city: 'Lyon' });
    expect(await (await ask('/data')).json()).toEqual({});
    expect(await (await ask('/', { 'sec-fetch-dest': 'empty' })).text()).toBe(page);
  });
});
