import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { catchSignals } from '../http/signals.ts';
import { print, printError } from '../http/terminal.ts';
import { documentation } from '../proxy/node/documentation.ts';
import { loadServicePackage, type ServicePackage } from './serve/service-package.ts';

const usage = `geolet serve [--api-port 8090]

Answers /geo with the visitor's record and serves the widget's files: service and proxy in one process, without a key.
It needs @geolet/service beside it: npm install geolet @geolet/service

  --api-port   opens the service's API at this port, too, for other programs that have a key

Settings are environment variables:

  GEOLET_TRUST      behind another server: 1, or the addresses of the servers that may name the visitor
  GEOLET_EXPOSE     fields that are kept back unless they are named here, such as latitude,longitude
  GEOLET_PAGES      in front of your pages: where they come from
  DATA_DIR          the folder for new geo data; ./data
  GEOLET_UPDATE     off: leave the geo data as they are, and fetch no new ones each month
  HOST, PORT        where it listens; 127.0.0.1 and 8787
  GEOLET_CONFIG     a JSON file with any of these

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
  catchSignals();
  const { runProgram } = await import('../proxy/node/program.ts');
  const { openServeProgram } = await import('./serve/serve-program.ts');
  await runProgram('geolet serve', async () => openServeProgram(await load(), env, read.apiPort));
}

/** @returns undefined once a help or an error was printed. */
function readArguments(args: readonly string[]): { readonly apiPort: string | undefined } | undefined {
  try {
    const options = { 'api-port': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (!values.help) return { apiPort: values['api-port'] };
    print(usage);
  } catch (error) {
    printError(`geolet serve: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
  }
  return undefined;
}
