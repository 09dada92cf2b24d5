import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import fastifyStatic from '@fastify/static';
import compression from 'compression';
import fastify from 'fastify';
import { data, folder, html, pageOf, streamOf } from './content.js';

const hook = (app, middleware) =>
  app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done));

const middleware = {
  nothing: () => {},
  '@fastify/compress': (app) => app.register(fastifyCompress, { threshold: 0 }),
  compression: (app) => hook(app, compression()),
  '@fastify/session': async (app) => {
    await app.register(fastifyCookie);
    await app.register(fastifySession, {
      secret: 'a secret of thirty-two characters',
      cookie: { secure: false },
      idGenerator: () => 'one',
      saveUninitialized: false,
    });
    app.addHook('preHandler', async (request) => {
      request.session.views = 1;
    });
  },
};

export const combinations = Object.keys(middleware).map((others) => ({
  framework: 'Fastify',
  others,
  places: ['before', 'behind'],
}));

export async function create({ others, place, geolet }) {
  const app = fastify();
  if (place === 'before') hook(app, geolet.middleware);
  await middleware[others](app);
  if (place === 'behind') hook(app, geolet.middleware);
  await app.register(fastifyStatic, { root: folder, prefix: '/files' });
  const at = (way, send) => app.get(`/${way}/:size`, (request, reply) => send(reply.type(html), request.params.size));
  at('send', (reply, size) => reply.send(pageOf(size)));
  at('send-bytes', (reply, size) => reply.send(Buffer.from(pageOf(size))));
  at('pipe', (reply, size) => reply.send(streamOf(pageOf(size))));
  at('web-stream', (reply, size) => reply.send(Readable.toWeb(streamOf(pageOf(size)))));
  at('sendFile', (reply, size) => reply.sendFile(`${size}.html`));
  at('end', (reply, size) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': html }).end(pageOf(size));
  });
  app.get('/data', async () => JSON.parse(data));
  app.get('/missing', (_request, reply) => reply.code(404).type(html).send(pageOf('small')));
  app.get('/redirect', (_request, reply) => reply.redirect('/send/small'));
  app.get('/nothing', (_request, reply) => reply.code(204).send());
  app.get('/failing', async () => {
    throw new Error('The page fails.');
  });
  app.get('/endless', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': html }).write(pageOf('middle'));
  });
  await app.ready();
  return createServer((request, response) => app.routing(request, response));
}
