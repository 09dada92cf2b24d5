import { catchSignals, obeySignals } from '../src/http/signals.ts';
import { describeData, OperatorError } from '../src/service/index.ts';
import { listen } from './listen.ts';
import { createDemoServer } from './server.ts';
import { startService } from './service.ts';

/** Service, proxy and page together, in one process. */
async function start(): Promise<void> {
  const { service, upstream, key, stop: stopService } = await startService();
  const server = createDemoServer({
    upstream,
    key,
    log: (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`),
  });
  const address = await listen(server, 'The demo');
  let isStopped: Promise<void> | undefined;
  // Also SIGHUP, which comes when the terminal is closed.
  obeySignals(() => {
    server.close();
    server.closeAllConnections();
    isStopped ??= stopService().then(() => process.exit());
  });

  console.log(`
  Geolet's demo:  ${address}

  ${describeData(service.geo.inUse).replaceAll('\n', '\n  ')}
  ${service.geo.attributions.map((attribution) => `${attribution.text} (${attribution.url})`).join('\n  ')}

  Try: see it from Osaka; reload (no request then); "More", then "Lookup fails" and "Scripts off".
  Requests for the visitor's record:`);
}

catchSignals();
start().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
});
