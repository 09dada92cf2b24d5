/** The proxy as a program of its own: settings from the environment, one address, an orderly end. */
import type { AddressInfo } from 'node:net';
import { env, exit } from 'node:process';
import { readEnvironment, warningsOf } from './node/environment.ts';
import { createNodeServer, createNodeTransport, drain, toNodeListener } from './node/index.ts';
import { createPagesListener } from './node/pages.ts';
import { createAnswerer } from './proxy.ts';

try {
  const { proxy, pages, host, port, drainSeconds } = readEnvironment(env);
  for (const line of warningsOf(env)) tell(line);
  if ((await proxy.files?.('geolet.js', [])) === undefined) tell('there is no geolet.js to serve. In the repository, npm run build makes it; GEOLET_FILES names another folder.');
  const options = { transport: createNodeTransport(), ...proxy };
  const listener = pages ? createPagesListener(options, pages) : toNodeListener(createAnswerer(options));
  const server = createNodeServer(listener, { bodies: !!pages, behindServers: (proxy.trust ?? 'none') !== 'none' });
  server.on('error', (error) => stop(server.listening ? error : new Error(`It can't listen at ${host}, port ${port} (${error.message}). Choose others with HOST and PORT.`)));
  server.listen(port, host, () => console.log(`geolet proxy: ${toUrl(server.address())}${proxy.path ?? '/geo'}`));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(server, signal === 'SIGTERM' ? drainSeconds * 1000 : 0).then(() => exit(0)));
} catch (error) {
  stop(error);
}

/** Settings that are wrong are told in a line, without a stack: the reader is the owner, and the fix is in the sentence. */
function stop(error: unknown): never {
  tell(error instanceof Error ? error.message : String(error));
  return exit(1);
}

function tell(line: string): void {
  console.error(`geolet proxy: ${line}`);
}

function toUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return 'http://localhost';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
