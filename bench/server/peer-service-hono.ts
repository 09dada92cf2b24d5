import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { path, service } from './service-handler.ts';

const app = new Hono();
app.get(path, async (context) => {
  const { headers } = context.req.raw;
  const response = await service.handle({ method: 'GET', path, headers, ip: '127.0.0.1', id: randomUUID() });
  return new Response(response.body, response);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
