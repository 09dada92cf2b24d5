import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeTransport, toNodeListener } from '../../src/adapters/node/index.ts';
import { createResponder } from '../../src/proxy/proxy.ts';
import { startServer } from '../support/start-server.ts';
import { express, fastify } from './packages.ts';
import { key } from './start-worker.ts';

/** The proxy as an owner's server has it, in front of a service that describes whom it is asked about. */
async function createListener(): Promise<RequestListener> {
  const upstream = await startServer((request, response) =>
    response.end(JSON.stringify({ IP: request.headers['x-visitor-ip'], city: 'Lyon' })),
  );
  const bodies: Readonly<Record<string, string>> = { 'geolet.js': '/* widget */', 'geolet-flags/fr.svg': '<svg/>' };
  const files = (name: string) =>
    Promise.resolve(name in bodies ? { body: new TextEncoder().encode(bodies[name]), etag: '"1"' } : undefined);
  return toNodeListener(
    createResponder({ upstream, key, expose: ['IP'], trust: 1, transport: createNodeTransport(), files }),
  );
}

/** The owner's own. */
const pages = ['/', '/geography', '/geo/map'];

const hosts: ReadonlyArray<readonly [host: string, start: (geolet: RequestListener) => Promise<string>]> = [
  [
    'node:http',
    (geolet) =>
      startServer((request, response) =>
        /^\/geo(let|\?|$)/.test(request.url ?? '') ? geolet(request, response) : response.end('home'),
      ),
  ],
  [
    'Express',
    (geolet) => {
      const app = express();
      app.all(['/geo', /^\/geolet/], geolet);
      for (const path of pages) app.get(path, (_, response) => response.send('home'));
      return startServer(app);
    },
  ],
  [
    'Fastify',
    async (geolet) => {
      const app = fastify();
      for (const path of ['/geo', '/geolet*']) {
        app.all(path, ({ raw }, reply) => {
          reply.hijack();
          geolet(raw, reply.raw);
        });
      }
      for (const path of pages) app.get(path, () => Promise.resolve('home'));
      onTestFinished(() => app.close());
      return app.listen({ port: 0, host: '127.0.0.1' });
    },
  ],
];

describe.each(hosts)('in a server of %s', (_, start) => {
  it("the record, the widget's files, its flags and the owner's own pages are served", async () => {
    const url = await start(await createListener());
    const response = await fetch(`${url}/geo?x=1`, { headers: { 'x-forwarded-for': '9.9.9.9, 81.2.69.142' } });
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(await response.json()).toEqual({ city: 'Lyon', IP: '81.2.69.142' });
    expect(await (await fetch(`${url}/geolet.js`)).text()).toBe('/* widget */');
    expect(await (await fetch(`${url}/geolet-flags/fr.svg`)).text()).toBe('<svg/>');
    for (const path of pages) expect(await (await fetch(url + path)).text()).toBe('home');
  });

  it('HEAD has no body, other methods and sites are refused in the error shape', async () => {
    const url = await start(await createListener());
    const head = await fetch(`${url}/geo`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(`${url}/geo`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const foreign = await fetch(`${url}/geo`, { headers: { origin: 'https://evil.example' } });
    expect(await foreign.json()).toMatchObject({ status: 403 });
  });
});
