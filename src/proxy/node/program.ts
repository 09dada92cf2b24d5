import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { env, exit } from 'node:process';
import { createAnswerer } from '../proxy.ts';
import { readEnvironment, warningsOf } from './environment.ts';
import { createNodeServer, createNodeTransport, drain, toNodeListener } from './index.ts';
import { createPagesListener } from './pages.ts';
import { obeySignals, type Signal } from './signals.ts';

try {
  const { proxy, pages, host, port, drainSeconds } = readEnvironment(env);
  for (const line of warningsOf(env)) tell(line);
  if ((await proxy.files?.('geolet.js', [])) === undefined)
    tell(
      'there is no geolet.js to serve. In the repository, npm run build makes it; GEOLET_FILES names another folder.',
    );
  const options = { transport: createNodeTransport(), ...proxy };
  const listener = pages ? createPagesListener(options, pages) : toNodeListener(createAnswerer(options));
  const server = createNodeServer(listener, { bodies: !!pages, behindServers: (proxy.trust ?? 'none') !== 'none' });
  server.on('error', (error) =>
    stop(
      server.listening
        ? error
        : new Error(`It can't listen at ${host}, port ${port} (${error.message}). Choose others with HOST and PORT.`),
    ),
  );
  server.listen(port, host, () => {
    obeySignals((signal) => obey(signal, server, drainSeconds * 1000));
    console.log(`geolet proxy: ${toUrl(server.address())}${proxy.path ?? '/geo'}`);
  });
} catch (error) {
  stop(error);
}

/** SIGTERM drains; SIGINT ends without a drain, also one under way. To be asked twice changes nothing for answers under way. */
function obey(signal: Signal, server: Server, drainMs: number): void {
  if (signal === 'SIGHUP')
    return tell('SIGHUP changes nothing: settings are read at the start. A restart takes new ones.');
  void drain(server, signal === 'SIGTERM' ? drainMs : 0).then(() => exit(0));
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
