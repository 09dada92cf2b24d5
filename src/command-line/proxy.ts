import { print, printError } from '../http/terminal.ts';
import { didYouMean } from '../http/argument-problem.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { waitForProgram } from './start-options.ts';

const usage = `geolet proxy [--check | --wait]

Answers /geo on your origin with the visitor's record, and serves the widget's files.
Settings are environment variables:

  GEOLET_KEY        the key of the visitor-data service; required
  GEOLET_UPSTREAM   scheme and host of that service; required
  GEOLET_TRUST      behind another server: 1, or the addresses of the servers that may name the visitor
  GEOLET_ORIGINS    origins besides your own whose pages may ask
  GEOLET_EXPOSE     fields that are kept back unless they are named here, such as latitude,longitude
  GEOLET_GPC        what browsers with Global Privacy Control get: country, or state
  GEOLET_CHECK      scheme and host of your pages, for a page that checks them: /geolet-check
  GEOLET_RATES      ecb: fetch exchange rates each working day, and serve them at /geolet-rates.json
  DATA_DIR          the folder for the last good rates; ./data
  HOST, PORT        where it listens; 127.0.0.1 and 8787
  DRAIN_SECONDS     behind a load balancer: how long to go on answering after SIGTERM while /geolet-ready says no
  GEOLET_CONFIG     a JSON file with any of these

  --check   says everything that is wrong with the settings and the port, and starts nothing
  --wait    waits until the one that runs with these settings is ready; for systemd's ExecStartPost

All of them: ${documentation('proxy')}`;

/** Starts the proxy. */
export async function runProxy([argument, ...others]: readonly string[]): Promise<void> {
  if (argument === undefined) return void (await import('../proxy/node.ts'));
  if (/^(-h|--help|help)$/.test(argument)) return print(usage);
  if (argument === '--wait' && !others.length) return waitForProgram('geolet proxy');
  if (argument === '--check' && !others.length) {
    process.exitCode = await (await import('../proxy/node/proxy-program.ts')).checkProxyProgram();
    return;
  }
  const problem = `${JSON.stringify(argument)} is not a setting: settings are environment variables.`;
  printError(`geolet proxy: ${problem}${didYouMean(argument, ['--check', '--wait', '--help'])}\n\n${usage}`);
  process.exitCode = 1;
}
