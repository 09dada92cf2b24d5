import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Configuration } from '../../../src/service/configuration.ts';
import { openVisitorData } from '../../../src/service/index.ts';
import { writeMmdb } from '../../support/mmdb-writer.ts';
import { startServer } from '../../support/start-server.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const patience = { timeout: 20_000 };
const daysAgo = (days: number) => new Date(Math.floor((Date.now() - days * dayMs) / 1000) * 1000);

/** @param networks more of them make a larger file. */
const city = (name: string, days: number, networks = 1) =>
  writeMmdb({
    databaseType: 'DBIP-City-Lite',
    builtAt: daysAgo(days),
    networks: Object.fromEntries(
      Array.from({ length: networks }, (_, index) => [
        `8.8.${index}.0/24`,
        { country: { iso_code: 'US' }, city: { names: { en: index === 0 ? name : `${name} ${index}` } } },
      ]),
    ),
  });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Data of a day are in use, and a mirror has others. */
async function open(days: number, configuration: Partial<Configuration> = {}) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const mirror = { file: undefined as Buffer | undefined, asked: [] as string[] };
  const updateURL = await startServer((request, response) => {
    mirror.asked.push(request.url ?? '');
    const { file } = mirror;
    response.writeHead(file === undefined ? 404 : 200).end(file && gzipSync(file));
  });
  const dataDirectory = temporaryDirectory();
  const path = join(dataDirectory, 'geo', 'dbip-city-lite.mmdb');
  mkdirSync(join(dataDirectory, 'geo'));
  writeFileSync(path, city('Before', days, 200));
  const usual = { dataDirectory, databases: { asn: [] }, dataPollSeconds: 0, updateURL, renewsData: true };
  const data = openVisitorData({ ...usual, ...configuration });
  onTestFinished(() => data.close());
  const headers = new Headers({ 'x-visitor-ip': '8.8.0.8' });
  return {
    data,
    mirror,
    log: () =>
      log.mock.calls.map(([line]) => JSON.parse(String(line)) as { level: string; message: string; reason?: string }),
    city: () => (JSON.parse(data.answer(headers, 'id').body) as { city?: string }).city,
  };
}

describe('geo data that are older than a month', () => {
  it('are renewed after a minute, in the same process', async () => {
    const { mirror, city: cityNow, log } = await open(40);
    mirror.file = city('After', 3, 200);
    vi.advanceTimersByTime(minuteMs - 1);
    expect(mirror.asked).toEqual([]);
    vi.advanceTimersByTime(1);
    await expect.poll(cityNow, patience).toBe('After');
    const month = new Date().toISOString().slice(0, 7);
    expect(mirror.asked).toEqual([`/dbip-city-lite-${month}.mmdb.gz`]);
    expect(log()).toMatchObject([{ level: 'info', message: 'new geo data were taken' }]);
  });

  it.each([
    ['are not there', undefined, /^There is n(o|either)/],
    ['are no database', Buffer.from('hello'), /not a usable MMDB file/],
    ['are not newer', city('Worse', 41, 200), /older than those in place|not newer than those in use/],
    ['are less than half', city('Worse', 3, 1), /less than half of those in use/],
  ])('stay when the new ones %s, which is logged, and are renewed six hours later', async (_what, bad, reason) => {
    const { mirror, city: cityNow, log } = await open(40);
    mirror.file = bad;
    vi.advanceTimersByTime(minuteMs);
    const message = 'no new city data; those in use stay, and the next attempt comes in six hours';
    const line = { level: 'warn', message, reason: expect.stringMatching(reason) };
    await expect.poll(log, patience).toMatchObject([line]);
    expect(cityNow()).toBe('Before');
    const asked = mirror.asked.length;
    mirror.file = city('After', 3, 200);
    await expect.poll(() => vi.getTimerCount(), patience).toBe(1);
    vi.advanceTimersByTime(6 * 3_600_000 - 1);
    expect(mirror.asked).toHaveLength(asked);
    vi.advanceTimersByTime(1);
    await expect.poll(cityNow, patience).toBe('After');
  });

  it('stay when the mirror is not there', async () => {
    const { city: cityNow, log } = await open(40, { updateURL: 'http://127.0.0.1:1' });
    vi.advanceTimersByTime(minuteMs);
    const line = { level: 'warn', reason: expect.stringMatching(/can't be reached/) };
    await expect.poll(log, patience).toMatchObject([line]);
    expect(cityNow()).toBe('Before');
  });
});

describe('nothing is fetched', () => {
  it.each<[string, number, Partial<Configuration>]>([
    ['while the data are younger than a month', 20, {}],
    ['when it is turned off', 40, { renewsData: false }],
    ['in place of files that the operator chose', 40, { databases: { city: [], asn: [] } }],
  ])('%s', async (_when, days, configuration) => {
    const { mirror, data } = await open(days, configuration);
    vi.advanceTimersByTime(7 * 3_600_000);
    await data.reload();
    expect(mirror.asked).toEqual([]);
  });

  it('after the end', async () => {
    const { mirror, data } = await open(40);
    await data.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(7 * 3_600_000);
    expect(mirror.asked).toEqual([]);
  });
});
