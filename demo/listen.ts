import type { Server } from 'node:http';
import { OperatorError } from '../src/service/index.ts';

const host = process.env.HOST || '127.0.0.1';

/**
 * Listens where `HOST` and `PORT` say. Without a `PORT`, a port that is taken is followed by the next one.
 *
 * @returns the address of the server's root.
 */
export async function listen(server: Server, name: string): Promise<string> {
  const port = await listenAt(server, name, Number(process.env.PORT || 8080));
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}

function listenAt(server: Server, name: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || process.env.PORT || port > 8180)
        reject(
          new OperatorError(
            `${name} can't listen at ${host}, port ${port} (${error.message}). Choose others with HOST and PORT.`,
          ),
        );
      else {
        console.log(`Port ${port} is taken; trying ${port + 1}.`);
        resolve(listenAt(server, name, port + 1));
      }
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
