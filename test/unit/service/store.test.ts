import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApiKey, hashApiKey, isApiKey } from '../../../src/service/store/api-key.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded-store.ts';
import { cachedKeys } from '../../../src/service/store/key-cache.ts';
import { temporaryDirectory } from './running-service.ts';
import { storeContract } from './store-contract.ts';

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

  it('with one character changed, less or more are recognised as mistyped, as is what is no key', () => {
    const key = createApiKey();
    expect([key.slice(0, -1), `${key}0`, "geolet_' OR 1=1 --", '__proto__'].filter(isApiKey)).toEqual([]);
    for (let at = 0; at < key.length; at++) {
      const changed = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
      expect(isApiKey(changed)).toBe(false);
    }
  });

  it('are nowhere on disk: only their hash is', async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    const { key } = await store.issueKey(await store.createAccount('a'), { scopes: ['read'] });
    const bytes = readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'latin1'))
      .join('');
    expect(bytes).toContain(hashApiKey(key));
    expect(bytes).not.toContain(key.slice('geolet_'.length));
  });
});

describe('the embedded store', () => {
  it("is its owner's alone, also one that everybody could read", async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'service.db');
    writeFileSync(path, '', { mode: 0o644 });
    await open(directory);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });

  storeContract(() => {
    const directory = temporaryDirectory();
    return () => open(directory);
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
  const dates = { createdAt: new Date(0), expiresAt: undefined, revokedAt: undefined, lastUsedAt: undefined };
  const stored = { id: 1, accountId: 1, scopes: [], ...dates };

  it('asks the store once for many requests', async () => {
    const source = vi.fn(() => Promise.resolve(stored));
    const find = cachedKeys(source);
    for (let i = 0; i < 100; i++) expect(await find('hash')).toBe(stored);
    expect(source).toHaveBeenCalledTimes(1);
  });

  it('does not remember keys that nobody issued', async () => {
    const source = vi.fn(() => Promise.resolve(undefined));
    const find = cachedKeys(source);
    for (let i = 0; i < 3; i++) expect(await find('hash')).toBeUndefined();
    expect(source).toHaveBeenCalledTimes(3);
  });

  it('answers those who come while the store is asked with the same answer', async () => {
    const source = vi.fn(() => setImmediate(stored));
    const find = cachedKeys(source);
    const found = await Promise.all(Array.from({ length: 100 }, async () => find('hash')));
    expect(found.every((key) => key === stored)).toBe(true);
    expect(source).toHaveBeenCalledTimes(1);
  });

  it('asks again once the answer is half a second old, and forgets a key that is gone', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const revokedAt = new Date(1);
    const answers = [stored, { ...stored, revokedAt }, undefined];
    const find = cachedKeys(() => Promise.resolve(answers.shift()));
    expect(await find('hash')).toMatchObject({ revokedAt: undefined });
    vi.advanceTimersByTime(499);
    expect(await find('hash')).toMatchObject({ revokedAt: undefined });
    vi.advanceTimersByTime(1);
    expect(await find('hash')).toMatchObject({ revokedAt });
    vi.advanceTimersByTime(500);
    expect(await find('hash')).toBeUndefined();
  });

  it('does not remember that the store failed', async () => {
    const find = cachedKeys(vi.fn(() => Promise.resolve(stored)).mockRejectedValueOnce(new Error('away')));
    await expect(find('hash')).rejects.toThrow('away');
    expect(await find('hash')).toBe(stored);
  });
});
