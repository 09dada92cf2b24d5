import { createAdaptorServer } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { useSession } from '@hono/session';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { secureHeaders } from 'hono/secure-headers';
import { stream } from 'hono/streaming';
import { data, folder, html, pageOf, piecesOf, streamOf } from './content.js';

/** As the documentation has it. */
const ours = (geolet) => async (context, next) => {
  const { address: ip = '' } = getConnInfo(context).remote;
  const response = await geolet.handle(context.req.raw, { ip }, async () => {
    await next();
    return context.res;
  });
  context.res = undefined;
  context.res = response;
};

const middleware = {
  nothing: () => [],
  compress: () => [compress({ threshold: 0 })],
  '@hono/session': () => [
    useSession({ secret: 'a secret of thirty-two characters', generateId: () => 'one' }),
    async (context, next) => {
      await context.var.session.update({ views: 1 });
      await next();
    },
  ],
  'secure-headers': () => [secureHeaders()],
  etag: () => [etag()],
};

export const combinations = Object.keys(middleware).map((others) => ({
  framework: 'Hono',
  others,
  // A validator of what is written for one visitor is of no use: etag() stands behind Geolet.
  places: others === 'etag' ? ['before'] : ['before', 'behind'],
}));

export function create({ others, place, geolet }) {
  const app = new Hono();
  if (place === 'before') app.use(ours(geolet));
  for (const other of middleware[others]()) app.use(other);
  if (place === 'behind') app.use(ours(geolet));
  const at = (way, send) => app.get(`/${way}/:size`, (context) => send(context, pageOf(context.req.param('size'))));
  at('send', (context, page) => context.html(page));
  at('end', (context, page) => context.body(page, 200, { 'content-type': html }));
  at('web-stream', (context, page) => context.body(Readable.toWeb(streamOf(page)), 200, { 'content-type': html }));
  at('write', (context, page) => {
    context.header('content-type', html);
    return stream(context, async (output) => {
      for (const piece of piecesOf(page)) await output.write(piece);
    });
  });
  app.get('/data', (context) => context.json(JSON.parse(data)));
  app.get('/missing', (context) => context.html(pageOf('small'), 404));
  app.get('/redirect', (context) => context.redirect('/send/small'));
  app.get('/nothing', (context) => context.body(null, 204));
  app.get('/failing', () => {
    throw Object.assign(new Error('The page fails.'), { stack: '' });
  });
  app.onError((_error, context) => context.text('The page fails.', 500));
  app.use(
    '/files/*',
    serveStatic({ root: folder, rewriteRequestPath: (path) => path.replace('/files', '') }),
  );
  return createAdaptorServer({ fetch: app.fetch });
}
