import { once } from 'node:events';
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { describeData } from '../../../src/service/command-line/describe-data.ts';
import type { DataInUse } from '../../../src/service/geo/geo-data.ts';
import { OperatorError } from '../../../src/service/operator-error.ts';
import { settingNames } from '../../../src/service/settings.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { run, start } from './command-line-process.ts';
import { lyon, temporaryDirectory } from './running-service.ts';

function commandLine() {
  const DATA_DIR = temporaryDirectory();
  const main = (...args: string[]): Promise<string> =>
    runCommand(args, { DATA_DIR, GEO_CITY_DB: 'none', GEO_ASN_DB: 'none' });
  return { DATA_DIR, main };
}

describe('accounts, websites and keys', () => {
  it('are made, listed and taken back, step by step', async () => {
    const { main } = commandLine();
    expect(await main('account', 'create', 'Jo Shop')).toBe(
      'Created the account "Jo Shop". A key for it: npm run service -- key create --account "Jo Shop"',
    );
    expect(await main('account', 'list')).toBe('Jo Shop');
    expect(await main('site', 'add', 'site-1')).toBe('Added the website "site-1" to the account "Jo Shop".');
    expect(await main('site', 'list')).toMatch(/^site-1 {2}added \d{4}-\d\d-\d\d$/);
    const created = await main('key', 'create', '--scope', 'read,delete', '--expires', '2999-12-31');
    const key = /^geolet_\w+$/m.exec(created)?.[0] ?? '';
    expect(created).toContain("it can't be shown again");
    const list = await main('key', 'list');
    expect(list).toMatch(/^1 {2}read,delete {2}created \S+ {2}expires 2999-12-31 {2}never used$/);
    expect(list).not.toContain(key);
    expect(await main('key', 'revoke', key)).toMatch(/^Revoked key 1\./);
    expect(await main('key', 'list')).toMatch(/revoked \d{4}/);
    expect(await main('key', 'create')).toMatch(/key 2 of the account "Jo Shop" \(read\)/);
  });

  it.each([
    [['frobnicate'], /^There is no command "frobnicate"/],
    [['key'], /^There is no command "key"/],
    [['__proto__', 'x'], /^There is no command/],
    [['account', 'create'], /^Wanted: NAME/],
    [['site', 'add', 'x'], /^There is no account yet: npm run service -- account create NAME/],
    [
      ['account', 'list', '--verbose'],
      /^Unknown option '--verbose'\. All commands and their options: npm run service -- help$/,
    ],
    [['account', 'list', '--data-dir'], /^--data-dir: a directory is missing/],
    [['start', '--port', '99999'], /^PORT: "99999" is not a port/],
    [['start', 'now'], /^Not understood: now/],
  ])('%j fails with what to do', async (args, message) => {
    const error: unknown = await commandLine()
      .main(...args)
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(OperatorError);
    expect((error as Error).message).toMatch(message);
  });

  it('are not guessed, nor made of nonsense', async () => {
    const { main } = commandLine();
    await main('account', 'create', 'one');
    await expect(main('account', 'create', 'one')).rejects.toThrow('There is an account "one" already.');
    await expect(main('key', 'create', '--account', 'two')).rejects.toThrow('There is no account "two"');
    await expect(main('key', 'create', '--scope', 'write')).rejects.toThrow('--scope: "write" is not read, delete');
    await expect(main('key', 'create', '--expires', 'soon')).rejects.toThrow('--expires: "soon" is not a date');
    await expect(main('key', 'create', '--expires', '2020-01-01')).rejects.toThrow('is past');
    for (const key of ['7', 'geolet_', '-1', '1e3', 'x'])
      await expect(main('key', 'revoke', '--', key)).rejects.toThrow('There is no such key');
    await main('account', 'create', 'two');
    await expect(main('site', 'list')).rejects.toThrow('Which account? --account one | two');
    expect(await main('site', 'list', '--account', 'two')).toMatch(/^The account "two" has no website/);
  });

  it('are told as JSON to programs', async () => {
    const { main } = commandLine();
    const json = async (...args: string[]): Promise<unknown> => JSON.parse(await main(...args, '--json'));
    expect(await json('account', 'list')).toEqual([]);
    expect(await json('account', 'create', 'shop')).toEqual({ id: 1, name: 'shop' });
    expect(await json('site', 'add', 's1')).toEqual({ siteID: 's1', account: 'shop' });
    expect(await json('site', 'list')).toEqual([{ siteID: 's1', addedAt: expect.any(String) as string }]);
    expect(await json('key', 'create')).toEqual({
      id: 1,
      key: expect.stringMatching(/^geolet_/) as string,
      account: 'shop',
      scopes: ['read'],
    });
    expect(await json('key', 'list')).toMatchObject([{ id: 1, scopes: ['read'] }]);
    expect(await json('key', 'rotate', '1', '--overlap', '7d')).toMatchObject({
      id: 2,
      scopes: ['read'],
      replaces: { id: 1 },
    });
    expect(await json('key', 'revoke', '1')).toEqual({ id: 1 });
  });

  it('rotate a key: both work in the overlap, the old one not after it', async () => {
    const { main } = commandLine();
    await main('account', 'create', 'shop');
    await main('key', 'create', '--scope', 'read,delete');
    expect(await main('key', 'rotate', '1', '--overlap', '30m')).toMatch(
      /This is key 2 \(read, delete\), which does not expire, in place of key 1, which ends at /,
    );
    const keys = JSON.parse(await main('key', 'list', '--json')) as {
      id: number;
      expiresAt?: string;
      scopes: string[];
    }[];
    expect(keys.map(({ scopes }) => scopes)).toEqual([
      ['read', 'delete'],
      ['read', 'delete'],
    ]);
    const left = new Date(keys[0]?.expiresAt ?? 0).getTime() - Date.now();
    expect(left).toBeGreaterThan(29 * 60_000);
    expect(left).toBeLessThanOrEqual(30 * 60_000);
    expect(keys[1]?.expiresAt).toBeUndefined();
    await main('key', 'rotate', '2', '--overlap', '0m');
    await expect(main('key', 'rotate', '2')).rejects.toThrow('Key 2 has ended already.');
    await expect(main('key', 'rotate', '3', '--overlap', 'soon')).rejects.toThrow('--overlap: "soon" is not a time');
    await expect(main('key', 'rotate', '99')).rejects.toThrow('There is no such key');
  });

  it('are backed up while they are used, and restored', async () => {
    const { main, DATA_DIR } = commandLine();
    await main('account', 'create', 'shop');
    for (let i = 0; i < 5; i++) await main('site', 'add', `s${i}`);
    const service = await start({ DATA_DIR });
    const backup = join(temporaryDirectory(), 'backup.db');
    expect(await main('store', 'backup', backup)).toMatch(
      /^Wrote .*backup\.db\. To restore it, stop the service, delete service\.db, service\.db-wal and service\.db-shm /,
    );
    await main('site', 'add', 'later');
    service.process.kill('SIGTERM');
    await once(service.process, 'exit');
    await expect(main('store', 'backup', backup)).rejects.toThrow(/backup\.db can't be written/);

    for (const file of [backup, join(DATA_DIR, 'service.db')]) expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(main('store', 'backup', join(DATA_DIR, 'nowhere', 'backup.db'))).rejects.toThrow(
      /backup\.db can't be written: ENOENT/,
    );

    const restored = commandLine();
    copyFileSync(backup, join(restored.DATA_DIR, 'service.db'));
    expect((await restored.main('site', 'list')).split('\n').map((line) => line.split(' ')[0])).toEqual([
      's0',
      's1',
      's2',
      's3',
      's4',
    ]);
    expect(await main('site', 'list')).toContain('later');
  });

  it('are explained', async () => {
    expect(await commandLine().main('--help')).toContain('key create [--account NAME]');
  });

  it('are explained together with every setting', async () => {
    const help = await commandLine().main('--help');
    expect(settingNames.filter((name) => !help.includes(name))).toEqual([]);
  });
});

describe('start', () => {
  it('says where it answers, what it uses, that there are no data and no key, and what to do about it', async () => {
    const DATA_DIR = temporaryDirectory();
    const service = await start({ DATA_DIR });
    await service.line(/no key/);
    expect(service.lines).toEqual([
      `The visitor-data service answers at ${service.url}`,
      `Store: a file in ${DATA_DIR}. Limits are counted in this process.`,
      'No geo data: records say only what the request says. Fetch some: npm run service -- update-data',
      'There is no key yet. Make one: npm run service -- account create NAME && npm run service -- key create',
    ]);
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  it('names the data with their date', async () => {
    const service = await start({
      DATA_DIR: temporaryDirectory(),
      GEO_CITY_DB: database(new Date('2020-01-01T00:00:00Z')),
    });
    await service.line(/no key/);
    expect(service.lines[2]).toBe('Data: GeoIP2-Enterprise (city) of 2020-01-01');
  });

  it('tells what renews data that are old', () => {
    const data = (setting: string | undefined, days: number) => ({
      kind: 'city' as const,
      name: 'City',
      builtAt: new Date(Date.now() - days * 86_400_000),
      setting,
      failedLookUps: 0,
      bytes: 1,
    });
    const linesAfterTheFirst = (...inUse: DataInUse[]) => describeData(inUse).split('\n').slice(inUse.length);
    expect(linesAfterTheFirst(data(undefined, 90), data('GEO_CITY_DB', 89))).toEqual([]);
    expect(linesAfterTheFirst(data(undefined, 91), data(undefined, 100))).toEqual([
      'The data are 100 days old. Renew them: npm run service -- update-data',
    ]);
    expect(linesAfterTheFirst(data('GEO_CITY_DB', 91))).toEqual([
      'The data of GEO_CITY_DB are 91 days old. Fetch them again where you had them from.',
    ]);
  });

  it('does not speak of age while the data are fresh, nor of keys when there is one', async () => {
    const { DATA_DIR, main } = commandLine();
    await main('account', 'create', 'a');
    await main('key', 'create');
    const service = await start({ DATA_DIR, GEO_CITY_DB: database(new Date()) });
    service.process.kill('SIGTERM');
    expect(await once(service.process, 'exit')).toEqual([0, null]);
    expect(service.lines).toHaveLength(3);
  });

  it('takes new data on SIGHUP', async () => {
    const path = database(new Date('2020-01-01T00:00:00Z'));
    const service = await start({ DATA_DIR: temporaryDirectory(), GEO_CITY_DB: path });
    await service.line(/no key/);
    writeFileSync(path, writeMmdb({ ...lyon, builtAt: new Date('2021-01-01T00:00:00Z') }));
    service.process.kill('SIGHUP');
    expect(await service.line(/of 2021/)).toBe('Data: GeoIP2-Enterprise (city) of 2021-01-01');
  });

  it.each([
    ['GEO_CITY_DB', '/nowhere.mmdb', /^GEO_CITY_DB: \/nowhere\.mmdb can't be read/],
    ['KEY_LIMIT', 'lots', /^KEY_LIMIT: "lots" is not requests\/seconds/],
    ['DATA_DIR', '/dev/null/data', /^DATA_DIR: /],
  ])('refuses %s=%s', async (name, value, message) => {
    const { code, errors, output } = await run('main', [], { DATA_DIR: temporaryDirectory(), [name]: value });
    expect([code, output]).toEqual([1, '']);
    expect(errors).not.toContain('    at ');
    expect(errors).toMatch(message);
  });

  it('refuses a database of another kind, and says which setting takes it', async () => {
    const path = join(temporaryDirectory(), 'asn.mmdb');
    writeFileSync(
      path,
      writeMmdb({ databaseType: 'GeoLite2-ASN', networks: { '8.8.8.0/24': { autonomous_system_number: 15169 } } }),
    );
    const { code, errors, output } = await run('main', [], { DATA_DIR: temporaryDirectory(), GEO_CITY_DB: path });
    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe(
      `GEO_CITY_DB: ${path} is a database of another kind (GeoLite2-ASN). GEO_ASN_DB takes it; GEO_CITY_DB takes databases of cities or countries\n`,
    );
  });

  it('says so when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, errors } = await run('main', ['--port', String(port)], { DATA_DIR: temporaryDirectory() });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /It can't listen at 127\.0\.0\.1, port \d+ \(.*EADDRINUSE.*\)\. Choose others with HOST and PORT\./,
    );
  });
});

function database(builtAt: Date): string {
  const path = join(temporaryDirectory(), 'own.mmdb');
  writeFileSync(path, writeMmdb({ ...lyon, builtAt }));
  return path;
}
