import { execFileSync } from 'node:child_process';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/adapters/node/environment.ts';
import { key } from '../../unit/proxy/upstream-server.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

async function configure(file: string | object, variables: Record<string, string> = {}) {
  const path = join(temporaryDirectory(), 'geolet.json');
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
  return () => readEnvironment({ GEOLET_CONFIG: path, ...variables });
}

const required = { upstream: 'https://geo.example', key };

describe('the configuration file', () => {
  it('sets what variables set, as text, number or list', async () => {
    const proxy = {
      ...required,
      trust: ['10.0.0.0/8', '::1'],
      origins: ['https://a.example'],
      limit: 10,
      path: '/where',
    };
    const listening = { host: '0.0.0.0', port: 80, drainSeconds: 5 };
    const read = await configure({ ...proxy, cacheSeconds: '60', ...listening });
    expect(read()).toMatchObject({ proxy: { ...proxy, cacheSeconds: 60 }, ...listening });
  });

  it('sets which headers of visitors the pages get, as variables do', async () => {
    const pages = 'http://127.0.0.1:3000';
    const read = await configure({ ...required, pages, pagesPassHeaders: ['X-User-Id'], pagesDropHeaders: 'X-A, X-B' });
    expect(read().pages).toMatchObject({ passHeaders: ['X-User-Id'], dropHeaders: ['X-A', 'X-B'] });
    const variables = { GEOLET_PAGES_PASS_HEADERS: 'X-User-Id X-C', GEOLET_PAGES_DROP_HEADERS: 'X-A' };
    const readVariables = await configure(required, { GEOLET_PAGES: pages, ...variables });
    expect(readVariables().pages).toMatchObject({ passHeaders: ['X-User-Id', 'X-C'], dropHeaders: ['X-A'] });
  });

  it.each([
    [true, true],
    [false, false],
    ['yes', true],
  ])('says %j where an option is a yes or a no', async (written, expected) => {
    const read = await configure({ ...required, allowHttp: written });
    expect(read().proxy.allowHttp).toBe(expected);
  });

  it('is what variables hold over, unless they are empty', async () => {
    const variables = { GEOLET_LIMIT: '20', GEOLET_TIMEOUT_MS: '' };
    const read = await configure({ ...required, limit: 10, timeoutMs: 500 }, variables);
    expect(read().proxy).toMatchObject({ limit: 20, timeoutMs: 500 });
  });

  it('is not needed', () => {
    expect(readEnvironment({ GEOLET_CONFIG: '' }).proxy.limit).toBeUndefined();
  });

  it.each<[problem: RegExp, file: string | object]>([
    [/is not JSON: /, `{"key": "${key}",}`],
    [/is not JSON: /, ''],
    [/is not a JSON object: /, '[]'],
    [/is not a JSON object: /, 'null'],
    [/has "apiKey", which is not a setting: choose from upstream, key, /, { apiKey: key }],
    [/has "GEOLET_KEY", which is not a setting/, { GEOLET_KEY: key }],
    [/has "__proto__", which is not a setting/, '{"__proto__": {}}'],
    [/has origins, which is neither/, { ...required, origins: { a: 1 } }],
    [/has trust, which is neither/, { ...required, trust: [1] }],
    [/has expose, which is neither/, { ...required, expose: [true] }],
    [/option upstream \(GEOLET_UPSTREAM\) is host/, { ...required, upstream: 'host' }],
  ])('that is wrong is refused with %s', async (problem, file) => {
    const read = await configure(file);
    expect(read).toThrow(problem);
    expect(read).toThrow(/: .+\.$/);
    expect(read).not.toThrow(/canary/);
  });

  it('that is not there is refused', () => {
    const read = () => readEnvironment({ GEOLET_CONFIG: '/nowhere/geolet.json' });
    expect(read).toThrow(/cannot be read: check GEOLET_CONFIG/);
  });

  it('is checked as options are', async () => {
    const read = await configure({ ...required, limit: 'many' });
    expect(read).toThrow(/limit \(GEOLET_LIMIT\) is "many": give a whole number from 0 to 1000000/);
  });
});

describe.runIf(process.platform !== 'win32')('a configuration file that is open to others', () => {
  async function warningsFor(content: object, mode: number) {
    const path = join(temporaryDirectory(), "the owner's file.json");
    await writeFile(path, JSON.stringify(content));
    await chmod(path, mode);
    return { path, warnings: () => readEnvironment({ GEOLET_CONFIG: path }).warnings };
  }

  it.each([
    [0o644, 'read', 'key', { key }],
    [0o604, 'read', 'secondKey', { secondKey: key }],
    [0o666, 'change', 'doctorSecret', { doctorSecret: key }],
  ])(
    'with mode %o is told of once, with the command that mends it, and never with the key',
    async (mode, what, secret, content) => {
      const { path, warnings } = await warningsFor(content, mode);
      const [line = '', ...more] = warnings();
      expect(more).toEqual([]);
      expect(line).toContain(`${path} has ${secret} in it, and everybody on this machine can ${what} it. `);
      expect(line).not.toContain(key);
      execFileSync('sh', ['-c', line.split('Mend that with: ')[1] ?? '']);
      expect((await stat(path)).mode & 0o777).toBe(mode & 0o770);
      expect(await readFile(path, 'utf8')).toContain(key);
      expect(warnings()).toEqual([]);
    },
  );

  it.each([
    ['open to its owner alone', { key }, 0o600],
    ['open to a group', { key }, 0o640],
    ['open to all, without a secret in it', { upstream: 'https://geo.example' }, 0o644],
  ])('%s is no cause for a word', async (_what, content, mode) => {
    expect((await warningsFor(content, mode)).warnings()).toEqual([]);
  });
});
