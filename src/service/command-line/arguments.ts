import { parseArgs, type ParseArgsConfig } from 'node:util';
import { argumentProblem } from '../../http/argument-problem.ts';
import { OperatorError } from '../operator-error.ts';
import type { Account, Store } from '../store/store.ts';
import { program } from './program.ts';

/** What a command prints: text for people, or JSON for programs with `--json`. */
export interface Result {
  readonly text: string;
  readonly json: unknown;
}

/**
 * Reads a command's arguments.
 *
 * @throws OperatorError for unknown options, and unless there is one positional argument for each name.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  ...names: readonly string[]
) {
  const parsed = parse(args, options);
  if (parsed.positionals.length !== names.length) {
    throw new OperatorError(
      names.length === 0 ? `Not understood: ${parsed.positionals.join(' ')}` : `Wanted: ${names.join(' ')}`,
    );
  }
  return parsed;
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const problem = argumentProblem(cause, Object.keys(options));
    throw new OperatorError(`${problem} All commands and their options: ${program} help`, { cause });
  }
}

/** The account that is named, or the only one there is. */
export async function chooseAccount(store: Store, name: string | undefined): Promise<Account> {
  const accounts = await store.listAccounts();
  const account = name === undefined ? accounts[0] : accounts.find((one) => one.name === name);
  if (accounts.length === 0) throw new OperatorError(`There is no account yet: ${program} account create NAME`);
  if (name === undefined && accounts.length > 1) {
    throw new OperatorError(`Which account? --account ${accounts.map((one) => one.name).join(' | ')}`);
  }
  if (account === undefined) throw new OperatorError(`There is no account "${name}": ${program} account list`);
  return account;
}
