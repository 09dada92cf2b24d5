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
    { gpc: 'country' },
    { gpc: 'state', withhold: ['stateName'] },
    { timeoutMs: 1, maxBodyBytes: 1, limit: 0 },
    { secondKey: `${key}2`, dailyBudget: 1_000_000, cacheSeconds: 0, staleSeconds: 0, cacheEntries: 1, cacheBytes: 1 },
  ])('takes %j', (options) => {
    expect(() => createProxy({ ...valid, ...options })).not.toThrow();
  });

  const wrong: Readonly<Partial<Record<keyof ProxyOptions, readonly unknown[]>>> = {
    key: ['', undefined, `${key}\n`, ` ${key}`, `a ${key}`, `"${key}"`, `'${key}'`, `${key}\u0000`, `${key}é`],
    upstream: [
      '',
      'geo.example',
      'http://geo.example',
      'http://127.0.0.1.evil.example',
      'http://localhost.evil.example',
      'file:///etc/passwd',
      'https://geo.example/beta/api',
      'https://geo.example?x',
      'https://user:password@geo.example',
    ],
    path: ['geo', '/', '', '//evil.example/geo', '/geo?x', '/a/../geo', 'https://shop.example/geo'],
    trust: [0, 1.5, 17, Number.NaN, [], ['all'], ['10.0.0.0/33'], ['0.0.0.0/0'], ['0.0.0.0/1', '128.0.0.0/1']],
    trustHeader: ['cf-connecting-ip'],
    origins: [
      ['*'],
      ['null'],
      ['shop.example'],
      ['https://shop.example/'],
      ['https://Shop.example'],
      ['https://shop.example:443'],
      ['https://*.shop.example/x'],
      ['https://shop.example', 'data:text/html,x'],
    ],
    expose: [['ip'], ['__proto__']],
    withhold: [['City']],
    gpc: ['city', '', true],
    timeoutMs: [0, Number.NaN, 2 ** 31],
    maxBodyBytes: [-1],
    limit: [1.5],
    secondKey: ['', ` ${key}2`, key],
    dailyBudget: [-1],
    cacheSeconds: [86_401],
    staleSeconds: [Number.NaN],
    cacheEntries: [0],
    cacheBytes: [0.5],
  };
  const alone = Object.entries(wrong).flatMap(([name, values]) =>
    values.map((value) => [name, { [name]: value }] as const),
  );

  it.each<readonly [setting: string, options: Partial<Record<keyof ProxyOptions, unknown>>]>([
    ...alone,
    ['upstream', { upstream: 'http://service-1:8090', allowHttp: false }],
    ['upstream', { upstream: 'ftp://geo.example', allowHttp: true }],
    ['trustHeader', { trustHeader: 'x-real-ip, x-forwarded-for', trust: 1 }],
    ['trustHeader', { trustHeader: '', trust: 1 }],
  ])('refuses a wrong %s: %j', (setting, options) => {
    const variable = `GEOLET_${setting.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
    const create = () => createProxy({ ...valid, ...(options as Partial<ProxyOptions>) });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(new RegExp(`^The proxy's option ${setting} \\(${variable}\\) .+: .+\\.$`, 's'));
    expect(create).not.toThrow(/canary/);
  });
});
