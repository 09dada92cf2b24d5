/** Hono's proxy helper, set up to do what the proxy's floor does. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';

const url = new URL('/beta/api/get-visitor-data', process.env['UPSTREAM_URL']);

const app = new Hono();
app.get('/geo', ({ req }) => {
  const { host: _, ...headers } = req.header();
  return proxy(url, {
    headers: { ...headers, authorization: 'Bearer key', 'x-visitor-ip': headers['x-forwarded-for'] },
  });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
