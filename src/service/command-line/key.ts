import type { Scope } from '../../record/operations.ts';
import { OperatorError } from '../operator-error.ts';
import { hashApiKey, isApiKey } from '../store/api-key.ts';
import { isScope } from '../store/rows.ts';
import type { Store, StoredKey } from '../store/store.ts';
import { chooseAccount, readArguments } from './arguments.ts';

export async function createKey(store: Store, args: readonly string[]): Promise<string> {
  const options = { account: { type: 'string' }, scope: { type: 'string', default: 'read' }, expires: { type: 'string' } } as const;
  const { values } = readArguments(args, options);
  const account = await chooseAccount(store, values.account);
  const scopes = readScopes(values.scope);
  const expiresAt = values.expires === undefined ? undefined : readExpiry(values.expires);
  const { id, key } = await store.issueKey(account, { scopes, expiresAt });
  return `${key}\n\nThis is key ${id} of the account "${account.name}" (${scopes.join(', ')}). Keep it now: it can't be shown again.`;
}

export async function listKeys(store: Store, args: readonly string[]): Promise<string> {
  const { values } = readArguments(args, { account: { type: 'string' } });
  const account = await chooseAccount(store, values.account);
  const keys = await store.listKeys(account);
  return keys.map(describeKey).join('\n') || `The account "${account.name}" has no key: npm run service -- key create`;
}

/** Takes the key itself as well, for the day when one is found where it should not be. */
export async function revokeKey(store: Store, args: readonly string[]): Promise<string> {
  const [which = ''] = readArguments(args, {}, 'ID|KEY').positionals;
  const id = isApiKey(which) ? (await store.findKey(hashApiKey(which)))?.id : /^\d{1,15}$/.test(which) ? Number(which) : undefined;
  if (id === undefined || !(await store.revokeKey(id))) throw new OperatorError('There is no such key: npm run service -- key list');
  return `Revoked key ${id}. Running services refuse it within a second.`;
}

function readScopes(text: string): readonly Scope[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))];
  if (!scopes.every(isScope)) throw new OperatorError(`--scope: "${text}" is not read, delete or read,delete`);
  return scopes;
}

/** A day lasts until its end, anywhere in UTC. */
function readExpiry(text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text);
  if (Number.isNaN(date.getTime())) throw new OperatorError(`--expires: "${text}" is not a date such as 2027-12-31`);
  if (date.getTime() <= Date.now()) throw new OperatorError(`--expires: ${text} is past`);
  return date;
}

function describeKey({ id, scopes, createdAt, expiresAt, revokedAt }: StoredKey): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const end =
    revokedAt !== undefined ? `revoked ${day(revokedAt)}`
    : expiresAt === undefined ? 'does not expire'
    : `${expiresAt.getTime() > Date.now() ? 'expires' : 'expired'} ${day(expiresAt)}`;
  return `${id}  ${scopes.join(',')}  created ${day(createdAt)}  ${end}`;
}
