/** The proxy in front of pages, with its default settings but for a limit that this load would reach. */
import type { AddressInfo } from 'node:net';
import { createNodeServer, createNodeTransport, createPagesListener } from '../../src/adapters/node/index.ts';

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '');
const listener = createPagesListener(
  { upstream: upstream.origin, key: 'key', trust: 1, limit: 0, log: () => {}, transport: createNodeTransport() },
  { origin: new URL(process.env['PAGES_URL'] ?? '').origin },
);
const server = createNodeServer(listener, { bodies: true, behindServers: true });
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
