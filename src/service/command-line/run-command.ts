import { readConfiguration } from '../configuration.ts';
import { OperatorError } from '../operator-error.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createAccount, listAccounts } from './account.ts';
import { createKey, listKeys, revokeKey } from './key.ts';
import { addSite, listSites } from './site.ts';
import { start } from './start.ts';

const usage = `npm run service -- <command>

  start [--host ADDRESS] [--port PORT]        answer requests (also without a command)
  account create NAME
  account list
  site add SITE_ID [--account NAME]
  site list [--account NAME]
  key create [--account NAME] [--scope read,delete] [--expires 2027-12-31]
  key list [--account NAME]
  key revoke ID|KEY

--account may be left out while there is one account only. Where data lie, which geo data are used and what is allowed is
set by environment variables: docs/service.md lists them. Every command takes --data-dir, which stands for DATA_DIR.`;

/** Each changes or shows the store, which a running service may use at the same time, and returns what to print. */
const storeCommands: Readonly<Record<string, (store: Store, args: readonly string[]) => Promise<string>>> = {
  'account create': createAccount,
  'account list': listAccounts,
  'site add': addSite,
  'site list': listSites,
  'key create': createKey,
  'key list': listKeys,
  'key revoke': revokeKey,
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @returns what to print; for `start`, once the service answers.
 * @throws OperatorError that says what to do otherwise.
 */
export async function runCommand(args: readonly string[], environment: Environment): Promise<string> {
  const { rest, settings } = takeDataDirectory(args, environment);
  const [first = 'start', second = ''] = rest;
  if (first === 'help' || rest.includes('--help')) return usage;
  const configuration = readConfiguration(settings);
  if (first === 'start') return start(configuration, rest.slice(1));
  if (first.startsWith('-')) return start(configuration, rest);
  const name = `${first} ${second}`;
  const command = Object.hasOwn(storeCommands, name) ? storeCommands[name] : undefined;
  if (command === undefined) throw new OperatorError(`There is no command "${name.trim()}".\n\n${usage}`);
  const store = await openStore(configuration);
  try {
    return await command(store, rest.slice(2));
  } finally {
    await store.close();
  }
}

/** `--data-dir` belongs to every command, so it is taken out before they read theirs. */
function takeDataDirectory(args: readonly string[], environment: Environment) {
  const at = args.indexOf('--data-dir');
  if (at < 0) return { rest: args, settings: environment };
  const directory = args[at + 1];
  if (directory === undefined) throw new OperatorError('--data-dir: a directory is missing');
  return { rest: args.toSpliced(at, 2), settings: { ...environment, DATA_DIR: directory } };
}
