import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { catchSignals } from '../http/signals.ts';
import { print, printError } from '../http/terminal.ts';
import { argumentProblem } from '../http/argument-problem.ts';
import type { Replaced } from '../http/all-problems.ts';
import { helpOn } from '../http/read-settings.ts';
import { pageSettings, programSettings, proxySettings, serveSettings } from '../http/settings.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { loadServicePackage, type ServicePackage } from './serve/service-package.ts';
import { startMode, waitForProgram } from './start-options.ts';

const name = 'geolet serve';

const usage = `geolet serve [--api-port 8090] [--check | --wait]

Answers /geo with the visitor's record and serves the widget's files: service and proxy in one process, without a key.
It needs @geolet/service beside it: npm install geolet @geolet/service

  --api-port   opens the service's API at this port, too, for other programs that have a key
  --check      says everything that is wrong with the settings, the data and the port, and starts nothing
  --wait       waits until the one that runs with these settings is ready; for systemd's ExecStartPost

Settings are environment variables:

${helpOn({ ...proxySettings, ...pageSettings }, 'trust', 'expose', 'gpc', 'pages')}
${helpOn(serveSettings, 'update')}
${helpOn(programSettings, 'host', 'port', 'rates', 'dataDir')}
  GEOLET_CONFIG       a JSON file with any of these

All of them:
  ${documentation('proxy')}
  ${documentation('service')}`;

/**
 * Starts service and proxy in this process.
 *
 * @param load gets the service; by default from its package.
 */
export async function runServe(
  args: readonly string[],
  load: () => Promise<ServicePackage> = loadServicePackage,
): Promise<void> {
  const read = readArguments(args);
  if (read === undefined) return;
  if (read.does === 'run') catchSignals();
  const { openServeProgram, serviceVariables } = await import('./serve/serve-program.ts');
  if (read.does === 'wait') return waitForProgram(name, serviceVariables(await load()));
  const open = async (trial?: Replaced) => openServeProgram(await load(), env, read.apiPort, trial);
  if (read.does === 'run') return (await import('../adapters/node/program.ts')).runProgram(name, open);
  process.exitCode = await (await import('../adapters/node/check-program.ts')).checkProgram(name, open);
}

const options = {
  'api-port': { type: 'string' },
  check: { type: 'boolean' },
  wait: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Asked {
  readonly apiPort: string | undefined;
  readonly does: 'run' | 'check' | 'wait';
}

/** @returns undefined once a help or an error was printed. */
function readArguments(args: readonly string[]): Asked | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (!values.help) return { apiPort: values['api-port'], does: startMode(values) };
    print(usage);
  } catch (error) {
    printError(`${name}: ${argumentProblem(error, Object.keys(options))}\n\n${usage}`);
    process.exitCode = 1;
  }
  return undefined;
}
