import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/adapters/node/environment.ts';
import { lastPublicationDay, nextPublication } from '../../../src/proxy/node/rates/publication-days.ts';
import { ratesPath, withRates } from '../../../src/proxy/node/rates/rates-listener.ts';
import { storeRates } from '../../../src/proxy/node/rates/rates-file.ts';
import { readRates } from '../../../src/proxy/node/rates/read-rates.ts';
import { bankFile } from '../../support/bank-file.ts';
import { startServer } from '../../support/start-server.ts';
import { temporaryDirectory } from '../service/running-service.ts';
import { type Clock, renewRatesDaily } from '../../../src/proxy/node/rates/renew-daily.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = join(temporaryDirectory(), 'data');
  file = join(directory, 'geolet-rates.json');
});

const kept = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

function writeKept({ date, usd = 1.08 }: { readonly date: string; readonly usd?: number }): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, JSON.stringify({ base: 'EUR', date, rates: { USD: usd, JPY: 163.2, GBP: 0.84 } }));
}

describe('the day of the last rates', () => {
  it.each([
    ['before 16:00 CET', '2026-11-25T14:59:00Z', '2026-11-24'],
    ['at 16:00 CET', '2026-11-25T15:00:00Z', '2026-11-25'],
    ['on a Saturday', '2026-11-28T18:00:00Z', '2026-11-27'],
    ['on a Monday morning', '2026-11-30T08:00:00Z', '2026-11-27'],
    ['at Christmas', '2026-12-27T18:00:00Z', '2026-12-24'],
    ['at New Year', '2026-01-01T18:00:00Z', '2025-12-31'],
    ['on the first of May', '2026-05-01T18:00:00Z', '2026-04-30'],
    ['at Easter 2026', '2026-04-06T18:00:00Z', '2026-04-02'],
    ['at Easter 2027', '2027-03-29T18:00:00Z', '2027-03-25'],
    ['after Easter', '2026-04-07T15:00:00Z', '2026-04-07'],
  ])('%s is the last working day', (_when, now, day) => {
    expect(lastPublicationDay(Date.parse(now))).toBe(day);
  });

  it.each([
    ['2026-11-25T14:00:00Z', '2026-11-25T15:00:00.000Z'],
    ['2026-11-27T15:00:00Z', '2026-11-30T15:00:00.000Z'],
    ['2026-04-02T15:00:00Z', '2026-04-07T15:00:00.000Z'],
  ])('after %s is followed by the next working day', (now, next) => {
    expect(new Date(nextPublication(Date.parse(now))).toISOString()).toBe(next);
  });
});

/** A clock whose hands move when somebody waits. At its end it ends what waits. */
class HandClock implements Clock {
  readonly end = new AbortController();
  readonly #until: number;
  #now: number;
  #chances: readonly number[];

  constructor(from: string, until: string, chances: readonly number[] = [0.5]) {
    this.#chances = chances;
    this.#now = Date.parse(from);
    this.#until = Date.parse(until);
  }

  now(): number {
    return this.#now;
  }

  chance(): number {
    const [chance = 0] = this.#chances;
    this.#chances = [...this.#chances.slice(1), chance];
    return chance;
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.#now += milliseconds;
    if (this.#now > this.#until) this.end.abort();
    return signal.aborted ? Promise.reject(new Error('ended')) : Promise.resolve();
  }
}

const inTime = (time: string) => bankFile(lastPublicationDay(Date.parse(time)));

/**
 * Runs from one time to another.
 *
 * @param answerAt what the bank has at a time.
 * @returns what it told, and when the bank was asked.
 */
async function renew(
  [from, until]: readonly [string, string],
  answerAt: (time: string, clock: HandClock) => string | number = inTime,
  chances?: readonly number[],
) {
  const clock = new HandClock(from, until, chances);
  const requests: string[] = [];
  const address = await startServer((_request, response) => {
    const time = new Date(clock.now()).toISOString();
    requests.push(time);
    const answer = answerAt(time, clock);
    response.writeHead(typeof answer === 'number' ? answer : 200).end(String(answer));
  });
  const lines: string[] = [];
  const outcomes: string[] = [];
  const dates: (string | undefined)[] = [];
  await renewRatesDaily(
    { from: address, directory, maxAgeDays: 7 },
    {
      log: (line) => lines.push(line),
      observer: { renewal: (outcome) => outcomes.push(outcome), date: (date) => dates.push(date) },
      signal: clock.end.signal,
      clock,
    },
  );
  return { requests, lines, outcomes, dates };
}

const evening = ['2026-11-25T16:00:00Z', '2026-11-25T20:00:00Z'] as const;
/** The dollar has moved by more than it may. */
const afterMove = (time: string) =>
  bankFile(lastPublicationDay(Date.parse(time)), { USD: '1.5', JPY: '163.2', GBP: '0.84' });

const dayOf = (time: string) => time.slice(0, 10);

describe('rates that renew themselves', () => {
  it('are asked for once on each working day of a year, from 15:00 to 15:30 UTC, and never in between', async () => {
    const year = ['2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z'] as const;
    const { requests, lines, outcomes } = await renew(year, inTime, [0, 0.25, 0.5, 0.999]);
    const [first, ...daily] = requests;
    expect(first).toBe('2026-01-01T00:01:00.000Z');
    const holidays = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25'];
    const workingDays = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)))
      .filter((date) => ![0, 6].includes(date.getUTCDay()))
      .map((date) => dayOf(date.toISOString()))
      .filter((day) => !holidays.includes(day));
    expect(daily.map(dayOf)).toEqual(workingDays);
    for (const time of daily) expect(time).toMatch(/T15:[0-2]\d:/);
    expect(outcomes).toEqual(requests.map(() => 'new'));
    expect(lines).toEqual([]);
  });

  it('are asked for by 16:00 of Frankfurt or later, in winter and in summer', async () => {
    const { requests } = await renew(['2026-03-20T00:00:00Z', '2026-04-10T00:00:00Z'], inTime, [0]);
    const frankfurt = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
    const hours = requests.slice(1).map((time) => frankfurt.format(new Date(time)));
    expect(new Set(hours)).toEqual(new Set(['16:00', '17:00']));
  });

  it('are asked for a minute after the start, unless those of the last working day are there', async () => {
    writeKept({ date: '2026-11-27' });
    expect((await renew(['2026-11-28T09:00:00Z', '2026-11-30T14:00:00Z'])).requests).toEqual([]);
    const { requests } = await renew(['2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z']);
    expect(requests).toEqual(['2026-12-01T09:01:00.000Z']);
  });

  it('are asked for again an hour after each failure and up to 30 minutes later, until they come', async () => {
    writeKept({ date: '2026-11-24' });
    const { requests, lines, outcomes, dates } = await renew(
      ['2026-11-25T15:09:00Z', '2026-11-26T14:00:00Z'],
      (time) => (time < '2026-11-25T18' ? 503 : inTime(time)),
      [0, 1],
    );
    expect(requests.map((time) => time.slice(11, 16))).toEqual(['15:10', '16:10', '17:40', '18:40']);
    expect(lines).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('the status is 503')));
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'new']);
    expect(dates).toEqual(['2026-11-24', '2026-11-24', '2026-11-24', '2026-11-25']);
    expect(kept()).toMatchObject({ date: '2026-11-25' });
  });

  it('are asked for each hour where the bank is late, and the log says nothing of it', async () => {
    writeKept({ date: '2026-11-24' });
    const { outcomes, lines } = await renew(['2026-11-25T15:09:00Z', '2026-11-26T14:00:00Z'], (time) =>
      bankFile(time < '2026-11-25T17' ? '2026-11-24' : '2026-11-25'),
    );
    expect(outcomes).toEqual(['same', 'same', 'new']);
    expect(lines).toEqual([]);
  });

  it('are kept back after a large move, until those of the next day confirm it', async () => {
    writeKept({ date: '2026-11-24' });
    const { requests, outcomes, dates, lines } = await renew(
      ['2026-11-25T16:00:00Z', '2026-11-26T23:00:00Z'],
      afterMove,
    );
    expect(requests.map(dayOf)).toEqual(['2026-11-25', '2026-11-26']);
    expect(outcomes).toEqual(['kept-back', 'new']);
    expect(dates).toEqual(['2026-11-24', '2026-11-26']);
    expect(lines).toEqual([expect.stringMatching(/USD.*--accept/)]);
    expect(kept()).toMatchObject({ date: '2026-11-26', rates: { USD: 1.5 } });
    expect(readdirSync(directory)).toEqual(['geolet-rates.json']);
  });

  it('that were accepted meanwhile are not asked for again', async () => {
    writeKept({ date: '2026-11-24' });
    await renew(evening, (time) => {
      writeKept({ date: dayOf(time), usd: 1.5 });
      return 503;
    });
    expect((await renew(['2026-11-25T20:00:00Z', '2026-11-26T14:00:00Z'])).requests).toEqual([]);
  });

  it.each([
    ['damaged', '{"base":"EUR","date":"2026-11-2', 'holds no rates: '],
    [
      'of a day in the future',
      '{"base":"EUR","date":"2030-01-01","rates":{"USD":1}}',
      'its date, 2030-01-01, is in the future',
    ],
  ])('that are %s are set aside, and the bank is not blamed', async (_, text, reason) => {
    mkdirSync(directory);
    writeFileSync(file, text);
    const { lines, outcomes } = await renew(evening);
    expect(lines).toEqual([expect.stringContaining(reason)]);
    expect(lines[0]).toMatch(/ It is now .*geolet-rates\.json\.damaged/);
    expect(outcomes).toEqual(['new']);
    expect(kept()).toMatchObject({ date: '2026-11-25' });
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(text);
  });

  it('of tomorrow are not set aside', async () => {
    writeKept({ date: '2026-11-26' });
    const { requests, lines } = await renew(evening);
    expect([requests, lines]).toEqual([[], []]);
  });

  it('of a day in the future confirm no large move', async () => {
    writeKept({ date: '2026-11-24' });
    const keptBack = { base: 'EUR', date: '2030-01-01', rates: { USD: 1.5, JPY: 163.2, GBP: 0.84 } };
    writeFileSync(`${file}.kept-back`, JSON.stringify(keptBack));
    const { outcomes } = await renew(['2026-11-25T16:00:00Z', '2026-11-26T23:00:00Z'], afterMove);
    expect(outcomes).toEqual(['kept-back', 'new']);
  });

  it('that cannot be kept are not blamed on the bank', async () => {
    mkdirSync(join(file, 'a-folder'), { recursive: true });
    const { lines, outcomes } = await renew(['2026-11-25T16:00:00Z', '2026-11-25T16:30:00Z']);
    expect(lines).toEqual([expect.stringMatching(/^Rates cannot be kept in .*geolet-rates\.json: EISDIR/)]);
    expect(outcomes).toEqual(['failed']);
  });

  it('are reported where they are too old', async () => {
    writeKept({ date: '2026-11-17' });
    const early = await renew(['2026-11-23T20:00:00Z', '2026-11-23T20:30:00Z'], () => 503);
    expect(early.lines).toHaveLength(1);
    const late = await renew(['2026-11-25T20:00:00Z', '2026-11-25T20:30:00Z'], () => 503);
    expect(late.lines).toEqual([
      expect.stringContaining('503'),
      expect.stringContaining('The rates of 2026-11-17 are older than 7 days'),
    ]);
  });

  it('are whole at each moment while two programs share a folder', async () => {
    const days = Array.from({ length: 20 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);
    const store = async () => {
      for (const day of days) await storeRates(file, readRates(bankFile(day), Date.now()), undefined, false);
    };
    mkdirSync(directory);
    const ends = Promise.all([store(), store()]);
    let reads = 0;
    let isOver = false;
    void ends.then(() => (isOver = true));
    while (!isOver) {
      const text = await readFile(file, 'utf8').catch(() => undefined);
      if (text !== undefined) expect(JSON.parse(text)).toMatchObject({ base: 'EUR' });
      reads++;
    }
    await ends;
    expect(reads).toBeGreaterThan(0);
    expect(readdirSync(directory)).toEqual(['geolet-rates.json']);
  });

  it('let the process end, and are not asked for after the end', async () => {
    const { requests, lines } = await renew(['2026-11-25T16:00:00Z', '2026-11-30T00:00:00Z'], (_time, clock) => {
      clock.end.abort();
      return 503;
    });
    expect(requests).toHaveLength(1);
    expect(lines).toEqual([]);
  });
});

describe('the address of the rates', () => {
  const serveRates = (now: string) => {
    const settings = { from: '', directory, maxAgeDays: 7 };
    const another: RequestListener = (_request, response) => response.end('another');
    return startServer(withRates(another, settings, { now: () => Date.parse(now) }));
  };

  it('answers with the file and an ETag, to every page, and with 304 to those that have it', async () => {
    writeKept({ date: '2026-11-25' });
    const origin = await serveRates('2026-11-26T00:00:00Z');
    const response = await fetch(`${origin}${ratesPath}`);
    expect(await response.json()).toMatchObject({ base: 'EUR', date: '2026-11-25' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(`${origin}${ratesPath}?1`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(`${origin}${ratesPath}`, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(`${origin}/geo`)).text()).toBe('another');
  });

  it.each([
    ['there are none', () => undefined],
    ['they are damaged', () => writeFileSync(file, '{"base":"EUR"}')],
    ['one is not a number above zero', () => writeKept({ date: '2026-11-25', usd: 0 })],
    ['they are too old', () => writeKept({ date: '2026-11-18' })],
  ])('is not found where %s, which nobody keeps', async (_why, write) => {
    mkdirSync(directory);
    write();
    const response = await fetch(`${await serveRates('2026-11-26T00:00:00Z')}${ratesPath}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('is not found either by those that have what is too old by now', async () => {
    writeKept({ date: '2026-11-25' });
    const etag = (await fetch(`${await serveRates('2026-12-02T00:00:00Z')}${ratesPath}`)).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const origin = await serveRates('2026-12-02T00:00:01Z');
    expect((await fetch(`${origin}${ratesPath}`, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });
});

describe('GEOLET_RATES', () => {
  const rates = (text: string) => readEnvironment({ GEOLET_RATES: text, DATA_DIR: '/data' }).rates;

  it('is the bank, or an address', () => {
    const from = expect.stringMatching(/^https:\/\/www\.ecb\.europa\.eu\//);
    expect(rates('ecb')).toEqual({ from, directory: '/data', maxAgeDays: 7 });
    expect(rates('https://rates.example/a.json')?.from).toBe('https://rates.example/a.json');
    expect(rates('')).toBeUndefined();
  });

  it('has a limit of its own for old rates', () => {
    const maxAge = (text: string) =>
      readEnvironment({ GEOLET_RATES: 'ecb', GEOLET_RATES_MAX_AGE_DAYS: text }).rates?.maxAgeDays;
    expect(maxAge('40')).toBe(40);
    expect(() => maxAge('a week')).toThrow('GEOLET_RATES_MAX_AGE_DAYS is "a week": give a whole number from 0 to 3660');
  });

  it.each([
    ['ECB', /did you mean ecb\?/],
    ['yes', /did you mean ecb\?/],
    ['http://rates.example', /cannot be used: write ecb/],
  ])('is not %s', (text, message) => {
    expect(() => rates(text)).toThrow(message);
  });
});
