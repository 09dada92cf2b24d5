/** Fastify's own proxy plugin, set up to do what the proxy's floor does. */
import httpProxy from '@fastify/http-proxy';
import fastify from 'fastify';

const app = fastify();
await app.register(httpProxy, {
  upstream: new URL(process.env['UPSTREAM_URL'] ?? '').origin,
  prefix: '/geo',
  rewritePrefix: '/beta/api/get-visitor-data',
  undici: { connections: 256 },
  replyOptions: {
    rewriteRequestHeaders: (incoming, headers) => ({
      ...headers,
      authorization: 'Bearer key',
      'x-visitor-ip': String(incoming.headers['x-forwarded-for']),
    }),
  },
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
