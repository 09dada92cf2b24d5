import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Puts a server on a free port of this machine. @returns where it is, without a path. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** A port that was free just now, for programs that take a port but don't report one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}
