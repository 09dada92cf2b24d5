import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKey, hashApiKey, isApiKey } from '../../../src/service/store/api-key.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded-store.ts';
import { cachedKeys } from '../../../src/service/store/key-cache.ts';
import { temporaryDirectory } from './running-service.ts';

async function open(directory = temporaryDirectory()) {
  const store = await openEmbeddedStore(directory);
  onTestFinished(() => store.close());
  return store;
}

describe('API keys', () => {
  it('have a prefix, 131 random bits and a checksum, and differ', () => {
    const keys = Array.from({ length: 1000 }, createApiKey);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^geolet_[0-9A-Za-z]{28}$/);
    expect(keys.every(isApiKey)).toBe(true);
  });

  it('with one character changed are recognised as mistyped', () => {
    const key = createApiKey();
    for (let at = 0; at < key.length; at++) {
      const changed = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isApiKey(changed)).toBe(false);
    }
  });

  it('are nowhere on disk: only their hash is', async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    const { key } = await store.issueKey(await store.createAccount('a'), { scopes: ['read'] });
    const bytes = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'latin1')).join('');
    expect(bytes).toContain(hashApiKey(key));
    expect(bytes).not.toContain(key.slice('geolet_'.length));
  });
});

describe('the embedded store', () => {
  it('keeps accounts, websites and keys when it is opened again', async () => {
    const directory = temporaryDirectory();
    const first = await openEmbeddedStore(directory);
    const account = await first.createAccount('a');
    await first.addSite(account, 's1');
    const { id, key } = await first.issueKey(account, { scopes: ['read', 'delete'], expiresAt: new Date('2099-01-01') });
    first.close();
    const store = await open(directory);
    expect(await store.findAccount('a')).toEqual(account);
    expect((await store.listSites(account)).map(({ siteID }) => siteID)).toEqual(['s1']);
    expect(await store.findKey(hashApiKey(key))).toMatchObject({ id, accountId: account.id, scopes: ['read', 'delete'], expiresAt: new Date('2099-01-01'), revokedAt: undefined });
  });

  it('deletes a website of the account, once, and tells why it does not', async () => {
    const store = await open();
    const [one, two] = [await store.createAccount('one'), await store.createAccount('two')];
    await store.addSite(one, 's');
    expect(await store.deleteSite(two.id, 's')).toBe('of another account');
    expect(await store.deleteSite(one.id, 'other')).toBe('unknown');
    expect(await store.deleteSite(one.id, 's')).toBe('deleted');
    expect(await store.deleteSite(one.id, 's')).toBe('unknown');
  });

  it('lets a deleted website be added again, by anybody', async () => {
    const store = await open();
    const [one, two] = [await store.createAccount('one'), await store.createAccount('two')];
    await store.addSite(one, 's');
    await expect(store.addSite(two, 's')).rejects.toThrow('The website "s" is registered already.');
    await store.deleteSite(one.id, 's');
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
    await expect(store.createAccount('a')).rejects.toThrow('There is an account "a" already.');
  });

  it('revokes a key once, and remembers when', async () => {
    const store = await open();
    const { id, key } = await store.issueKey(await store.createAccount('a'), { scopes: ['read'] });
    expect(await store.revokeKey(id)).toBe(true);
    const first = await store.findKey(hashApiKey(key));
    expect(first?.revokedAt).toBeInstanceOf(Date);
    expect(await store.revokeKey(id)).toBe(true);
    expect(await store.findKey(hashApiKey(key))).toEqual(first);
    expect(await store.revokeKey(99)).toBe(false);
  });

  it('is used by several processes at a time', async () => {
    const directory = temporaryDirectory();
    const [here, there] = [await open(directory), await open(directory)];
    const account = await here.createAccount('a');
    await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).addSite(account, `s${i}`)));
    const deletions = await Promise.all(Array.from({ length: 80 }, (_, i) => (i % 2 ? here : there).deleteSite(account.id, `s${i >> 1}`)));
    expect(deletions.filter((deletion) => deletion === 'deleted')).toHaveLength(40);
    expect(await there.listSites(account)).toEqual([]);
  });

  it('is brought up to date by one of several that start together', async () => {
    const directory = temporaryDirectory();
    const stores = await Promise.all(Array.from({ length: 5 }, () => open(directory)));
    await stores[0]?.createAccount('a');
    expect(await stores[4]?.listAccounts()).toHaveLength(1);
  });

  it('is not opened when a newer version wrote it', async () => {
    const directory = temporaryDirectory();
    const client = createClient({ url: `file:${join(directory, 'service.db')}` });
    await client.execute('PRAGMA user_version = 99');
    client.close();
    await expect(openEmbeddedStore(directory)).rejects.toThrow(/written by a newer Geolet/);
  });

  it('is not opened when the file is no store, and the file stays as it is', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'service.db'), 'no database, but somebody needs it'.repeat(100));
    await expect(openEmbeddedStore(directory)).rejects.toThrow(/^DATA_DIR: .*service\.db can't be used as store/);
    expect(readFileSync(join(directory, 'service.db'), 'utf8')).toContain('somebody needs it');
  });

  it('is not opened where there can be no directory', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    await expect(openEmbeddedStore(join(directory, 'file'))).rejects.toThrow(/^DATA_DIR: /);
    mkdirSync(join(directory, 'other', 'service.db'), { recursive: true });
    await expect(openEmbeddedStore(join(directory, 'other'))).rejects.toThrow(/^DATA_DIR: /);
  });
});

describe('the cache of keys', () => {
  const stored = { id: 1, accountId: 1, scopes: [], createdAt: new Date(0), expiresAt: undefined, revokedAt: undefined };

  it('asks the store once for many requests', async () => {
    let asked = 0;
    const find = cachedKeys(() => Promise.resolve(++asked === 0 ? undefined : stored));
    for (let i = 0; i < 100; i++) expect(await find('hash')).toBe(stored);
    expect(asked).toBe(1);
  });

  it('does not remember keys that nobody issued', async () => {
    let asked = 0;
    const find = cachedKeys(() => Promise.resolve(++asked === 0 ? stored : undefined));
    for (let i = 0; i < 3; i++) expect(await find('hash')).toBeUndefined();
    expect(asked).toBe(3);
  });
});
