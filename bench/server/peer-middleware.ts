/** http-proxy-middleware, set up to do what the proxy's floor does. */
import { Agent, type ClientRequest, type IncomingMessage, type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';

interface Options {
  target: string;
  agent: Agent;
  pathRewrite: () => string;
  on: { proxyReq: (outgoing: ClientRequest, incoming: IncomingMessage) => void };
}

const { createProxyMiddleware } = createRequire(import.meta.url)('http-proxy-middleware') as {
  createProxyMiddleware: (options: Options) => RequestListener;
};

const middleware = createProxyMiddleware({
  target: new URL(process.env['UPSTREAM_URL'] ?? '').origin,
  agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  pathRewrite: () => '/beta/api/get-visitor-data',
  on: {
    proxyReq: (outgoing, incoming) => {
      outgoing.setHeader('authorization', 'Bearer key');
      outgoing.setHeader('x-visitor-ip', String(incoming.headers['x-forwarded-for']));
    },
  },
});
const server = createServer(middleware);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
