import { print, printError } from '../http/terminal.ts';
import { documentation } from '../proxy/node/documentation.ts';

const usage = `geolet proxy

Answers /geo on your origin with the visitor's record, and serves the widget's files.
It takes no options: settings are environment variables.

  GEOLET_KEY        the key of the visitor-data service; required
  GEOLET_UPSTREAM   scheme and host of that service; required
  GEOLET_TRUST      behind another server: 1, or the addresses of the servers that may name the visitor
  GEOLET_ORIGINS    origins besides your own whose pages may ask
  GEOLET_EXPOSE     fields that are kept back unless they are named here, such as latitude,longitude
  HOST, PORT        where it listens; 127.0.0.1 and 8787
  DRAIN_SECONDS     behind a load balancer: how long to go on answering after SIGTERM while /geolet-ready says no
  GEOLET_CONFIG     a JSON file with any of these

All of them: ${documentation('proxy')}`;

/** Starts the proxy. Takes no arguments except --help. */
export async function runProxy(args: readonly string[]): Promise<void> {
  if (!args.length) return void (await import('../proxy/node.ts'));
  if (/^(-h|--help|help)$/.test(args[0] ?? '')) return print(usage);
  printError(
    `geolet proxy: ${JSON.stringify(args[0])} is not a setting: settings are environment variables.\n\n${usage}`,
  );
  process.exitCode = 1;
}
