import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseAddress } from '../../../src/record/address.ts';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import { GeoDataWatcher, watchGeoData } from '../../../src/service/geo/watch.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { lyon, startService, temporaryDirectory, writeDatabase } from './running-service.ts';

const brussels = writeMmdb({ databaseType: 'New', networks: { '212.27.48.0/24': { country: { iso_code: 'BE' } } } });

function watched() {
  const directory = temporaryDirectory();
  const path = writeDatabase(directory, lyon);
  const geo = openGeoData({ city: [path], asn: [] }, directory);
  const countReload = vi.fn();
  const watcher = new GeoDataWatcher(geo, countReload);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const country = () => {
    const address = parseAddress('212.27.48.10');
    return address && geo.about(address).fields.countryCode;
  };
  return { path, geo, watcher, countReload, log, country };
}

it('takes new data once they look the same twice', async () => {
  const { path, watcher, countReload, log, country } = watched();
  await watcher.look();
  writeFileSync(path, brussels);
  await watcher.look();
  expect(country()).toBe('FR');
  await watcher.look();
  expect(country()).toBe('BE');
  expect(countReload.mock.calls).toEqual([['taken']]);
  expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
    level: 'info',
    message: 'new geo data were taken',
    data: [{ name: 'New' }],
  });
});

it('does not take data that are still being written', async () => {
  const { path, watcher, countReload, country } = watched();
  await watcher.look();
  for (let length = 100; length < brussels.length; length += 100) {
    writeFileSync(path, brussels.subarray(0, length));
    await watcher.look();
  }
  expect(countReload).not.toHaveBeenCalled();
  expect(country()).toBe('FR');
});

it('does nothing while nothing changes', async () => {
  const { watcher, geo, countReload } = watched();
  const before = geo.attributions;
  for (let i = 0; i < 5; i++) await watcher.look();
  expect(countReload).not.toHaveBeenCalled();
  expect(geo.attributions).toBe(before);
});

it.each([
  ['truncated', brussels.subarray(0, 200)],
  ['empty', Buffer.alloc(0)],
  [
    'corrupt inside',
    Buffer.from(
      corrupted(writeMmdb({ databaseType: 'Corrupt', networks: { '8.8.8.0/24': { country: { iso_code: 'US' } } } })),
    ),
  ],
])('refuses data that are %s once, keeps the old ones, and takes the next good ones', async (_what, content) => {
  const { path, watcher, countReload, log, country } = watched();
  await watcher.look();
  writeFileSync(path, content);
  for (let i = 0; i < 4; i++) await watcher.look();
  expect(country()).toBe('FR');
  expect(countReload.mock.calls).toEqual([['refused']]);
  expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
    level: 'error',
    message: 'new geo data were refused; the old ones stay',
  });
  writeFileSync(path, brussels);
  for (let i = 0; i < 2; i++) await watcher.look();
  expect(country()).toBe('BE');
});

it('keeps the old data when the file goes away', async () => {
  const { path, watcher, countReload, country } = watched();
  await watcher.look();
  rmSync(path);
  for (let i = 0; i < 3; i++) await watcher.look();
  expect(country()).toBe('FR');
  expect(countReload.mock.calls).toEqual([['refused']]);
});

it('tells of fetched data that it may not read, and takes no older ones in their place', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'geo', 'dbip-city-lite.mmdb');
  mkdirSync(join(directory, 'geo'));
  writeFileSync(path, writeMmdb(lyon));
  const geo = openGeoData({ asn: [] }, directory);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const watcher = new GeoDataWatcher(geo, () => undefined);
  await watcher.look();
  rmSync(path);
  // Also for root, who may read everything else, this one cannot be opened.
  symlinkSync('dbip-city-lite.mmdb', path);
  for (let i = 0; i < 2; i++) await watcher.look();
  expect(geo.inUse).toMatchObject([{ name: lyon.databaseType }]);
  expect(log.mock.calls[0]?.[0]).toMatch(/refused.*DATA_DIR: .*dbip-city-lite\.mmdb can't be read: ELOOP/);
});

it('answers every request while data are exchanged, from the old ones or the new ones', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const dataDirectory = temporaryDirectory();
  const path = writeDatabase(dataDirectory, lyon);
  const { request, service } = await startService({
    dataDirectory,
    databases: { city: [path], asn: [] },
    dataPollSeconds: 0,
  });
  const watcher = new GeoDataWatcher(service.geo, () => undefined);
  await watcher.look();
  const contents = [brussels, readFileSync(path)];
  let exchanges = 0;
  const exchange = async () => {
    for (; exchanges < 20; exchanges++) {
      writeFileSync(join(dataDirectory, 'next'), contents[exchanges % 2] ?? '');
      renameSync(join(dataDirectory, 'next'), path);
      await watcher.look();
      await watcher.look();
    }
  };
  const countries = new Set<unknown>();
  const ask = async () => {
    while (exchanges < 20) {
      const response = await request('/beta/api/get-visitor-data', { headers: { 'x-visitor-ip': '212.27.48.10' } });
      expect(response.status).toBe(200);
      countries.add(((await response.json()) as { countryCode: string }).countryCode);
    }
  };
  await Promise.all([exchange(), ask(), ask(), ask()]);
  expect(countries).toEqual(new Set(['BE', 'FR']));
});

it.each([0, 60])(
  'takes what is there when it is told to, with a clock of %i s, and says and counts so',
  async (seconds) => {
    const { path, geo, countReload, log, country } = watched();
    const watch = watchGeoData(geo, seconds, countReload);
    onTestFinished(() => watch.close());
    writeFileSync(path, brussels);
    await watch.take();
    expect(country()).toBe('BE');
    writeFileSync(path, 'junk');
    await watch.take();
    expect(country()).toBe('BE');
    expect(countReload.mock.calls).toEqual([['taken'], ['refused']]);
    expect(log.mock.calls.map(([line]) => (JSON.parse(String(line)) as { level: string }).level)).toEqual([
      'info',
      'error',
    ]);
  },
);

it('takes data that came between its start and the first tick of its clock', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { path, geo, countReload, country } = watched();
  const look = vi.spyOn(GeoDataWatcher.prototype, 'look');
  onTestFinished(() => look.mockRestore());
  const watch = watchGeoData(geo, 60, countReload);
  onTestFinished(() => watch.close());
  await Promise.all(look.mock.results.map(({ value }) => value as Promise<void>));
  writeFileSync(path, brussels);
  for (let tick = 0; tick < 2; tick++) {
    vi.advanceTimersByTime(60_000);
    await Promise.all(look.mock.results.map(({ value }) => value as Promise<void>));
  }
  expect(country()).toBe('BE');
});

it('polls by a clock, and not at all when told so', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { geo, countReload } = watched();
  expect(vi.getTimerCount()).toBe(0);
  watchGeoData(geo, 0, countReload);
  expect(vi.getTimerCount()).toBe(0);
  const watch = watchGeoData(geo, 60, countReload);
  expect(vi.getTimerCount()).toBe(1);
  watch.close();
  expect(vi.getTimerCount()).toBe(0);
});

/** A record whose type byte means nothing: looking it up throws. */
function corrupted(bytes: Buffer): Buffer {
  const at = bytes.indexOf('iso_code');
  return bytes.fill(0xff, at - 12, at);
}
