import { printable } from '../../http/terminal.ts';
import type { Store } from '../store/store.ts';
import { readArguments, type Result } from './arguments.ts';
import { program } from './program.ts';

export async function createAccount(store: Store, args: readonly string[]): Promise<Result> {
  const { positionals } = readArguments(args, {}, 'NAME');
  const account = await store.createAccount(positionals[0] ?? '');
  const { name } = account;
  const text = `Created the account "${name}". A key for it: ${program} key create --account ${JSON.stringify(name)}`;
  return { text, json: account };
}

export async function listAccounts(store: Store, args: readonly string[]): Promise<Result> {
  readArguments(args, {});
  const accounts = await store.listAccounts();
  const text =
    accounts.map(({ name }) => printable(name)).join('\n') || `There is no account yet: ${program} account create NAME`;
  return { text, json: accounts };
}
