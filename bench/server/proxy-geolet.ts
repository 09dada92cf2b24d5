/**
 * The proxy as `npm run proxy` runs it, with its default settings but for a limit that this load would reach.
 * `TRANSPORT` names another way to the service.
 */
import type { AddressInfo } from 'node:net';
import { createNodeServer, createNodeTransport, toNodeListener } from '../../src/proxy/node/index.ts';
import { createResponder } from '../../src/proxy/proxy.ts';
import { bareTransport, undiciTransport } from './transports.ts';

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '');
const transports = { default: createNodeTransport, bare: bareTransport, undici: undiciTransport } as const;
const name = process.env['TRANSPORT'] ?? 'default';
const createTransport = name in transports ? transports[name as keyof typeof transports] : createNodeTransport;
const server = createNodeServer(
  toNodeListener(
    createResponder({
      upstream: upstream.origin,
      key: 'key',
      trust: 1,
      limit: 1_000_000,
      log: () => {},
      transport: createTransport(upstream),
    }),
  ),
);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
