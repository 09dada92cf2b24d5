import { expect, it } from 'vitest';
import { OperatorError } from '../../../src/service/operator-error.ts';
import { hashApiKey } from '../../../src/service/store/api-key.ts';
import type { Store } from '../../../src/service/store/store.ts';

/** Opens one store, empty at first, as often as it is called. */
export type Open = () => Promise<Store>;

/** What holds for every store, whatever keeps it. `emptyStore` makes a new one. */
export function storeContract(emptyStore: () => Open | Promise<Open>): void {
  const open = async () => (await emptyStore())();

  it('keeps accounts, websites and keys when it is opened again', async () => {
    const opens = await emptyStore();
    const first = await opens();
    const account = await first.createAccount('a');
    await first.addSite(account, 's1');
    const options = { scopes: ['read', 'delete'], expiresAt: new Date('2099-01-01') } as const;
    const { id, key } = await first.issueKey(account, options);
    const store = await opens();
    expect(await store.findAccount('a')).toEqual(account);
    expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(['s1']);
    const kept = { id, accountId: account.id, ...options, revokedAt: undefined };
    expect(await store.findKey(hashApiKey(key))).toMatchObject(kept);
    expect(await store.findKey(hashApiKey(`${key}x`))).toBeUndefined();
  });

  it('lists in the order of characters, and dates what it lists', async () => {
    const store = await open();
    for (const name of ['b', 'A', 'a', '_']) await store.createAccount(name);
    expect((await store.listAccounts()).map(({ name }) => name)).toEqual(['A', '_', 'a', 'b']);
    const account = await store.createAccount('owner');
    for (const siteID of ['b', 'A', 'a', '_']) await store.addSite(account, siteID);
    const sites = await store.listSites(account);
    expect(sites.map(({ siteID }) => siteID)).toEqual(['A', '_', 'a', 'b']);
    for (const { addedAt } of sites) expect(Math.abs(addedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('deletes a website of the account, once, and tells why it does not; then anybody may add it', async () => {
    const store = await open();
    const [one, two] = [await store.createAccount('one'), await store.createAccount('two')];
    await store.addSite(one, 's');
    await expect(store.addSite(two, 's')).rejects.toThrow('The website "s" is registered already.');
    expect(await store.deleteSite(two.id, 's')).toBe('of another account');
    expect(await store.deleteSite(one.id, 'other')).toBe('unknown');
    expect(await store.deleteSite(one.id, 's')).toBe('deleted');
    expect(await store.deleteSite(one.id, 's')).toBe('unknown');
    expect(await store.deleteSite(two.id, 's')).toBe('unknown');
    await expect(store.addSite(two, 's')).resolves.toBeUndefined();
  });

  it.each(['', '.', '..', 'a/b', 'a b', 'é', '%41', 'a'.repeat(129), "a'b"])('takes no site ID %j', async (siteID) => {
    const store = await open();
    await expect(store.addSite(await store.createAccount('a'), siteID)).rejects.toThrow(/A site ID has/);
  });

  it.each(['', ' ', ' a', 'a\nb', 'a'.repeat(101)])('takes no account name %j', async (name) => {
    await expect((await open()).createAccount(name)).rejects.toThrow(/An account name has/);
  });

  it('takes no name twice', async () => {
    const store = await open();
    await store.createAccount('a');
    await expect(store.createAccount('a')).rejects.toThrow(new OperatorError('There is an account "a" already.'));
    expect(await store.listAccounts()).toHaveLength(1);
  });

  it('revokes a key once, and remembers when', async () => {
    const store = await open();
    expect(await store.hasKeys()).toBe(false);
    const { id, key } = await store.issueKey(await store.createAccount('a'), { scopes: ['read'] });
    expect(await store.hasKeys()).toBe(true);
    expect(await store.revokeKey(id)).toBe(true);
    const first = await store.findKey(hashApiKey(key));
    expect(first?.revokedAt).toBeInstanceOf(Date);
    expect(await store.revokeKey(id)).toBe(true);
    expect(await store.findKey(hashApiKey(key))).toEqual(first);
    expect(await store.revokeKey(99)).toBe(false);
    expect(await store.revokeKey(10 ** 15)).toBe(false);
  });

  it('ends a key at a date, never later than it would have', async () => {
    const store = await open();
    const account = await store.createAccount('a');
    for (const [expiresAt, expected] of [
      [undefined, new Date('2040-01-01')],
      [new Date('2030-01-01'), new Date('2030-01-01')],
    ]) {
      const { id } = await store.issueKey(account, { scopes: ['read'], expiresAt });
      expect(await store.expireKey(id, new Date('2040-01-01'))).toBe(true);
      expect((await store.getKey(id))?.expiresAt).toEqual(expected);
    }
    expect(await store.expireKey(99, new Date())).toBe(false);
    expect(await store.getKey(99)).toBeUndefined();
  });

  it('notes when keys were last used, and never an earlier time', async () => {
    const store = await open();
    const account = await store.createAccount('a');
    const one = await store.issueKey(account, { scopes: ['read'] });
    const two = await store.issueKey(account, { scopes: ['read'] });
    const day = (number: number) => new Date(`2030-01-0${number}`);
    expect((await store.getKey(one.id))?.lastUsedAt).toBeUndefined();
    await store.markUsed(new Map([[one.id, day(2)]]));
    await store.markUsed(new Map([[two.id, day(3)]]).set(one.id, day(1)));
    expect((await store.listKeys(account)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([day(2), day(3)]);
  });

  it('is used by several at a time, each website deleted once', async () => {
    const opens = await emptyStore();
    const [here, there] = [await opens(), await opens()];
    const account = await here.createAccount('a');
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).addSite(account, `s${i}`)));
    const deletions = await Promise.all(
      Array.from({ length: 80 }, (_, i) => (i % 2 ? here : there).deleteSite(account.id, `s${i >> 1}`)),
    );
    expect(deletions.filter((deletion) => deletion === 'deleted')).toHaveLength(40);
    expect(await there.listSites(account)).toEqual([]);
  });

  it('is brought up to date by one of several that start together', async () => {
    const opens = await emptyStore();
    const stores = await Promise.all(Array.from({ length: 5 }, () => opens()));
    await stores[0]?.createAccount('a');
    expect(await stores[4]?.listAccounts()).toHaveLength(1);
    await expect(stores[3]?.check()).resolves.toBe('ok');
  });

  it('knows whether a key is in force that may delete', async () => {
    const store = await open();
    const account = await store.createAccount('a');
    await store.issueKey(account, { scopes: ['read'] });
    expect(await store.hasKeysThatDelete()).toBe(false);
    const { id } = await store.issueKey(account, { scopes: ['read', 'delete'] });
    expect(await store.hasKeysThatDelete()).toBe(true);
    await store.expireKey(id, new Date(Date.now() - 60_000));
    expect(await store.hasKeysThatDelete()).toBe(false);
    const other = await store.issueKey(account, { scopes: ['delete'] });
    expect(await store.hasKeysThatDelete()).toBe(true);
    await store.revokeKey(other.id);
    expect(await store.hasKeysThatDelete()).toBe(false);
  });
}
