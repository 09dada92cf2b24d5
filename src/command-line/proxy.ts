import { print, printError } from '../http/terminal.ts';
import { didYouMean } from '../http/argument-problem.ts';
import { helpOn } from '../http/read-settings.ts';
import { programSettings, proxySettings } from '../http/settings.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { waitForProgram } from './start-options.ts';

const usage = `geolet proxy [--check | --wait]

Answers /geo on your origin with the visitor's record, and serves the widget's files.
Settings are environment variables:

${helpOn(proxySettings, 'upstream', 'key', 'trust', 'origins', 'expose', 'gpc')}
${helpOn(programSettings, 'host', 'port', 'drainSeconds', 'check', 'rates', 'dataDir')}
  GEOLET_CONFIG       a JSON file with any of these

  --check   says everything that is wrong with the settings and the port, and starts nothing
  --wait    waits until the one that runs with these settings is ready; for systemd's ExecStartPost

All of them: ${documentation('proxy')}`;

/** Starts the proxy. */
export async function runProxy([argument, ...others]: readonly string[]): Promise<void> {
  if (argument === undefined) return void (await import('../adapters/node.ts'));
  if (/^(-h|--help|help)$/.test(argument)) return print(usage);
  if (argument === '--wait' && !others.length) return waitForProgram('geolet proxy');
  if (argument === '--check' && !others.length) {
    process.exitCode = await (await import('../adapters/node/proxy-program.ts')).checkProxyProgram();
    return;
  }
  const problem = `${JSON.stringify(argument)} is not a setting: settings are environment variables.`;
  printError(`geolet proxy: ${problem}${didYouMean(argument, ['--check', '--wait', '--help'])}\n\n${usage}`);
  process.exitCode = 1;
}
