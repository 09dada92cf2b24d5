import { findAllProblems, type Replaced } from '../../http/all-problems.ts';
import { nearMisses } from '../../http/near-misses.ts';
import type { Environment } from '../../http/read-settings.ts';
import { checkPort } from '../../http/port-check.ts';
import { settingOf } from '../../http/setting-error.ts';
import { printable, printError } from '../../http/terminal.ts';
import { mainProcess, ownAddress, waitUntilReady } from '../../http/wait-until-ready.ts';
import { checkResources } from '../check-resources.ts';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { OperatorError } from '../operator-error.ts';
import { ownVariables, settingNames } from '../settings.ts';
import { openVisitorData } from '../visitor-data.ts';
import { readArguments } from './arguments.ts';
import { describeData } from './describe-data.ts';
import { describeStore, start } from './start.ts';

const options = {
  host: { type: 'string' },
  port: { type: 'string' },
  check: { type: 'boolean' },
  wait: { type: 'boolean' },
} as const;

/**
 * `start`, and what belongs to it.
 *
 * @param given settings that were given as options of every command.
 * @returns what to print.
 */
export async function runStart(args: readonly string[], environment: Environment, given: Replaced): Promise<string> {
  const { values } = readArguments(args, options);
  const named = {
    ...given,
    ...(values.host !== undefined && { HOST: values.host }),
    ...(values.port !== undefined && { PORT: values.port }),
  };
  const read = (replaced: Replaced = {}) => readConfiguration({ ...ownVariables(environment), ...named, ...replaced });
  if (values.wait === true) return wait(read);
  for (const line of nearMisses(environment, settingNames)) printError(printable(line));
  if (values.check === true) return check(read);
  try {
    return await start(read());
  } catch (error) {
    // All that is wrong at once.
    return settingOf(error) === undefined ? Promise.reject(error) : await check(read);
  }
}

/** @throws OperatorError when the service does not get ready. */
async function wait(read: () => Configuration): Promise<string> {
  const pid = mainProcess(process.env['MAINPID']);
  let url: URL | undefined;
  try {
    const { host, port } = read();
    url = ownAddress(host, port, '/ready');
  } catch (error) {
    // The service says so itself, and ends. This must not end before it: systemd would take its end for an order.
    if (pid === undefined) throw error;
  }
  const reason = await waitUntilReady({ url, pid });
  if (reason !== undefined) throw new OperatorError(reason);
  return '';
}

/**
 * Says whether the service would start, and starts nothing.
 *
 * @throws OperatorError with everything that would keep it from that, a line each.
 */
async function check(read: (replaced: Replaced) => Configuration): Promise<string> {
  const { problems, value } = await findAllProblems(async (replaced) => {
    const configuration = read(replaced);
    const data = openVisitorData({ ...configuration, renewsData: false });
    await data.close();
    return { configuration, inUse: data.geo.inUse };
  });
  const found = [...problems];
  if (value !== undefined) {
    const { host, port } = value.configuration;
    const note = await checkPort(host, port, '/ready').catch((error: unknown) => void found.push(error));
    if (typeof note === 'string') printError(note);
    await checkResources(value.configuration, { hasStore: true }).catch((error: unknown) => found.push(error));
  }
  if (found.length > 0 || value === undefined)
    throw new OperatorError(
      found.map((problem) => (problem instanceof Error ? problem.message : String(problem))).join('\n'),
      {
        setting: found.map(settingOf).find((setting) => setting !== undefined),
      },
    );
  return ['It can start.', describeStore(value.configuration), describeData(value.inUse)].join('\n');
}
