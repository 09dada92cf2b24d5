import type { Store } from '../store/store.ts';
import { readArguments } from './arguments.ts';

export async function createAccount(store: Store, args: readonly string[]): Promise<string> {
  const { positionals } = readArguments(args, {}, 'NAME');
  const { name } = await store.createAccount(positionals[0] ?? '');
  return `Created the account "${name}". A key for it: npm run service -- key create --account ${JSON.stringify(name)}`;
}

export async function listAccounts(store: Store, args: readonly string[]): Promise<string> {
  readArguments(args, {});
  const accounts = await store.listAccounts();
  return accounts.map(({ name }) => name).join('\n') || 'There is no account yet: npm run service -- account create NAME';
}
