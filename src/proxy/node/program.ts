import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { env, exit } from 'node:process';
import { createResponder } from '../proxy.ts';
import { readEnvironment, warningsOf } from './environment.ts';
import { createNodeServer, createNodeTransport, drain, toNodeListener } from './index.ts';
import { createPagesListener } from './pages.ts';
import { obeySignals, type Signal } from './signals.ts';

try {
  const { proxy, pages, host, port, drainSeconds } = readEnvironment(env);
  for (const line of warningsOf(env)) print(line);
  if ((await proxy.files?.('geolet.js', [])) === undefined)
    print(
      'there is no geolet.js to serve. In the repository, npm run build makes it; GEOLET_FILES names another folder.',
    );
  const options = { transport: createNodeTransport(), ...proxy };
  const listener = pages ? createPagesListener(options, pages) : toNodeListener(createResponder(options));
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

/**
 * SIGTERM drains. SIGINT ends without a drain, also during one. Responses under way finish, however many signals come.
 */
function obey(signal: Signal, server: Server, drainMs: number): void {
  if (signal === 'SIGHUP')
    return print('SIGHUP changes nothing: settings are read at the start. A restart takes new ones.');
  void drain(server, signal === 'SIGTERM' ? drainMs : 0).then(() => exit(0));
}

/** Prints one line without a stack: the reader is the owner, and the sentence says what to do. */
function stop(error: unknown): never {
  print(error instanceof Error ? error.message : String(error));
  return exit(1);
}

function print(line: string): void {
  console.error(`geolet proxy: ${line}`);
}

function toUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return 'http://localhost';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
