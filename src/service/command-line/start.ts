import { setTimeout } from 'node:timers/promises';
import { listenProblem } from '../../http/port-check.ts';
import { settingOf } from '../../http/setting-error.ts';
import { obeySignals, type Signal } from '../../http/signals.ts';
import { print } from '../../http/terminal.ts';
import type { Configuration } from '../configuration.ts';
import { type OpenService, openService } from '../index.ts';
import { described, log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { describeData } from './describe-data.ts';
import { program } from './program.ts';

/**
 * Starts the service, which runs until SIGINT or SIGTERM; SIGHUP opens the geo data again.
 *
 * @returns what to print.
 */
export async function start(configuration: Configuration): Promise<string> {
  const { host, port } = configuration;
  const service = await openService(configuration);
  const { url } = await listenOn(service, host, port);
  obeySignals(handlerOf(service, configuration.drainSeconds));
  const lines = [
    `The visitor-data service answers at ${url}`,
    describeStore(configuration),
    describeData(service.geo.inUse),
  ];
  if (!(await service.store.hasKeys())) {
    lines.push(`There is no key yet. Make one: ${program} account create NAME && ${program} key create`);
  }
  return lines.join('\n');
}

async function listenOn(service: OpenService, host: string, port: number) {
  try {
    return await service.listen({ host, port });
  } catch (cause) {
    await service.close();
    const problem = listenProblem(host, port, cause);
    throw new OperatorError(problem.message, { cause, setting: settingOf(problem) });
  }
}

/** Says what is used, so that a misspelt `DATABASE_URL` or `REDIS_URL` is seen. */
export function describeStore({ databaseURL, redisURL, dataDirectory }: Configuration): string {
  const store = databaseURL === undefined ? `a file in ${dataDirectory}` : 'PostgreSQL';
  return `Store: ${store}. Limits are counted in ${redisURL === undefined ? 'this process' : 'Redis'}.`;
}

/**
 * SIGHUP reads the data again. SIGTERM drains. SIGINT ends at once, also during a drain. A second signal cuts no
 * request off.
 */
function handlerOf(service: OpenService, drainSeconds: number): (signal: Signal) => void {
  const hurry = new AbortController();
  let isStopping = false;
  return (signal) => {
    if (signal === 'SIGINT') hurry.abort();
    if (isStopping) return;
    if (signal === 'SIGHUP') {
      void reload(service);
      return;
    }
    isStopping = true;
    stop(service, drainSeconds, hurry.signal).catch((error: unknown) => {
      log('shutdown failed', 'error', described(error));
      process.exitCode = 1;
    });
  };
}

/** Load balancers see in `/ready` that they should use other copies, before this one stops. */
async function stop(service: OpenService, drainSeconds: number, hurry: AbortSignal): Promise<void> {
  service.drain();
  await setTimeout(drainSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
  await service.close();
}

async function reload(service: OpenService): Promise<void> {
  await service.reload();
  print(describeData(service.geo.inUse));
}
