/** The proxy as a program of its own, and what it takes to put it into another Node server. */
import type { AddressInfo } from 'node:net';
import { argv, env, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { readEnvironment } from './node/environment.ts';
import { toNodeListener } from './node/listener.ts';
import { createNodeServer, drain } from './node/server.ts';
import { createNodeTransport } from './node/transport.ts';
import { createAnswerer } from './proxy.ts';

export { widgetFilesIn } from './node/files.ts';
export { toNodeListener, createNodeServer, createNodeTransport, drain };

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) start();

function start(): void {
  try {
    const { proxy, host, port } = readEnvironment(env);
    const server = createNodeServer(toNodeListener(createAnswerer({ transport: createNodeTransport(), ...proxy })));
    server.on('error', stop);
    server.listen(port, host, () => console.log(`geolet proxy: ${toUrl(server.address())}${proxy.path ?? '/geo'}`));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(server).then(() => exit(0)));
  } catch (error) {
    stop(error);
  }
}

/** Settings that are wrong are told in a line, without a stack: the reader is the owner, and the fix is in the sentence. */
function stop(error: unknown): void {
  console.error(`geolet proxy: ${error instanceof Error ? error.message : String(error)}`);
  exit(1);
}

function toUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return 'http://localhost';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
