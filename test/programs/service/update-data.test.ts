import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { updateDatabase } from '../../../src/service/geo/update.ts';
import { type MmdbValue, writeMmdb } from '../../support/mmdb-writer.ts';
import { run } from '../../unit/service/command-line-process.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';
import { freePort } from '../../support/loopback.ts';
import { startServer } from '../../support/start-server.ts';

const today = new Date('2026-11-21T12:00:00Z');
const thisMonth = new Date('2026-11-01T00:00:00Z');

const city = (builtAt: Date, record: MmdbValue = { country: { iso_code: 'US' } }) =>
  writeMmdb({ databaseType: 'DBIP-City-Lite', builtAt, networks: { '8.8.8.0/24': record } });
const asn = (builtAt: Date) =>
  writeMmdb({
    databaseType: 'DBIP-ASN-Lite',
    builtAt,
    networks: { '8.8.8.0/24': { autonomous_system_number: 15169, autonomous_system_organization: 'Google LLC' } },
  });

/** A server with these files. */
async function serve(files: Readonly<Record<string, Buffer>>) {
  const asked: string[] = [];
  const baseURL = await startServer(({ url = '' }, response) => {
    asked.push(url);
    const file = files[url.slice(1)];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  return { baseURL, asked };
}

/** Updates where data are in place already; what is there afterwards is `after`. */
async function update(files: Readonly<Record<string, Buffer>>, options: { maxBytes?: number } = {}) {
  const dataDirectory = temporaryDirectory();
  const path = join(dataDirectory, 'geo', 'dbip-city-lite.mmdb');
  mkdirSync(join(dataDirectory, 'geo'));
  const before = city(new Date('2026-10-01T00:00:00Z'));
  writeFileSync(path, before);
  const { baseURL, asked } = await serve(files);
  const outcome = await updateDatabase('city', { dataDirectory, baseURL, today, ...options }).then(
    (builtAt) => builtAt.toISOString().slice(0, 10),
    (error: unknown) => String(error),
  );
  return { outcome, asked, isKept: readFileSync(path).equals(before), left: readdirSync(join(dataDirectory, 'geo')) };
}

const november = 'dbip-city-lite-2026-11.mmdb.gz';
const october = 'dbip-city-lite-2026-10.mmdb.gz';

describe('updateDatabase', () => {
  it("puts this month's data in place", async () => {
    const expected = { outcome: '2026-11-01', asked: [`/${november}`], isKept: false, left: ['dbip-city-lite.mmdb'] };
    expect(await update({ [november]: gzipSync(city(thisMonth)) })).toEqual(expected);
  });

  it.runIf(process.platform !== 'win32')(
    'lets a service read them that runs as somebody else, and nobody else the store',
    async () => {
      const dataDirectory = join(temporaryDirectory(), 'new');
      const umask = process.umask(0o077);
      onTestFinished(() => void process.umask(umask));
      const { baseURL } = await serve({ [november]: gzipSync(city(thisMonth)) });
      await updateDatabase('city', { dataDirectory, baseURL, today });
      const modeOf = (...path: string[]) => (statSync(join(dataDirectory, ...path)).mode & 0o777).toString(8);
      expect([modeOf(), modeOf('geo'), modeOf('geo', 'dbip-city-lite.mmdb')]).toEqual(['700', '755', '644']);
    },
  );

  it("takes last month's while this month's are not out", async () => {
    const { outcome, asked } = await update({ [october]: gzipSync(city(new Date('2026-10-02T00:00:00Z'))) });
    expect(outcome).toBe('2026-10-02');
    expect(asked).toEqual([`/${november}`, `/${october}`]);
  });

  it('finds the month before January', async () => {
    const { baseURL, asked } = await serve({});
    await expect(
      updateDatabase('asn', { dataDirectory: temporaryDirectory(), baseURL, today: new Date('2027-01-31T23:00:00Z') }),
    ).rejects.toThrow(/There is neither/);
    expect(asked).toEqual(['/dbip-asn-lite-2027-01.mmdb.gz', '/dbip-asn-lite-2026-12.mmdb.gz']);
  });

  const cityOf = (day: string) => gzipSync(city(new Date(day)));
  const good = gzipSync(city(thisMonth));
  const damaged = city(thisMonth);
  damaged.fill(0xff, damaged.indexOf('iso_code') - 10, damaged.indexOf('iso_code'));

  it.each([
    ['are not there', {}, /There is neither .*2026-11\.mmdb\.gz nor .*2026-10\.mmdb\.gz/],
    ['are cut off', { [november]: good.subarray(0, -20) }, /did not arrive whole \(unexpected end of file\)/],
    ['are no gzip', { [november]: Buffer.from('<html>') }, /did not arrive whole \(incorrect header check\)/],
    ['are no database', { [november]: gzipSync('hello') }, /not a usable MMDB file/],
    ['were cut off before', { [november]: gzipSync(city(thisMonth).subarray(0, -100)) }, /not a usable MMDB file/],
    [
      'are corrupt inside',
      { [november]: gzipSync(damaged) },
      /2026-11\.mmdb\.gz \(DBIP-City-Lite\) is corrupt at 8\.8\.8\.0/,
    ],
    [
      'are of another kind',
      { [november]: gzipSync(asn(thisMonth)) },
      /2026-11\.mmdb\.gz is a database of another kind \(DBIP-ASN-Lite\)\. GEO_ASN_DB and GEO_ISP_DB take it; GEO_CITY_DB takes databases of cities or countries/,
    ],
    ['are older than those in place', { [november]: cityOf('2026-09-01') }, /older than those in place/],
    ['are of long ago', { [november]: cityOf('2020-09-01') }, /say that they are of 2020-09-01/],
    ['are of the future', { [november]: cityOf('2027-09-01') }, /say that they are of 2027-09-01/],
  ])('keeps what is there when the new data %s', async (_what, files, message) => {
    const kept = { outcome: expect.stringMatching(message), isKept: true, left: ['dbip-city-lite.mmdb'] };
    expect(await update(files)).toMatchObject(kept);
  });

  it('keeps what is there when the new data unpack to more than they may', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const kept = { outcome: expect.stringMatching(/more than 1000000 bytes unpacked/), isKept: true };
    expect(await update({ [november]: bomb }, { maxBytes: 1_000_000 })).toMatchObject(kept);
  });

  it('replaces data that can no longer be read', async () => {
    const dataDirectory = temporaryDirectory();
    mkdirSync(join(dataDirectory, 'geo'));
    writeFileSync(join(dataDirectory, 'geo', 'dbip-city-lite.mmdb'), 'broken');
    const { baseURL } = await serve({ [november]: good });
    expect(await updateDatabase('city', { dataDirectory, baseURL, today })).toEqual(thisMonth);
  });
});

describe('npm run service -- update-data', () => {
  const month = new Date().toISOString().slice(0, 7);
  const fresh = new Date(Math.floor(Date.now() / 1000) * 1000);

  it('fetches both kinds from the server that GEO_UPDATE_URL names', async () => {
    const DATA_DIR = temporaryDirectory();
    const { baseURL } = await serve({
      [`dbip-city-lite-${month}.mmdb.gz`]: gzipSync(city(fresh)),
      [`dbip-asn-lite-${month}.mmdb.gz`]: gzipSync(asn(fresh)),
    });
    const { code, output, errors } = await run('main', ['update-data'], { DATA_DIR, GEO_UPDATE_URL: `${baseURL}/` });
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(
      `dbip-city-lite.mmdb: data of ${fresh.toISOString().slice(0, 10)}, by DB-IP (CC BY 4.0, https://db-ip.com)`,
    );
    expect(existsSync(join(DATA_DIR, 'geo', 'dbip-asn-lite.mmdb'))).toBe(true);
  });

  it('fails when one kind fails, and still takes the other', async () => {
    const DATA_DIR = temporaryDirectory();
    const { baseURL } = await serve({ [`dbip-asn-lite-${month}.mmdb.gz`]: gzipSync(asn(fresh)) });
    const { code, errors } = await run('main', ['update-data'], { DATA_DIR, GEO_UPDATE_URL: baseURL });
    expect(code).toBe(1);
    expect(errors).toMatch(/^No new city data; what was there stays\. There is neither http/);
    expect(readdirSync(join(DATA_DIR, 'geo'))).toEqual(['dbip-asn-lite.mmdb']);
  });

  it('says so when the server is not there', async () => {
    const GEO_UPDATE_URL = `http://127.0.0.1:${await freePort()}`;
    const { code, errors } = await run('main', ['update-data'], { DATA_DIR: temporaryDirectory(), GEO_UPDATE_URL });
    expect(code).toBe(1);
    expect(errors).toMatch(/can't be reached \(.*ECONNREFUSED.*\)/);
  });
});

it('says in a line for each kind that nothing can be written, and what to do, before it fetches anything', async () => {
  const environment = { DATA_DIR: '/dev/null/data', GEO_UPDATE_URL: 'http://127.0.0.1:9' };
  const { code, output, errors } = await run('main', ['update-data'], environment);
  const reason = "/dev/null/data/geo can't be written: /dev/null is not a folder: name another one.";
  const lines = ['city', 'asn'].map((kind) => `No new ${kind} data; what was there stays. ${reason}\n`);
  expect([code, output, errors]).toEqual([1, '', lines.join('')]);
});
