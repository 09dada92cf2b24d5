import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openServeProgram } from '../../../src/command-line/serve/serve-program.ts';
import { loadServicePackage } from '../../../src/command-line/serve/service-package.ts';
import * as service from '../../../src/service/index.ts';
import { listen } from '../../support/loopback.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { type RunningProgram, startProgram } from '../running-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'geolet-serve-'));
const city = join(folder, 'city.mmdb');
const program = resolve('scripts/command-line/geolet.ts');
const patience = { timeout: 20_000 };

/** A database that has London's addresses in a city of France. */
const cityData = (name: string, builtAt?: Date) =>
  writeMmdb({
    databaseType: 'Test-City',
    networks: { '81.2.69.0/24': { country: { iso_code: 'FR' }, city: { names: { en: name } } } },
    ...(builtAt && { builtAt }),
  });

beforeAll(() => writeFileSync(city, cityData('Lyon', new Date(Date.now() - 3 * 86_400_000))));
afterAll(() => rmSync(folder, { recursive: true }));

function start(environment: Readonly<Record<string, string>> = {}, args: readonly string[] = []): RunningProgram {
  const data = { DATA_DIR: mkdtempSync(join(folder, 'data-')), GEO_CITY_DB: city, GEO_ASN_DB: 'none' };
  return startProgram([program, 'serve', ...args], { GEOLET_TRUST: '1', ...data, ...environment });
}

const lyon = { headers: { 'x-forwarded-for': '81.2.69.142' } };

describe('geolet serve', () => {
  it('responds with the record, without a key and without a store, and ends on SIGTERM', async () => {
    const data = join(folder, 'none');
    const { child, ended, url } = start({ DATA_DIR: data });
    expect(await (await fetch(await url(), lyon)).json()).toMatchObject({ countryCode: 'FR', city: 'Lyon' });
    expect(existsSync(data)).toBe(false);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('tells the age of the data where it says that it is ready', async () => {
    const ready = await fetch(new URL('/geolet-ready', await start().url()));
    expect(await ready.json()).toEqual({ status: 'ready', isStopping: false, dataAgeDays: 3 });
  });

  it('opens the API at a second port only when it is asked to, and there wants a key', async () => {
    const { text, url } = start({}, ['--api-port', '0']);
    const record = await url();
    const [, api = ''] = /^API: (\S+), with keys$/m.exec(text()) ?? [];
    const path = '/beta/api/get-visitor-data';
    const statusOf = async (address: string | URL) =>
      (await fetch(address, { headers: { 'x-visitor-ip': '81.2.69.142' } })).status;
    expect(await Promise.all([api + path, `${api}/ready`, new URL(path, record)].map(statusOf))).toEqual([
      401, 200, 404,
    ]);
    const without = start();
    await without.url();
    expect(without.text()).not.toContain('API');
  });

  it('takes settings of both from one file', async () => {
    const file = join(folder, 'geolet.json');
    writeFileSync(file, JSON.stringify({ geoCityDb: city, path: '/where', expose: ['IP'], apiPort: 0, port: 0 }));
    const { text } = start({ GEOLET_CONFIG: file, PORT: '', GEO_CITY_DB: '' });
    await expect.poll(text, patience).toMatch(/http:\/\/\S+\/where\nAPI: /);
    const record = await (await fetch(/http:\S+/.exec(text())?.[0] ?? '', lyon)).json();
    expect(record).toMatchObject({ IP: '81.2.69.142', city: 'Lyon' });
  });

  it('takes new data on SIGHUP, and stays in the same process', async () => {
    const own = join(folder, 'own.mmdb');
    writeFileSync(own, cityData('Lyon'));
    const { child, text, url } = start({ GEO_CITY_DB: own, GEOLET_CACHE_SECONDS: '0' });
    const record = await url();
    writeFileSync(own, cityData('Paris'));
    child.kill('SIGHUP');
    await expect.poll(text, patience).toContain('new geo data were taken');
    expect(await (await fetch(record, lyon)).json()).toMatchObject({ city: 'Paris' });
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['GEOLET_UPSTREAM is set', { GEOLET_UPSTREAM: 'https://geo.example' }, []],
    ['GEOLET_KEY is set', { GEOLET_KEY: 'secret-key' }, []],
    ['GEOLET_TRUST', { GEOLET_TRUST: 'everybody' }, []],
    ['GEO_CITY_DB: .*can.t be read', { GEO_CITY_DB: '/nowhere/city.mmdb' }, []],
    ['KEY_LIMIT', { KEY_LIMIT: 'much' }, []],
    ['PORT is "http"', { PORT: 'http' }, []],
    ['GEOLET_API_PORT', {}, ['--api-port', 'http']],
  ])('does not start with a wrong setting: one line says %s', async (words, environment, args) => {
    const { text, ended } = start(environment, args);
    expect(await ended).toBe(78);
    expect(text()).toMatch(new RegExp(`^geolet serve: .*${words}.*\n$`));
    expect(text()).not.toContain('secret-key');
  });

  it.each([
    ['HOST and PORT', 'PORT'],
    ['--api-port', 'GEOLET_API_PORT'],
  ])('does not start at a taken port, and names %s', async (words, setting) => {
    const taken = createServer();
    onTestFinished(() => void taken.close());
    const { text, ended } = start({ [setting]: new URL(await listen(taken)).port });
    expect(await ended).toBe(1);
    expect(text()).toMatch(new RegExp(`^geolet serve: .*can't listen.*${words}\\.\n$`));
  });

  it('refuses an option that it does not know, and names the one that is meant', async () => {
    const { text, ended } = start({}, ['--api-prot', '9']);
    expect(await ended).toBe(1);
    expect(text()).toMatch(/^geolet serve: Unknown option '--api-prot'\. Did you mean --api-port\?\n/);
  });

  it('says all that is wrong with --check: settings of both parts, and the folder of the data', async () => {
    const { text, ended } = start(
      { GEOLET_TRUST: 'yes', KEY_LIMIT: 'many', DATA_DIR: '/dev/null/data', GEOLET_TURST: '1', GEOLET_UPDATE: 'on' },
      ['--check'],
    );
    expect(await ended).toBe(78);
    expect(text().trim().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^geolet serve: DATA_DIR: \/dev\/null is not a folder: name another one/),
      'geolet serve: GEOLET_TURST is set, and is not a setting. Write GEOLET_TRUST instead.',
      'geolet serve: KEY_LIMIT is "many": write requests/seconds, such as 6000/60.',
      expect.stringMatching(/GEOLET_TRUST\) has "yes"/),
    ]);
  });

  it('finds nothing wrong with --check where it can start, and leaves the folder as it is', async () => {
    const data = mkdtempSync(join(folder, 'data-'));
    const { text, ended } = start({ DATA_DIR: data }, ['--check', '--api-port', '0']);
    expect(await ended).toBe(0);
    expect(text()).toMatch(/^geolet serve: it can start\.\nData: Test-City/);
    expect(readdirSync(data)).toEqual([]);
  });

  it('tells of a setting of the service that is misspelt, and has metrics with the age of its data', async () => {
    const { text, url } = start({ DATA_PLOL_SECONDS: '5', GEOLET_METRICS: '0' });
    await url();
    await expect.poll(text, patience).toMatch(/^Metrics: http/m);
    expect(text()).toContain('DATA_PLOL_SECONDS is set, and is not a setting. Did you mean DATA_POLL_SECONDS?');
    const metrics = await (await fetch(/^Metrics: (\S+)$/m.exec(text())?.[1] ?? '')).text();
    const [, built = ''] =
      /^geolet_data_built_timestamp_seconds\{kind="city",name="Test-City"\} (\d+)$/m.exec(metrics) ?? [];
    expect(Math.round((Date.now() / 1000 - Number(built)) / 86_400)).toBe(3);
  });

  it('is waited for with --wait until it is ready', async () => {
    const { url } = start();
    const { port } = new URL(await url());
    const waiting = start({ PORT: port }, ['--wait']);
    expect([await waiting.ended, waiting.text()]).toEqual([0, '']);
  });
});

describe('the package of the service', () => {
  const notFound = (name: string) =>
    Object.assign(new Error(`Cannot find package '${name}' imported from main.js`), { code: 'ERR_MODULE_NOT_FOUND' });

  it('is asked for by name where it is missing', () =>
    expect(loadServicePackage(() => Promise.reject(notFound('@geolet/service')))).rejects.toThrow(
      'npm install @geolet/service',
    ));

  it('is not called missing where something that it needs is', () =>
    expect(loadServicePackage(() => Promise.reject(notFound('mmdb-lib')))).rejects.toThrow("'mmdb-lib'"));

  it('is refused where it is of a version that has other parts', () =>
    expect(loadServicePackage(async () => ({ openService: () => undefined }))).rejects.toThrow('does not fit'));
});

describe('new geo data', () => {
  /** What the service is asked to open. */
  async function configured(variables: Record<string, string>): Promise<object[]> {
    const configurations: object[] = [];
    const openVisitorData = (configuration: object) => {
      configurations.push(configuration);
      return service.openVisitorData({ databases: { city: [], asn: [] } });
    };
    await openServeProgram({ ...service, openVisitorData }, variables, undefined);
    return configurations;
  }

  it.each([
    [{}, true],
    [{ GEOLET_UPDATE: 'on' }, true],
    [{ GEOLET_UPDATE: 'off' }, false],
  ])('are fetched each month, unless they are turned off: %j', async (variables, renewsData) =>
    expect(await configured(variables)).toMatchObject([{ renewsData }]),
  );

  it('are neither on nor off with another word', () =>
    expect(configured({ GEOLET_UPDATE: 'monthly' })).rejects.toThrow(
      'GEOLET_UPDATE is "monthly": choose from on, off',
    ));
});
