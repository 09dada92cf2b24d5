import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** Ends every connection, as time between two visits does. */
  disconnect(): void;
  close(): void;
}

/**
 * Holds back what passes as distance does: half a round trip each way, and a whole one before anything, for TCP's own
 * greeting. Bandwidth is not limited.
 */
export async function startRelay(port: number, roundTripMs: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    const connectedAt = performance.now() + roundTripMs;
    pass(near, far, () => Math.max(performance.now(), connectedAt) + roundTripMs / 2);
    pass(far, near, () => performance.now() + roundTripMs / 2);
    sockets.add(near).add(far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    disconnect,
    close() {
      disconnect();
      server.close();
    },
  };
}

function pass(from: Socket, to: Socket, arrivesAt: () => number): void {
  const later = (act: () => void): void =>
    void setTimeout(() => to.destroyed || act(), arrivesAt() - performance.now());
  from.on('data', (chunk) => later(() => to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
}
