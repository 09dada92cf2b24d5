/**
 * The proxy as `npm run proxy` runs it, with its default settings but for a limit that this load would reach.
 * `TRANSPORT` names another way to the service.
 */
import type { AddressInfo } from 'node:net';
import { createNodeServer, createNodeTransport, toNodeListener } from '../../src/adapters/node/index.ts';
import type { Transport } from '../../src/proxy/record/transport.ts';
import { openNodeTransport } from '../../src/proxy/node/open-transport.ts';
import { createResponder } from '../../src/proxy/proxy.ts';
import { bareTransport } from './transports.ts';

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '');
const transports: Readonly<Record<string, () => Transport | Promise<Transport>>> = {
  bare: () => bareTransport(upstream),
  undici: () => openNodeTransport(),
};
const open = transports[process.env['TRANSPORT'] ?? ''] ?? createNodeTransport;
const server = createNodeServer(
  toNodeListener(
    createResponder({
      upstream: upstream.origin,
      key: 'key',
      trust: 1,
      limit: 1_000_000,
      log: () => {},
      transport: await open(),
    }),
  ),
);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
