import type { Store } from '../store/store.ts';
import { chooseAccount, readArguments } from './arguments.ts';

const options = { account: { type: 'string' } } as const;

export async function addSite(store: Store, args: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(args, options, 'SITE_ID');
  const account = await chooseAccount(store, values.account);
  const siteID = positionals[0] ?? '';
  await store.addSite(account, siteID);
  return `Added the website "${siteID}" to the account "${account.name}".`;
}

export async function listSites(store: Store, args: readonly string[]): Promise<string> {
  const { values } = readArguments(args, options);
  const account = await chooseAccount(store, values.account);
  const sites = await store.listSites(account);
  const lines = sites.map(({ siteID, addedAt }) => `${siteID}  added ${day(addedAt)}`);
  return lines.join('\n') || `The account "${account.name}" has no website: npm run service -- site add SITE_ID`;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
