import type { Server } from 'node:http';

const draining = new WeakSet<Server>();

/** Whether a server is about to stop. Then each response closes its connection, so that balancers go elsewhere. */
export function isDraining(server: Server): boolean {
  return draining.has(server) || !server.listening;
}

/** The server still responds, but each response is the last of its connection. */
export function startDrain(server: Server): void {
  draining.add(server);
}

/**
 * Accepts no more connections, lets responses under way finish, and closes idle connections.
 *
 * @param graceMs how long the responses may take.
 * @returns resolves when all connections are closed.
 */
export function closeServer(server: Server, graceMs = 10_000): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const force = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(force);
      resolve();
    });
  });
}
