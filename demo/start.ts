import type { Server } from 'node:http';
import { describeData } from '../src/service/command-line/start.ts';
import { openService, OperatorError, readConfiguration } from '../src/service/index.ts';
import { createDemoServer } from './server.ts';

/** Service, proxy and page together, in one process. */
async function start(): Promise<void> {
  const host = process.env.HOST || '127.0.0.1';
  const wanted = Number(process.env.PORT || 8080);
  const service = await openService({
    ...readConfiguration({ ...process.env, HOST: '', PORT: '' }),
    keyLimit: { requests: 100_000, seconds: 60 },
  });
  const { url: upstream } = await service.listen({ host: '127.0.0.1', port: 0 });
  const account = (await service.store.findAccount('demo')) ?? (await service.store.createAccount('demo'));
  const { id, key } = await service.store.issueKey(account, { scopes: ['read'] });

  const server = createDemoServer({
    upstream,
    key,
    log: (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`),
  });
  const port = await listen(server, host, wanted);
  const stop = () => {
    server.close();
    server.closeAllConnections();
    // The key was made for this run, and nobody can use it later.
    void service.store.revokeKey(id).then(service.close, service.close);
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  console.log(`
  Geolet's demo:  http://${host.includes(':') ? `[${host}]` : host}:${port}/

  ${describeData(service.geo.inUse).replaceAll('\n', '\n  ')}
  ${service.geo.attributions.map((attribution) => `${attribution.text} (${attribution.url})`).join('\n  ')}

  Try: visit as Lyon, then Osaka; reload (no request then); "Service down"; "Scripts off".
  Requests for the visitor's record:`);
}

/** If the port is taken, the next one is tried, unless the port was given. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || process.env.PORT || port > 8180)
        reject(
          new OperatorError(
            `The demo can't listen at ${host}, port ${port} (${error.message}). Choose others with HOST and PORT.`,
          ),
        );
      else {
        console.log(`Port ${port} is taken; trying ${port + 1}.`);
        resolve(listen(server, host, port + 1));
      }
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

start().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
});
