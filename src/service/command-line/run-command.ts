import { didYouMean } from '../../http/argument-problem.ts';
import { type Environment, helpOn } from '../../http/read-settings.ts';
import { serviceSettings } from '../../http/settings.ts';
import { printable, printError } from '../../http/terminal.ts';
import { type Configuration, defaultConfiguration, readConfiguration } from '../configuration.ts';
import { OperatorError } from '../operator-error.ts';
import { Unavailable } from '../outage.ts';
import { ownVariables } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createAccount, listAccounts } from './account.ts';
import { readArguments, type Result } from './arguments.ts';
import { readCommand } from './parsed-command.ts';
import { backUp } from './backup.ts';
import { copyStore } from './copy-store.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './key.ts';
import { program } from './program.ts';
import { addSite, listSites } from './site.ts';
import { readSettingsFile, unitSettings, unreadUnitSettings } from './settings-file.ts';
import { runStart } from './run-start.ts';
import { updateData } from './update-data.ts';

const usage = `${program} <command>

  start [--host ADDRESS] [--port PORT]        answer requests (also without a command)
  start --check                               say everything that is wrong with the settings, the data, the store and
                                              the port, and start nothing
  start --wait                                wait until the one that runs with these settings is ready; for systemd's
                                              ExecStartPost
  account create NAME
  account list
  site add SITE_ID [--account NAME]
  site list [--account NAME]
  key create [--account NAME] [--scope read,delete] [--expires 2027-12-31]
  key list [--account NAME]
  key rotate ID|KEY [--overlap 24h] [--expires 2027-12-31]
  key revoke ID|KEY
  store backup FILE|FOLDER                    in a folder, each day has a file of its own
  store copy --from STORE | --to STORE        carry accounts, websites and keys over: STORE is a folder, or postgres://…
  update-data                                 fetch this month's geo data

--account may be left out while there is only one account. Every command takes --data-dir in place of DATA_DIR, and
--settings FILE: a file of settings such as ${unitSettings}, which the unit of systemd reads. Those that list or change
something take --json, and say which store they use.

Settings are environment variables:

${helpOn(serviceSettings)}

Each name may begin with GEOLET_SERVICE_, for programs that share one environment.`;

type StoreCommand = (store: Store, args: readonly string[]) => Promise<Result>;

/** Commands that read or change the store. A running service may use it at the same time. */
const storeCommands: Readonly<Record<string, StoreCommand>> = {
  'account create': createAccount,
  'account list': listAccounts,
  'site add': addSite,
  'site list': listSites,
  'key create': createKey,
  'key list': listKeys,
  'key rotate': rotateKey,
  'key revoke': revokeKey,
  'store backup': backUp,
  'store copy': copyStore,
};

/**
 * @returns what to print; for `start`, once the service answers.
 * @throws OperatorError that says what to do otherwise.
 */
export async function runCommand(written: readonly string[], variables: Environment): Promise<string> {
  const { name, args, dataDirectory, settingsFile } = readCommand(written);
  if (name === 'help') return usage;
  const environment = { ...(settingsFile !== undefined && readSettingsFile(settingsFile)), ...withoutEmpty(variables) };
  const given = dataDirectory === undefined ? {} : { DATA_DIR: dataDirectory };
  if (name === 'start') return runStart(args, environment, given);
  const settings: Environment = { ...ownVariables(environment), ...given };
  if (name === 'update-data') {
    readArguments(args, {});
    return updateData(settings.DATA_DIR ?? defaultConfiguration.dataDirectory, settings.GEO_UPDATE_URL);
  }
  const command = Object.hasOwn(storeCommands, name) ? storeCommands[name] : undefined;
  if (command === undefined)
    throw new OperatorError(
      `There is no command "${name}".${didYouMean(name, [...Object.keys(storeCommands), 'start', 'update-data', 'help'])}\n\n${usage}`,
    );
  const configuration = readConfiguration(settings);
  const isEmbedded = configuration.databaseURL === undefined;
  const unread = isEmbedded ? unreadUnitSettings(settingsFile !== undefined) : undefined;
  if (unread !== undefined) printError(unread);
  return runStoreCommand(command, args, configuration);
}

async function runStoreCommand(command: StoreCommand, args: readonly string[], configuration: Configuration) {
  // Log nothing: the error that is thrown says it.
  const store = await openStore(configuration, () => undefined);
  try {
    const { text, json } = await command(
      store,
      args.filter((argument) => argument !== '--json'),
    );
    // Not on standard output, which programs read.
    printError(`Store: ${printable(store.place)}`);
    return args.includes('--json') ? JSON.stringify(json) : text;
  } catch (error) {
    throw error instanceof Unavailable ? new OperatorError(error.advice, { cause: error }) : error;
  } finally {
    await store.close();
  }
}

/** An empty variable counts as not set. */
function withoutEmpty(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
}
