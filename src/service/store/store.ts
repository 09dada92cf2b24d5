import type { Scope } from '../../record/operations.ts';

/** Stores accounts, their websites and their keys. Every change is one transaction. */
export interface Store {
  /** @throws OperatorError when the name is taken. */
  createAccount(name: string): Promise<Account>;
  findAccount(name: string): Promise<Account | undefined>;
  listAccounts(): Promise<readonly Account[]>;

  /**
   * A site ID is assigned by the site-building platform and names one website, so it belongs to one account.
   *
   * @throws OperatorError when the ID can't be one, or is registered already.
   */
  addSite(account: Account, siteID: string): Promise<void>;
  listSites(account: Account): Promise<readonly Site[]>;
  deleteSite(accountId: number, siteID: string): Promise<SiteDeletion>;

  /** @returns the key itself, for the only time: the store has only its hash. */
  issueKey(account: Pick<Account, 'id'>, options: KeyOptions): Promise<{ readonly id: number; readonly key: string }>;
  /** Revoked and expired keys are found as well. */
  findKey(hash: string): Promise<StoredKey | undefined>;
  getKey(id: number): Promise<StoredKey | undefined>;
  listKeys(account: Account): Promise<readonly StoredKey[]>;
  /** @returns whether there was such a key. */
  revokeKey(id: number): Promise<boolean>;
  /** Makes a key expire at a date, unless it expires before. @returns whether there was such a key. */
  expireKey(id: number, at: Date): Promise<boolean>;
  /** Notes when keys were last used, by their IDs. */
  markUsed(used: ReadonlyMap<number, Date>): Promise<void>;
  hasKeys(): Promise<boolean>;

  /** Which store this is, for people: a path, or a host and a database, without a password. */
  readonly place: string;
  /** All that there is, for another store. */
  contents(): Promise<StoreContents>;
  /** Adds what is not there, all or nothing. Of a key that is in both, the stricter counts. */
  add(contents: StoreContents): Promise<void>;
  /** Writes a consistent copy to a new file. @throws OperatorError for a store that can't do that. */
  backUp(path: string): Promise<void>;
  /** Whether a valid key may delete websites. Without one, no request changes anything. */
  hasKeysThatDelete(): Promise<boolean>;
  /** Does what requests need: reads, and writes without a lasting change. @throws when the store can't be read. */
  check(): Promise<StoreState>;
  close(): Promise<void>;
}

/** `read-only`: nothing can be changed, as on a full disk. */
export type StoreState = 'ok' | 'read-only';

export interface Account {
  readonly id: number;
  readonly name: string;
}

export interface Site {
  readonly siteID: string;
  readonly addedAt: Date;
}

export type SiteDeletion = 'deleted' | 'of another account' | 'unknown';

export interface KeyOptions {
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date | undefined;
}

export interface StoredKey {
  readonly id: number;
  readonly accountId: number;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** To the minute. */
  readonly lastUsedAt: Date | undefined;
}

/** All that a store holds, without its own numbers: those of another store are others. */
export interface StoreContents {
  readonly accounts: readonly { readonly name: string; readonly createdAt: Date }[];
  readonly sites: readonly { readonly account: string; readonly siteID: string; readonly addedAt: Date }[];
  readonly keys: readonly KeyContents[];
}

export interface KeyContents {
  readonly account: string;
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  readonly lastUsedAt: Date | undefined;
}
