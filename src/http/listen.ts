import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * @param port 0 takes any free port.
 * @returns the server's address, such as `http://127.0.0.1:8787`.
 * @throws what Node says when it can't listen there.
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const onListening = (): void => {
      server.off('error', onError);
      resolve(urlOf(server.address()));
    };
    const onError = (error: Error): void => {
      // Otherwise Node calls it for a port that is opened later.
      server.off('listening', onListening);
      reject(error);
    };
    server.once('error', onError);
    server.listen(port, host, onListening);
  });
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') return 'http://localhost';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
