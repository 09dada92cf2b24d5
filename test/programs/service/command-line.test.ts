import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../src/service/command-line/run-command.ts';
import { describeData } from '../../../src/service/command-line/describe-data.ts';
import type { DataInUse } from '../../../src/service/geo/geo-data.ts';
import { OperatorError } from '../../../src/service/operator-error.ts';
import { settingNames } from '../../../src/service/settings.ts';
import { freePort, listen } from '../../support/loopback.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { run, start } from '../../unit/service/command-line-process.ts';
import { lyon, temporaryDirectory } from '../../unit/service/running-service.ts';

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
    [['account', 'list', '--verbose'], /^Unknown option '--verbose'\. All commands and .*: npm run service -- help$/],
    [['account', 'list', '--data-dir'], /^--data-dir: a path is missing/],
    [['start', '--port', '99999'], /^PORT is 99999: give a whole number from 0 to 65535/],
    [['start', 'now'], /^Not understood: now/],
    [['start', '--prot', '80'], /^Unknown option '--prot'\. Did you mean --port\? All commands/],
    [['key', 'creat'], /^There is no command "key creat"\. Did you mean key create\?/],
  ])('%j fails with what to do', async (args, message) => {
    const failed = commandLine().main(...args);
    await expect(failed).rejects.toBeInstanceOf(OperatorError);
    await expect(failed).rejects.toThrow(message);
  });

  it('are not guessed, nor made of nonsense', async () => {
    const { main } = commandLine();
    await main('account', 'create', 'one');
    await expect(main('account', 'create', 'one')).rejects.toThrow('There is an account "one" already.');
    await expect(main('key', 'create', '--account', 'two')).rejects.toThrow('There is no account "two"');
    await expect(main('key', 'create', '--scope', 'write')).rejects.toThrow('--scope: "write" is not read, delete');
    await expect(main('key', 'create', '--expires', 'soon')).rejects.toThrow('--expires: "soon" is not a date');
    await expect(main('key', 'create', '--expires', '2020-01-01')).rejects.toThrow('is in the past');
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
    const key = expect.stringMatching(/^geolet_/) as string;
    expect(await json('key', 'create')).toEqual({ id: 1, key, account: 'shop', scopes: ['read'] });
    expect(await json('key', 'list')).toMatchObject([{ id: 1, scopes: ['read'] }]);
    const rotated = await json('key', 'rotate', '1', '--overlap', '7d');
    expect(rotated).toMatchObject({ id: 2, scopes: ['read'], replaces: { id: 1 } });
    expect(await json('key', 'revoke', '1')).toEqual({ id: 1 });
  });

  it('rotate a key: both work in the overlap, the old one not after it', async () => {
    const { main } = commandLine();
    await main('account', 'create', 'shop');
    await main('key', 'create', '--scope', 'read,delete');
    expect(await main('key', 'rotate', '1', '--overlap', '30m')).toMatch(
      /This is key 2 \(read, delete\), which does not expire, in place of key 1, which ends at /,
    );
    const keys = JSON.parse(await main('key', 'list', '--json')) as { expiresAt?: string; scopes: string[] }[];
    expect(keys.map(({ scopes }) => scopes.join())).toEqual(['read,delete', 'read,delete']);
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

    for (const file of [backup, join(DATA_DIR, 'service.db')]) expect(statSync(file).mode & 0o777).toBe(0o600);
    const nowhere = join(DATA_DIR, 'nowhere', 'backup.db');
    await expect(main('store', 'backup', nowhere)).rejects.toThrow(/backup\.db can't be written: ENOENT/);

    const restored = commandLine();
    copyFileSync(backup, join(restored.DATA_DIR, 'service.db'));
    expect((await restored.main('site', 'list')).match(/^\w+/gm)).toEqual(['s0', 's1', 's2', 's3', 's4']);
    expect(await main('site', 'list')).toContain('later');
  });

  it('are backed up into a folder, a file a day, and over an earlier back-up, but over nothing else', async () => {
    const { main } = commandLine();
    await main('account', 'create', 'shop');
    const folder = temporaryDirectory();
    const today = join(folder, `geolet-${new Date().toISOString().slice(0, 10)}.db`);
    expect(await main('store', 'backup', folder)).toContain(`Wrote ${today}.`);
    const first = readFileSync(today);
    await main('account', 'create', 'another');
    await main('store', 'backup', folder);
    expect(readFileSync(today).equals(first)).toBe(false);
    expect(readdirSync(folder)).toEqual([basename(today)]);
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'mine');
    await expect(main('store', 'backup', other)).rejects.toThrow('no back-up, and was left as it is: name another');
    expect(readFileSync(other, 'utf8')).toBe('mine');
  });

  it('are carried over to another store, as often as one likes, and a revoked key stays revoked', async () => {
    const [from, to] = [commandLine(), commandLine()];
    await from.main('account', 'create', 'shop');
    await from.main('site', 'add', 's1');
    const key = /^geolet_\w+$/m.exec(await from.main('key', 'create', '--scope', 'read,delete'))?.[0] ?? '';
    expect(await to.main('store', 'copy', '--from', from.DATA_DIR)).toContain(
      `Copied 1 accounts, 1 websites and 1 keys from ${join(from.DATA_DIR, 'service.db')} to ${join(to.DATA_DIR, 'service.db')}.`,
    );
    expect(await to.main('site', 'list')).toMatch(/^s1 /);
    expect(await to.main('key', 'list')).toMatch(/read,delete .* does not expire/);
    await from.main('key', 'revoke', key);
    await to.main('site', 'add', 's2');
    await from.main('store', 'copy', '--to', to.DATA_DIR);
    expect(await to.main('key', 'list')).toMatch(/^1 .* revoked \S+ {2}never used$/);
    expect((await to.main('site', 'list')).match(/^\w+/gm)).toEqual(['s1', 's2']);
  });

  it.each([
    [['store', 'copy'], /^Name the other store: --from or --to/],
    [['store', 'copy', '--from', '/nowhere'], /^--from: there is no store in \/nowhere/],
    [['store', 'copy', '--from', 'mysql://a'], /^--from and --to take a folder, or postgres:/],
  ])('%j says what to write', async (args, message) => {
    await expect(commandLine().main(...args)).rejects.toThrow(message);
  });

  it('are not copied over those of another account, nor onto themselves', async () => {
    const [from, to] = [commandLine(), commandLine()];
    for (const [{ main }, account] of [
      [from, 'shop'],
      [to, 'other'],
    ] as const) {
      await main('account', 'create', account);
      await main('site', 'add', 's1');
    }
    await expect(to.main('store', 'copy', '--from', from.DATA_DIR)).rejects.toThrow(
      'Nothing was copied: the website "s1" of the account "shop" belongs to the account "other"',
    );
    expect(await to.main('account', 'list')).toBe('other');
    await expect(to.main('store', 'copy', '--from', to.DATA_DIR)).rejects.toThrow('Both are the same store');
  });

  it('are in the store that the settings name, also those in a file, and each command says which', async () => {
    const [named, other] = [temporaryDirectory(), temporaryDirectory()];
    const file = join(temporaryDirectory(), 'service.env');
    writeFileSync(file, `# of the unit\n\nDATA_DIR="${named}"\nGEO_CITY_DB=none\n`);
    const made = await run('main', ['account', 'create', 'shop', '--settings', file], {});
    expect([made.code, made.errors]).toEqual([0, `Store: ${join(named, 'service.db')}\n`]);
    const listed = await run('main', ['account', 'list', '--json', `--settings=${file}`], {});
    expect(JSON.parse(listed.output)).toEqual([{ id: 1, name: 'shop' }]);
    expect(listed.errors).toBe(made.errors);
    // What is set wins, and an option over both.
    expect((await run('main', ['account', 'list', '--settings', file], { DATA_DIR: other })).errors).toContain(other);
    writeFileSync(file, 'DATA_DIR');
    const { code, errors } = await run('main', ['account', 'list', '--settings', file], {});
    expect([code, errors]).toEqual([1, `${file}, line 1: this is not NAME=value\n`]);
  });

  it('are explained, together with every setting', async () => {
    const help = await commandLine().main('--help');
    expect(help).toContain('key create [--account NAME]');
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
    const GEO_CITY_DB = database(new Date('2020-01-01T00:00:00Z'));
    const service = await start({ DATA_DIR: temporaryDirectory(), GEO_CITY_DB });
    await service.line(/no key/);
    expect(service.lines[2]).toBe('Data: GeoIP2-Enterprise (city) of 2020-01-01');
  });

  it('tells what renews data that are old', () => {
    const data = (setting: string | undefined, days: number) => ({
      kind: 'city' as const,
      name: 'City',
      builtAt: new Date(Date.now() - days * 86_400_000),
      setting,
      failedLookups: 0,
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
    ['KEY_LIMIT', 'lots', /^KEY_LIMIT is "lots": write requests\/seconds/],
    ['DATA_DIR', '/dev/null/data', /^DATA_DIR: /],
  ])('refuses %s=%s', async (name, value, message) => {
    const { code, errors, output } = await run('main', [], {
      DATA_DIR: temporaryDirectory(),
      PORT: '0',
      [name]: value,
    });
    expect([code, output]).toEqual([name === 'DATA_DIR' ? 1 : 78, '']);
    expect(errors).not.toContain('    at ');
    expect(errors).toMatch(message);
  });

  it('refuses a database of another kind, and says which setting takes it', async () => {
    const GEO_CITY_DB = join(temporaryDirectory(), 'asn.mmdb');
    const networks = { '8.8.8.0/24': { autonomous_system_number: 15169 } };
    writeFileSync(GEO_CITY_DB, writeMmdb({ databaseType: 'GeoLite2-ASN', networks }));
    expect(await run('main', [], { DATA_DIR: temporaryDirectory(), GEO_CITY_DB, PORT: '0' })).toEqual({
      code: 78,
      output: '',
      errors: `GEO_CITY_DB: ${GEO_CITY_DB} is a database of another kind (GeoLite2-ASN). GEO_ASN_DB takes it; GEO_CITY_DB takes databases of cities or countries\n`,
    });
  });

  it('says everything that is wrong at once with --check, and when it starts', async () => {
    const environment = { DATA_DIR: temporaryDirectory(), KEY_LIMIT: 'many', DRAIN_SECONDS: '10s', PORT: '0' };
    const problems =
      'DRAIN_SECONDS is "10s": did you mean 10? Or give a whole number from 0 to 86400.\nKEY_LIMIT is "many": write requests/seconds, such as 6000/60.\n';
    for (const args of [['start', '--check'], ['start']])
      expect(await run('main', args, environment)).toEqual({ code: 78, output: '', errors: problems });
  });

  it('finds nothing wrong with --check where it can start, makes nothing, and tells of a name that is near one', async () => {
    const DATA_DIR = join(temporaryDirectory(), 'new');
    const environment = { DATA_DIR, PORT: '0', DATABSE_URL: 'postgres://a/b' };
    const { code, output, errors } = await run('main', ['start', '--check'], environment);
    expect([code, errors]).toEqual([0, 'DATABSE_URL is set, and is not a setting. Did you mean DATABASE_URL?\n']);
    expect(output).toMatch(/^It can start\.\nStore: a file in /);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('is waited for with --wait, and its end is told', async () => {
    const port = String(await freePort());
    const DATA_DIR = temporaryDirectory();
    const gone = await run('main', ['start', '--wait'], { PORT: port, MAINPID: '4194304' });
    expect([gone.code, gone.errors]).toEqual([1, expect.stringMatching(/^The program has ended before it was ready/)]);
    const service = await start({ DATA_DIR });
    const { port: open } = new URL(service.url);
    const pid = String(service.process.pid);
    expect(await run('main', ['start', '--wait'], { PORT: open, MAINPID: pid })).toMatchObject({ code: 0, errors: '' });
    const checked = await run('main', ['start', '--check'], { DATA_DIR, PORT: open });
    expect([checked.code, checked.errors]).toEqual([0, `it runs already at 127.0.0.1, port ${open}.\n`]);
  });

  it('says so when the port is taken', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const { port } = new URL(await listen(other));
    const { code, errors } = await run('main', ['--port', port], { DATA_DIR: temporaryDirectory() });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /can't listen at 127\.0\.0\.1, port \d+ \(.*EADDRINUSE.*\)\. Choose others with HOST and PORT\./,
    );
  });
});

function database(builtAt: Date): string {
  const path = join(temporaryDirectory(), 'own.mmdb');
  writeFileSync(path, writeMmdb({ ...lyon, builtAt }));
  return path;
}
