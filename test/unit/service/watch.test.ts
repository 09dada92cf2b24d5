import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openGeoData } from '../../../src/service/geo/geo-data.ts';
import { GeoDataWatcher, watchGeoData } from '../../../src/service/geo/watch.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { about } from './geo-facts.ts';
import { keepLog } from './log-lines.ts';
import { lyon, startService, temporaryDirectory, writeDatabase } from './running-service.ts';

const databaseIn = (iso_code: string, databaseType: string) =>
  writeMmdb({ databaseType, networks: { '212.27.48.0/24': { country: { iso_code } } } });
const brussels = databaseIn('BE', 'New');

function watched() {
  const directory = temporaryDirectory();
  const path = writeDatabase(directory, lyon);
  const geo = openGeoData({ city: [path], asn: [] }, directory);
  const countReload = vi.fn();
  const watcher = new GeoDataWatcher(geo, countReload);
  const country = () => about(geo, '212.27.48.10')['countryCode'];
  return { path, geo, watcher, countReload, logged: keepLog(), country };
}

/** Looks as often as this. */
async function look(watcher: GeoDataWatcher, times: number) {
  for (let time = 0; time < times; time++) await watcher.look();
}

it('takes new data once they look the same twice', async () => {
  const { path, watcher, countReload, logged, country } = watched();
  await watcher.look();
  writeFileSync(path, brussels);
  await watcher.look();
  expect(country()).toBe('FR');
  await watcher.look();
  expect(country()).toBe('BE');
  expect(countReload.mock.calls).toEqual([['taken']]);
  expect(logged()).toMatchObject([{ level: 'info', message: 'new geo data were taken', data: [{ name: 'New' }] }]);
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
  await look(watcher, 5);
  expect(countReload).not.toHaveBeenCalled();
  expect(geo.attributions).toBe(before);
});

it.each([
  ['truncated', brussels.subarray(0, 200)],
  ['empty', Buffer.alloc(0)],
  ['corrupt inside', corrupted(databaseIn('US', 'Corrupt'))],
])('refuses data that are %s once, keeps the old ones, and takes the next good ones', async (_what, content) => {
  const { path, watcher, countReload, logged, country } = watched();
  await watcher.look();
  writeFileSync(path, content);
  await look(watcher, 4);
  expect(country()).toBe('FR');
  expect(countReload.mock.calls).toEqual([['refused']]);
  expect(logged()).toMatchObject([{ level: 'error', message: 'new geo data were refused; the old ones stay' }]);
  writeFileSync(path, brussels);
  await look(watcher, 2);
  expect(country()).toBe('BE');
});

it('keeps the old data when the file goes away', async () => {
  const { path, watcher, countReload, country } = watched();
  await watcher.look();
  rmSync(path);
  await look(watcher, 3);
  expect(country()).toBe('FR');
  expect(countReload.mock.calls).toEqual([['refused']]);
});

it('tells of fetched data that it may not read, and takes no older ones in their place', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'geo', 'dbip-city-lite.mmdb');
  mkdirSync(join(directory, 'geo'));
  writeFileSync(path, writeMmdb(lyon));
  const geo = openGeoData({ asn: [] }, directory);
  const logged = keepLog();
  const watcher = new GeoDataWatcher(geo, () => undefined);
  await watcher.look();
  rmSync(path);
  // Also for root, who may read everything else, this one cannot be opened.
  symlinkSync('dbip-city-lite.mmdb', path);
  await look(watcher, 2);
  expect(geo.inUse).toMatchObject([{ name: lyon.databaseType }]);
  expect(JSON.stringify(logged()[0])).toMatch(/refused.*DATA_DIR: .*dbip-city-lite\.mmdb can't be read: ELOOP/);
});

it('answers every request while data are exchanged, from the old ones or the new ones', async () => {
  keepLog();
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
      await look(watcher, 2);
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
    const { path, geo, countReload, logged, country } = watched();
    const watch = watchGeoData(geo, seconds, countReload);
    onTestFinished(() => watch.close());
    writeFileSync(path, brussels);
    await watch.take();
    expect(country()).toBe('BE');
    writeFileSync(path, 'junk');
    await watch.take();
    expect(country()).toBe('BE');
    expect(countReload.mock.calls).toEqual([['taken'], ['refused']]);
    expect(logged().map(({ level }) => level)).toEqual(['info', 'error']);
  },
);

it('takes data that came between its start and the first tick of its clock', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { path, geo, countReload, country } = watched();
  const looks = vi.spyOn(GeoDataWatcher.prototype, 'look');
  onTestFinished(() => looks.mockRestore());
  const watch = watchGeoData(geo, 60, countReload);
  onTestFinished(() => watch.close());
  await Promise.all(looks.mock.results.map(({ value }) => value as Promise<void>));
  writeFileSync(path, brussels);
  for (let tick = 0; tick < 2; tick++) {
    vi.advanceTimersByTime(60_000);
    await Promise.all(looks.mock.results.map(({ value }) => value as Promise<void>));
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
