import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/proxy/node/environment.ts';
import { createProxy } from '../../../src/proxy/proxy.ts';
import { key } from './upstream-server.ts';

async function configure(file: string | object, variables: Record<string, string> = {}) {
  const path = join(await mkdtemp(join(tmpdir(), 'geolet-')), 'geolet.json');
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
  return () => readEnvironment({ GEOLET_CONFIG: path, ...variables });
}

const required = { upstream: 'https://geo.example', key };

describe('the configuration file', () => {
  it('sets what variables set, as text, number or list', async () => {
    const read = await configure({ ...required, trust: ['10.0.0.0/8', '::1'], origins: ['https://a.example'], limit: 10, cacheSeconds: '60', path: '/where', host: '0.0.0.0', port: 80, drainSeconds: 5 });
    expect(read()).toMatchObject({
      proxy: { ...required, trust: ['10.0.0.0/8', '::1'], origins: ['https://a.example'], limit: 10, cacheSeconds: 60, path: '/where' },
      host: '0.0.0.0',
      port: 80,
      drainSeconds: 5,
    });
  });

  it.each([[true, true], [false, false], ['yes', true]])('says %j where an option is a yes or a no', async (written, expected) => {
    const read = await configure({ ...required, allowHttp: written });
    expect(read().proxy.allowHttp).toBe(expected);
  });

  it('is what variables hold over, unless they are empty', async () => {
    const read = await configure({ ...required, limit: 10, timeoutMs: 500 }, { GEOLET_LIMIT: '20', GEOLET_TIMEOUT_MS: '' });
    expect(read().proxy).toMatchObject({ limit: 20, timeoutMs: 500 });
  });

  it('is not needed', () => {
    expect(readEnvironment({ GEOLET_CONFIG: '' }).proxy.limit).toBeUndefined();
  });

  it.each<[problem: RegExp, file: string | object]>([
    [/is no JSON: /, `{"key": "${key}",}`],
    [/is no JSON: /, `key=${key}`],
    [/is no JSON: /, ''],
    [/is no JSON object: /, '[]'],
    [/is no JSON object: /, 'null'],
    [/has "apiKey", which is no setting: choose from upstream, key, /, { apiKey: key }],
    [/has "GEOLET_KEY", which is no setting/, { GEOLET_KEY: key }],
    [/has "__proto__", which is no setting/, '{"__proto__": {}}'],
    [/has origins, which is neither/, { ...required, origins: { a: 1 } }],
    [/has trust, which is neither/, { ...required, trust: [1] }],
    [/has limit, which is neither/, { ...required, limit: null }],
    [/has expose, which is neither/, { ...required, expose: [true] }],
    [/option upstream \(GEOLET_UPSTREAM\) is host/, { ...required, upstream: 'host' }],
  ])('that is wrong is refused with %s', async (problem, file) => {
    const read = await configure(file);
    expect(read).toThrow(problem);
    expect(read).toThrow(/: .+\.$/);
    expect(read).not.toThrow(/canary/);
  });

  it('that is not there is refused', () => {
    expect(() => readEnvironment({ GEOLET_CONFIG: '/nowhere/geolet.json' })).toThrow(/cannot be read: check GEOLET_CONFIG/);
  });

  it('is checked as options are', async () => {
    const read = await configure({ ...required, limit: 'many' });
    expect(() => createProxy(read().proxy)).toThrow(/limit \(GEOLET_LIMIT\) is NaN: give a whole number/);
  });
});
