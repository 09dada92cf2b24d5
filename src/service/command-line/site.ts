import { printable } from '../../http/terminal.ts';
import type { Store } from '../store/store.ts';
import { chooseAccount, readArguments, type Result } from './arguments.ts';
import { program } from './program.ts';

const options = { account: { type: 'string' } } as const;

export async function addSite(store: Store, args: readonly string[]): Promise<Result> {
  const { values, positionals } = readArguments(args, options, 'SITE_ID');
  const account = await chooseAccount(store, values.account);
  const siteID = positionals[0] ?? '';
  await store.addSite(account, siteID);
  return {
    text: `Added the website "${siteID}" to the account "${account.name}".`,
    json: { siteID, account: account.name },
  };
}

export async function listSites(store: Store, args: readonly string[]): Promise<Result> {
  const { values } = readArguments(args, options);
  const account = await chooseAccount(store, values.account);
  const sites = await store.listSites(account);
  const lines = sites.map(({ siteID, addedAt }) => `${printable(siteID)}  added ${day(addedAt)}`);
  const text = lines.join('\n') || `The account "${account.name}" has no website: ${program} site add SITE_ID`;
  return { text, json: sites };
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
