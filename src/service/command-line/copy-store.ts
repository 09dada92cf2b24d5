import { join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';
import { openStore } from '../store/open-store.ts';
import type { Store, StoreContents } from '../store/store.ts';
import { readArguments, type Result } from './arguments.ts';

const options = { from: { type: 'string' }, to: { type: 'string' } } as const;

/**
 * Carries accounts, websites and keys from one store to another: to PostgreSQL, back, or to another machine. The store
 * of the settings is the one that is not named. Nothing is removed from either, so it may be done again.
 */
export async function copyStore(own: Store, args: readonly string[]): Promise<Result> {
  const { values } = readArguments(args, options);
  const named = values.from ?? values.to;
  if (named === undefined || (values.from !== undefined && values.to !== undefined))
    throw new OperatorError(
      'Name the other store: --from or --to, with its folder (DATA_DIR) or postgres://… The settings say the one that is not named',
    );
  const other = await openOther(named, values.from !== undefined);
  try {
    const [from, to] = values.from === undefined ? [own, other] : [other, own];
    if (from.place === to.place) throw new OperatorError(`Both are the same store: ${from.place}`);
    return await copy(from, to);
  } finally {
    await other.close();
  }
}

async function copy(from: Store, to: Store): Promise<Result> {
  const contents = await from.contents();
  refuseSitesOfOthers(contents, await to.contents(), to);
  await to.add(contents);
  const { accounts, sites, keys } = contents;
  const count = `${accounts.length} accounts, ${sites.length} websites and ${keys.length} keys`;
  const text = [
    `Copied ${count} from ${from.place} to ${to.place}. The same keys are accepted there; their numbers may be others.`,
    'What was there already, and what was copied from, is as it was.',
  ].join('\n');
  return {
    text,
    json: { from: from.place, to: to.place, accounts: accounts.length, sites: sites.length, keys: keys.length },
  };
}

/** A website belongs to one account. @throws OperatorError before anything is copied. */
function refuseSitesOfOthers(from: StoreContents, to: StoreContents, { place }: Store): void {
  const owners = new Map(to.sites.map(({ siteID, account }) => [siteID, account]));
  const taken = from.sites.find(({ siteID, account }) => (owners.get(siteID) ?? account) !== account);
  if (taken === undefined) return;
  throw new OperatorError(
    `Nothing was copied: the website "${taken.siteID}" of the account "${taken.account}" belongs to the account "${owners.get(taken.siteID)}" in ${place}`,
  );
}

/** A store to copy from must be there. Another one is made. */
async function openOther(named: string, mustExist: boolean): Promise<Store> {
  const isUrl = /^[a-z]+:\/\//i.test(named);
  if (isUrl && !/^postgres(ql)?:\/\/./.test(named))
    throw new OperatorError('--from and --to take a folder, or postgres://user:password@host:5432/database');
  const path = join(resolve(named), 'service.db');
  if (!isUrl && mustExist && !existsSync(path))
    throw new OperatorError(`--from: there is no store in ${resolve(named)}`);
  return openStore({ databaseURL: isUrl ? named : undefined, dataDirectory: named }, () => undefined);
}
