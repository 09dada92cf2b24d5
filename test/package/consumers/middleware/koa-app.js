import { createServer } from 'node:http';
import Koa from 'koa';
import { data, html, pageOf, streamOf, writeAll } from './content.js';

export const combinations = [{ framework: 'Koa', others: 'nothing', places: ['before'] }];

const pages = {
  send: (context, page) => (context.body = page),
  pipe: (context, page) => (context.body = streamOf(page)),
  write: (context, page) => {
    context.respond = false;
    context.res.writeHead(200, { 'content-type': html });
    writeAll(context.res, page);
  },
};

/** Koa has middleware of its own kind: Geolet's stands in front of all of it. */
export function create({ place, geolet }) {
  const app = new Koa();
  app.silent = true;
  app.use((context) => {
    const [, way, size] = context.path.split('/');
    if (pages[way] && size) {
      context.type = html;
      pages[way](context, pageOf(size));
    } else if (way === 'data') context.body = JSON.parse(data);
    else if (way === 'redirect') context.redirect('/send/small');
    else if (way === 'nothing') context.status = 204;
    else if (way === 'failing') throw new Error('The page fails.');
  });
  const answer = app.callback();
  return createServer((request, response) =>
    place ? geolet.middleware(request, response, () => void answer(request, response)) : void answer(request, response),
  );
}
