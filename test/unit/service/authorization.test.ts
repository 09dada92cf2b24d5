import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAuthorization, type unauthorized } from '../../../src/service/authorization.ts';
import { MemoryRateLimiter } from '../../../src/service/limits/memory-rate-limiter.ts';
import type { Scope } from '../../../src/record/operations.ts';
import { createApiKey } from '../../../src/service/store/api-key.ts';
import { openEmbeddedStore } from '../../../src/service/store/embedded-store.ts';
import type { KeyOptions } from '../../../src/service/store/store.ts';
import { keepLog } from './log-lines.ts';
import { temporaryDirectory } from './running-service.ts';

const peer = '198.51.100.7';
const invalid = { status: 401, message: 'The API key is not valid.', headers: { 'www-authenticate': 'Bearer' } };
const missing = {
  status: 401,
  message: 'Send an API key in the header "Authorization: Bearer <key>".',
  headers: { 'www-authenticate': 'Bearer' },
};
const lockedOut = {
  status: 429,
  message: 'Too many requests with API keys that are not valid. Try again in 60 s.',
  headers: { 'retry-after': '60', 'ratelimit-policy': '"failed-keys";q=2;w=60', ratelimit: '"failed-keys";r=0;t=60' },
};

// The clock stands still, so that what is left of a window can be told.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 22) });
  onTestFinished(() => void vi.useRealTimers());
});

async function start({ maxPerKey = 2, maxFailed = 2 } = {}) {
  const store = await openEmbeddedStore(temporaryDirectory());
  onTestFinished(() => store.close());
  const account = await store.createAccount('shop');
  const used: number[] = [];
  const asked: string[] = [];
  const limiters = {
    perKey: new MemoryRateLimiter({ requests: maxPerKey, seconds: 60 }),
    failedKeys: new MemoryRateLimiter({ requests: maxFailed, seconds: 60 }),
  };
  const source = { findKey: (hash: string) => (asked.push(hash), store.findKey(hash)) };
  const authorize = createAuthorization(source, limiters, (keyId) => used.push(keyId));
  const send = (authorization: string | undefined, scope: Scope = 'read', from = peer) =>
    authorize(new Headers(authorization === undefined ? {} : { authorization }), from, scope);
  const issue = (options: Partial<KeyOptions> = {}) => store.issueKey(account, { scopes: ['read'], ...options });
  return { store, account, limiters, source, used, asked, send, issue, logged: keepLog() };
}

const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    ({ status, message, headers }: ReturnType<typeof unauthorized>) => ({ status, message, headers }),
  );

describe('a good key', () => {
  it('is its account, told what is left of its own limit, and noted as used', async () => {
    const { send, issue, account, used, logged } = await start();
    const { id, key } = await issue();
    expect(await send(`Bearer ${key}`)).toEqual({
      accountId: account.id,
      quota: { 'ratelimit-policy': '"key";q=2;w=60', ratelimit: '"key";r=1;t=60' },
    });
    expect(used).toEqual([id]);
    expect(logged()).toEqual([]);
  });

  it.each(['Bearer ', 'bearer ', 'BEARER    '])('is read after %j, also with blanks behind it', async (scheme) => {
    const { issue, source, limiters, account } = await start();
    const { key } = await issue();
    const authorize = createAuthorization(source, limiters);
    // `Headers` would take the blanks away, and not every host has one.
    for (const authorization of [`${scheme}${key}`, `${scheme}${key}  `]) {
      expect(await authorize({ get: () => authorization, has: () => true }, peer, 'read')).toHaveProperty(
        'accountId',
        account.id,
      );
    }
  });

  it('needs nobody who notes its use', async () => {
    const { issue, source, limiters, account } = await start();
    const { key } = await issue();
    expect(
      await createAuthorization(source, limiters)(new Headers({ authorization: `Bearer ${key}` }), peer, 'read'),
    ).toHaveProperty('accountId', account.id);
  });

  it('beyond its limit is told to wait, and was used all the same', async () => {
    const { send, issue, used } = await start({ maxPerKey: 1 });
    const { id, key } = await issue();
    const other = await issue();
    await send(`Bearer ${key}`);
    expect(await refusal(send(`Bearer ${key}`))).toEqual({
      status: 429,
      message: 'Too many requests with this API key. Try again in 60 s.',
      headers: { 'retry-after': '60', 'ratelimit-policy': '"key";q=1;w=60', ratelimit: '"key";r=0;t=60' },
    });
    expect(used).toEqual([id, id]);
    expect(await send(`Bearer ${other.key}`)).toHaveProperty('accountId');
  });

  it('without the right to do it is refused, and that is no failed key', async () => {
    const { send, issue, used, limiters } = await start();
    const { key } = await issue();
    const description = 'The API key does not have the right "delete".';
    for (let request = 0; request < 3; request++)
      expect(await refusal(send(`Bearer ${key}`, 'delete'))).toEqual({ ...invalid, message: description });
    expect(used).toEqual([]);
    expect(limiters.failedKeys.peek(peer).remaining).toBe(2);
    expect(await send(`Bearer ${(await issue({ scopes: ['delete'] })).key}`, 'delete')).toHaveProperty('accountId');
  });
});

describe('a key that was good', () => {
  it('is not valid from the moment at which it expires, and does not count as failed', async () => {
    const { send, issue, limiters, used } = await start();
    const { key } = await issue({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await send(`Bearer ${key}`)).toHaveProperty('accountId');
    vi.setSystemTime(Date.now() + 59_999);
    expect(await send(`Bearer ${key}`)).toHaveProperty('accountId');
    vi.setSystemTime(Date.now() + 1);
    for (let request = 0; request < 3; request++) expect(await refusal(send(`Bearer ${key}`))).toEqual(invalid);
    expect(limiters.failedKeys.peek(peer).remaining).toBe(2);
    expect(used).toHaveLength(2);
  });

  it('is not valid once it is revoked, whenever it would expire', async () => {
    const { send, issue, store } = await start();
    for (const expiresAt of [undefined, new Date(Date.now() + 60_000)]) {
      const { id, key } = await issue({ expiresAt });
      await store.revokeKey(id);
      expect(await refusal(send(`Bearer ${key}`))).toEqual(invalid);
    }
  });
});

describe('what is no key', () => {
  it.each([
    ['nobody', [undefined, '', 'Bearer', 'Bearer ', 'Bearer two words']],
    ['another scheme', ['geolet', 'Basic geolet', 'xBearer geolet', 'Bearergeolet']],
  ])('is of %s: told what to send, and does not count as failed: %j', async (_whose, values) => {
    const { send, limiters, asked } = await start();
    for (const authorization of values) expect(await refusal(send(authorization))).toEqual(missing);
    expect(limiters.failedKeys.peek(peer).remaining).toBe(2);
    expect(asked).toEqual([]);
  });

  it('is refused without a look into the store where no key has such a form', async () => {
    const { send, asked } = await start();
    expect(await refusal(send('Bearer geolet_guess'))).toEqual(invalid);
    expect(asked).toEqual([]);
    expect(await refusal(send(`Bearer ${createApiKey()}`))).toEqual(invalid);
    expect(asked).toHaveLength(1);
  });
});

describe('a peer that tries keys', () => {
  it('is refused after too many, whatever it sends, and the operator is told once which network it is in', async () => {
    const { send, issue, logged, asked } = await start();
    const { key } = await issue();
    expect(await refusal(send(`Bearer ${createApiKey()}`))).toEqual(invalid);
    expect(logged()).toEqual([]);
    expect(await refusal(send(`Bearer ${createApiKey()}`))).toEqual(invalid);
    const told = [
      {
        time: expect.any(String),
        level: 'warn',
        peer: '198.51.100.0',
        seconds: 60,
        message:
          'too many invalid keys from this peer; all its requests are refused for as long as `seconds` says. If it is a load balancer, set TRUSTED_PROXIES',
      },
    ];
    expect(logged()).toEqual(told);
    expect(await refusal(send(`Bearer ${createApiKey()}`))).toEqual(lockedOut);
    expect(await refusal(send(`Bearer ${key}`))).toEqual(lockedOut);
    expect(await refusal(send(undefined))).toEqual(lockedOut);
    expect(logged()).toEqual(told);
    expect(asked).toHaveLength(2);
  });

  it('does not keep others out', async () => {
    const { send, issue } = await start({ maxFailed: 1 });
    const { key } = await issue();
    await refusal(send(`Bearer ${createApiKey()}`));
    expect(await send(`Bearer ${key}`, 'read', '203.0.113.1')).toHaveProperty('accountId');
  });

  it('is refused as one of too many where others failed while its key was looked up', async () => {
    const { send, limiters, logged } = await start();
    const tries = await Promise.all([1, 2, 3].map(() => refusal(send(`Bearer ${createApiKey()}`))));
    expect(tries).toEqual([invalid, invalid, lockedOut]);
    expect(limiters.failedKeys.peek(peer).remaining).toBe(0);
    expect(logged()).toHaveLength(1);
  });
});
