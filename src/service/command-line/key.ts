import type { Scope } from '../../record/operations.ts';
import { OperatorError } from '../operator-error.ts';
import { hashApiKey, isApiKey } from '../store/api-key.ts';
import { isScope } from '../store/rows.ts';
import type { Store, StoredKey } from '../store/store.ts';
import { chooseAccount, readArguments, type Result } from './arguments.ts';
import { program } from './program.ts';

export async function createKey(store: Store, args: readonly string[]): Promise<Result> {
  const options = {
    account: { type: 'string' },
    scope: { type: 'string', default: 'read' },
    expires: { type: 'string' },
  } as const;
  const { values } = readArguments(args, options);
  const account = await chooseAccount(store, values.account);
  const scopes = readScopes(values.scope);
  const expiresAt = values.expires === undefined ? undefined : readExpiry(values.expires);
  const { id, key } = await store.issueKey(account, { scopes, expiresAt });
  const description = `key ${id} of the account "${account.name}" (${scopes.join(', ')}), which ${describeEnd(expiresAt)}`;
  return { text: shownOnce(key, description), json: { id, key, account: account.name, scopes, expiresAt } };
}

export async function listKeys(store: Store, args: readonly string[]): Promise<Result> {
  const { values } = readArguments(args, { account: { type: 'string' } });
  const account = await chooseAccount(store, values.account);
  const keys = await store.listKeys(account);
  const text = keys.map(describeKey).join('\n') || `The account "${account.name}" has no key: ${program} key create`;
  return { text, json: keys };
}

/** Takes an ID, or the key itself: a leaked key can be revoked without its ID. */
export async function revokeKey(store: Store, args: readonly string[]): Promise<Result> {
  const [which = ''] = readArguments(args, {}, 'ID|KEY').positionals;
  const { id } = await chooseKey(store, which);
  await store.revokeKey(id);
  return { text: `Revoked key ${id}. Running services refuse it within a second.`, json: { id } };
}

/**
 * Creates a second key with the same rights. The first one expires after the overlap, which leaves time to exchange it.
 */
export async function rotateKey(store: Store, args: readonly string[]): Promise<Result> {
  const options = { overlap: { type: 'string', default: '24h' }, expires: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, options, 'ID|KEY');
  const { id: old, accountId, scopes, expiresAt, revokedAt } = await chooseKey(store, positionals[0] ?? '');
  if (revokedAt !== undefined || (expiresAt !== undefined && expiresAt.getTime() <= Date.now())) {
    throw new OperatorError(`Key ${old} has ended already. Make a new one: ${program} key create`);
  }
  const endsAt = new Date(Date.now() + readDuration(values.overlap));
  const newEnd = values.expires === undefined ? undefined : readExpiry(values.expires);
  // Create the new key first: after a crash in between there are two keys, not none.
  const { id, key } = await store.issueKey({ id: accountId }, { scopes, expiresAt: newEnd });
  await store.expireKey(old, endsAt);
  const description = [
    `key ${id} (${scopes.join(', ')}), which ${describeEnd(newEnd)}`,
    `in place of key ${old}, which ends at ${endsAt.toISOString()} at the latest`,
  ].join(', ');
  return {
    text: shownOnce(key, description),
    json: { id, key, scopes, expiresAt: newEnd, replaces: { id: old, endsAt } },
  };
}

function shownOnce(key: string, description: string): string {
  return `${key}\n\nThis is ${description}. Keep it now: it can't be shown again.`;
}

async function chooseKey(store: Store, which: string): Promise<StoredKey> {
  let key: StoredKey | undefined;
  if (isApiKey(which)) key = await store.findKey(hashApiKey(which));
  else if (/^\d{1,15}$/.test(which)) key = await store.getKey(Number(which));
  if (key === undefined) throw new OperatorError(`There is no such key: ${program} key list`);
  return key;
}

/** In milliseconds. */
function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined) throw new OperatorError(`--overlap: "${text}" is not a time such as 30m, 24h or 7d`);
  return Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd'];
}

function readScopes(text: string): readonly Scope[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))];
  if (!scopes.every(isScope)) throw new OperatorError(`--scope: "${text}" is not read, delete or read,delete`);
  return scopes;
}

/** A date without a time means the end of that day in UTC. */
function readExpiry(text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text);
  if (Number.isNaN(date.getTime())) throw new OperatorError(`--expires: "${text}" is not a date such as 2027-12-31`);
  if (date.getTime() <= Date.now()) throw new OperatorError(`--expires: ${text} is in the past`);
  return date;
}

function describeKey({ id, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: StoredKey): string {
  const end = revokedAt === undefined ? describeEnd(expiresAt) : `revoked ${day(revokedAt)}`;
  const use = lastUsedAt === undefined ? 'never used' : `last used ${day(lastUsedAt)}`;
  return `${id}  ${scopes.join(',')}  created ${day(createdAt)}  ${end}  ${use}`;
}

function describeEnd(expiresAt: Date | undefined): string {
  return expiresAt === undefined
    ? 'does not expire'
    : `${expiresAt.getTime() > Date.now() ? 'expires' : 'expired'} ${day(expiresAt)}`;
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
