import { createServer } from 'node:http';
import compression from 'compression';
import connect from 'connect';
import cookieParser from 'cookie-parser';
import cookieSession from 'cookie-session';
import { doubleCsrf } from 'csrf-csrf';
import errorhandler from 'errorhandler';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import session from 'express-session';
import express4 from 'express4';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import morgan from 'morgan';
import responseTime from 'response-time';
import serveStatic from 'serve-static';
import { data, folder, html, pageOf, streamOf, writeAll } from './content.js';

const none = (_request, _response, next) => next();

/** Each with what a page does with it. `lines` gets what it logs. */
const middleware = {
  nothing: () => [none],
  'express-session': () => [
    session({ secret: 'a secret', resave: false, saveUninitialized: false, genid: () => 'one' }),
    (request, _response, next) => {
      request.session.views = 1;
      next();
    },
  ],
  'express-session, saved for everybody': () => [
    session({ secret: 'a secret', resave: true, rolling: true, saveUninitialized: true, genid: () => 'one' }),
  ],
  'cookie-session': () => [
    cookieSession({ keys: ['a secret'] }),
    (request, _response, next) => {
      request.session.views = 1;
      next();
    },
  ],
  compression: () => [compression()],
  'compression of everything': () => [compression({ threshold: 0, level: 1 })],
  helmet: () => [helmet()],
  morgan: (lines) => [morgan(':method :url :status', { stream: { write: (line) => lines.push(line) } })],
  'response-time': () => [responseTime()],
  'csrf-csrf': () => {
    const { generateCsrfToken, doubleCsrfProtection } = doubleCsrf({
      getSecret: () => 'a secret',
      getSessionIdentifier: () => 'one',
      cookieName: 'csrf',
    });
    const give = (request, response, next) => {
      generateCsrfToken(request, response);
      next();
    };
    return [cookieParser(), doubleCsrfProtection, give];
  },
  'express-rate-limit': () => [rateLimit({ limit: 100_000, standardHeaders: 'draft-8', validate: false })],
  'all of them': (lines) => [
    ...middleware.morgan(lines),
    ...middleware['response-time'](),
    ...middleware.helmet(),
    ...middleware['express-session'](),
    ...middleware['express-rate-limit'](),
  ],
};

const failing = () => {
  // Its stack would name the middleware that it went through.
  throw Object.assign(new Error('The page fails.'), { stack: 'Error: The page fails.' });
};

/** @param app of Express 4 or 5. */
function addExpressPages(app, { static: serveFiles }, upstream) {
  app.set('env', 'production');
  const at = (way, send) =>
    app.get(`/${way}/:size`, (request, response, next) => send(response, request.params.size, next));
  at('send', (response, size) => response.send(pageOf(size)));
  at('send-bytes', (response, size) => response.type('html').send(Buffer.from(pageOf(size))));
  at('write', (response, size) => writeAll(response.type('html'), pageOf(size)));
  at('pipe', (response, size) => streamOf(pageOf(size)).pipe(response.type('html')));
  at('sendFile', (response, size) => response.sendFile(`${folder}/${size}.html`));
  at('end', (response, size) => response.type('html').end(pageOf(size)));
  at('end-alone', (response) => response.type('html').end());
  at('head-first', (response, size) => {
    response.writeHead(200, { 'Content-Type': html, 'X-Own': 'a' }).flushHeaders();
    setImmediate(() => response.end(pageOf(size), 'utf8'));
  });
  app.get('/data', (_request, response) => response.json(JSON.parse(data)));
  app.get('/missing', (_request, response) => response.status(404).type('html').send(pageOf('small')));
  app.get('/redirect', (_request, response) => response.redirect('/send/small'));
  app.get('/nothing', (_request, response) => response.status(204).end());
  app.get('/failing', failing);
  app.get('/breaking', (_request, response) => {
    response.type('html').write(pageOf('middle'));
    setImmediate(() => response.destroy(new Error('The page breaks.')));
  });
  app.get('/endless', (_request, response) => void response.type('html').write(pageOf('middle')));
  app.use('/proxied', createProxyMiddleware({ target: upstream, logger: undefined }));
  app.use('/files', serveFiles(folder));
  return app;
}

const ofConnect = (app) => {
  app.use('/send', (request, response) => {
    response.setHeader('Content-Type', html);
    response.end(pageOf(request.url.slice(1)));
  });
  app.use('/pipe', (request, response) => {
    response.setHeader('Content-Type', html);
    streamOf(pageOf(request.url.slice(1))).pipe(response);
  });
  app.use('/failing', failing);
  app.use('/files', serveStatic(folder));
  app.use(errorhandler({ log: false }));
  return app;
};

/** Uses methods of Express's request and response. */
const ofExpress = ['csrf-csrf', 'express-rate-limit', 'all of them'];

const frameworks = {
  'Express 5': (upstream) => ({ app: express(), finish: (app) => addExpressPages(app, express, upstream) }),
  'Express 4': (upstream) => ({ app: express4(), finish: (app) => addExpressPages(app, express4, upstream) }),
  Connect: () => ({ app: connect(), finish: ofConnect }),
};

export const combinations = Object.keys(frameworks).flatMap((framework) =>
  Object.keys(middleware)
    .filter((others) => framework !== 'Connect' || !ofExpress.includes(others))
    .map((others) => ({ framework, others, places: ['before', 'behind'] })),
);

/**
 * @param place of Geolet's middleware among the others: `before` them, `behind` them, or nowhere.
 * @returns a server that does not listen yet.
 */
export function create({ framework, others, place, geolet, lines, upstream }) {
  const { app, finish } = frameworks[framework](upstream);
  if (place === 'before') app.use(geolet.middleware);
  for (const other of middleware[others](lines)) app.use(other);
  if (place === 'behind') app.use(geolet.middleware);
  return createServer(finish(app));
}
