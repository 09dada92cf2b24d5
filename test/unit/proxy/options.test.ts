import { describe, expect, it } from 'vitest';
import { type ProxyOptions, createProxy } from '../../../src/proxy/proxy.ts';
import { key } from './upstream-server.ts';

const valid: ProxyOptions = { upstream: 'https://geo.example', key };

describe('createProxy', () => {
  it.each<Partial<ProxyOptions>>([
    {},
    { upstream: 'https://geo.example/' },
    { upstream: 'https://geo.example:8443' },
    { upstream: 'http://localhost:8080' },
    { upstream: 'http://127.0.0.1' },
    { upstream: 'http://service-1:8090', allowHttp: true },
    { upstream: 'http://[::1]:8080' },
    { path: '/api/geo' },
    { path: '/~me/geo.json' },
    { trust: 'none' },
    { trust: 1 },
    { trust: 16, trustHeader: 'CF-Connecting-IP' },
    { trust: ['10.0.0.0/8', '2400:cb00::/32', '192.0.2.7'] },
    { origins: ['https://shop.example', 'http://localhost:3000'] },
    { expose: ['IP', 'latitude'], withhold: ['city'] },
    { timeoutMs: 1, maxBodyBytes: 1, limit: 0 },
    { secondKey: `${key}2`, dailyBudget: 1_000_000, cacheSeconds: 0, staleSeconds: 0, cacheEntries: 1, cacheBytes: 1 },
  ])('takes %j', (options) => {
    expect(() => createProxy({ ...valid, ...options })).not.toThrow();
  });

  it.each<[setting: string, variable: string, Partial<Record<keyof ProxyOptions, unknown>>]>([
    ['key', 'GEOLET_KEY', { key: '' }],
    ['key', 'GEOLET_KEY', { key: undefined }],
    ['key', 'GEOLET_KEY', { key: `${key}\n` }],
    ['key', 'GEOLET_KEY', { key: `${key}\r\nX-Evil: 1` }],
    ['key', 'GEOLET_KEY', { key: ` ${key}` }],
    ['key', 'GEOLET_KEY', { key: `${key.slice(0, 5)} ${key.slice(5)}` }],
    ['key', 'GEOLET_KEY', { key: `"${key}"` }],
    ['key', 'GEOLET_KEY', { key: `'${key}'` }],
    ['key', 'GEOLET_KEY', { key: `${key}\u0000` }],
    ['key', 'GEOLET_KEY', { key: `${key}é` }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: '' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'geo.example' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'http://geo.example' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'http://service-1:8090', allowHttp: false }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'http://127.0.0.1.evil.example' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'http://localhost.evil.example' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'ftp://geo.example', allowHttp: true }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'file:///etc/passwd' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'https://geo.example/beta/api' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'https://geo.example?x' }],
    ['upstream', 'GEOLET_UPSTREAM', { upstream: 'https://user:password@geo.example' }],
    ['path', 'GEOLET_PATH', { path: 'geo' }],
    ['path', 'GEOLET_PATH', { path: '/' }],
    ['path', 'GEOLET_PATH', { path: '' }],
    ['path', 'GEOLET_PATH', { path: '//evil.example/geo' }],
    ['path', 'GEOLET_PATH', { path: '/geo?x' }],
    ['path', 'GEOLET_PATH', { path: '/a/../geo' }],
    ['path', 'GEOLET_PATH', { path: 'https://shop.example/geo' }],
    ['trust', 'GEOLET_TRUST', { trust: 0 }],
    ['trust', 'GEOLET_TRUST', { trust: -1 }],
    ['trust', 'GEOLET_TRUST', { trust: 1.5 }],
    ['trust', 'GEOLET_TRUST', { trust: 17 }],
    ['trust', 'GEOLET_TRUST', { trust: Number.NaN }],
    ['trust', 'GEOLET_TRUST', { trust: [] }],
    ['trust', 'GEOLET_TRUST', { trust: ['all'] }],
    ['trust', 'GEOLET_TRUST', { trust: ['10.0.0.0/33'] }],
    ['trust', 'GEOLET_TRUST', { trust: ['0.0.0.0/0'] }],
    ['trust', 'GEOLET_TRUST', { trust: ['::/0'] }],
    ['trustHeader', 'GEOLET_TRUST_HEADER', { trustHeader: 'cf-connecting-ip' }],
    ['trustHeader', 'GEOLET_TRUST_HEADER', { trustHeader: 'x-real-ip, x-forwarded-for', trust: 1 }],
    ['trustHeader', 'GEOLET_TRUST_HEADER', { trustHeader: '', trust: 1 }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['*'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['null'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['shop.example'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['https://shop.example/'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['https://Shop.example'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['https://shop.example:443'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['https://*.shop.example/x'] }],
    ['origins', 'GEOLET_ORIGINS', { origins: ['https://shop.example', 'data:text/html,x'] }],
    ['expose', 'GEOLET_EXPOSE', { expose: ['ip'] }],
    ['expose', 'GEOLET_EXPOSE', { expose: ['__proto__'] }],
    ['withhold', 'GEOLET_WITHHOLD', { withhold: ['City'] }],
    ['timeoutMs', 'GEOLET_TIMEOUT_MS', { timeoutMs: 0 }],
    ['timeoutMs', 'GEOLET_TIMEOUT_MS', { timeoutMs: Number.NaN }],
    ['timeoutMs', 'GEOLET_TIMEOUT_MS', { timeoutMs: 2 ** 31 }],
    ['maxBodyBytes', 'GEOLET_MAX_BODY_BYTES', { maxBodyBytes: -1 }],
    ['limit', 'GEOLET_LIMIT', { limit: 1.5 }],
    ['secondKey', 'GEOLET_SECOND_KEY', { secondKey: '' }],
    ['secondKey', 'GEOLET_SECOND_KEY', { secondKey: ` ${key}2` }],
    ['secondKey', 'GEOLET_SECOND_KEY', { secondKey: key }],
    ['dailyBudget', 'GEOLET_DAILY_BUDGET', { dailyBudget: -1 }],
    ['cacheSeconds', 'GEOLET_CACHE_SECONDS', { cacheSeconds: 86_401 }],
    ['staleSeconds', 'GEOLET_STALE_SECONDS', { staleSeconds: Number.NaN }],
    ['cacheEntries', 'GEOLET_CACHE_ENTRIES', { cacheEntries: 0 }],
    ['cacheBytes', 'GEOLET_CACHE_BYTES', { cacheBytes: 0.5 }],
  ])('refuses a wrong %s (%s): %j', (setting, variable, options) => {
    const create = () => createProxy({ ...valid, ...(options as Partial<ProxyOptions>) });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(new RegExp(`^The proxy's option ${setting} \\(${variable}\\) .+: .+\\.$`, 's'));
    expect(create).not.toThrow(/canary/);
  });
});
