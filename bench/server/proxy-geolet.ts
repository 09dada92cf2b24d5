/** The proxy as `npm run proxy` runs it, with its default settings but for a limit that this load would reach. */
import type { AddressInfo } from 'node:net';
import { createNodeServer, createNodeTransport, toNodeListener } from '../../src/proxy/node/index.ts';
import { createAnswerer } from '../../src/proxy/proxy.ts';

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '').origin;
const server = createNodeServer(toNodeListener(createAnswerer({ upstream, key: 'key', trust: 1, limit: 1_000_000, log: () => {}, transport: createNodeTransport() })));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
