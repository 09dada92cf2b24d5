import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lastPublicationDay } from '../../../src/proxy/node/rates/publication-days.ts';
import { bankFile } from '../../support/bank-file.ts';
import { startServer } from '../../support/start-server.ts';
import { key, patience } from '../../unit/proxy/upstream-server.ts';
import { temporaryDirectory } from '../../unit/service/running-service.ts';
import { startProgram } from '../running-program.ts';

const program = fileURLToPath(new URL('../../../scripts/command-line/geolet.ts', import.meta.url));

/** In place of hours, the program waits 20 ms. */
const hurry = `data:text/javascript,${encodeURIComponent(`
  import timers from 'node:timers/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { setTimeout } = timers;
  timers.setTimeout = (milliseconds, ...rest) => setTimeout(Math.min(milliseconds, 20), ...rest);
  syncBuiltinESMExports();
`)}`;

const today = lastPublicationDay(Date.now());
const before = lastPublicationDay(Date.parse(today) - 1);

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const own =
    command === 'serve' ? { GEOLET_UPDATE: 'off' } : { GEOLET_KEY: key, GEOLET_UPSTREAM: 'http://localhost:9' };
  return startProgram(['--import', hurry, program, command, ...args], { GEOLET_TRUST: '1', ...own, ...environment });
}

type Answer = string | number | ((response: ServerResponse) => void);

async function openBank(first: Answer) {
  const bank = { answer: first, address: '' };
  bank.address = await startServer((_request, response) => {
    const { answer } = bank;
    if (typeof answer === 'function') answer(response);
    else response.writeHead(typeof answer === 'number' ? answer : 200).end(String(answer));
  });
  return bank;
}

const good = bankFile(today);

const broken: readonly (readonly [string, Answer, RegExp])[] = [
  ['a failure', 503, /the status is 503/],
  [
    'a way that leads to itself',
    (response) => response.writeHead(302, { location: '/' }).end(),
    /leads on more than 5 times/,
  ],
  ['a way without https', (response) => response.writeHead(302, { location: 'data:,x' }).end(), /new rates: /],
  ['a connection that breaks off', (response) => response.destroy(), /other side closed|ECONNRESET|socket hang up/],
  [
    'a file that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': good.length }).write(good.slice(0, 300));
      setImmediate(() => response.destroy());
    },
    /terminated|other side closed|aborted/,
  ],
  ['what is no gzip', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(good), /header check/],
  ['more than 1 MB', ' '.repeat(1_100_000), /larger than 1 MB/],
  ['nothing', '', /neither the XML/],
  ['half of the XML', good.slice(0, -60), /its end is missing/],
  ['a date in the future', bankFile('2999-01-04'), /is in the future/],
  ['a rate of zero', bankFile(today, { USD: '0' }), /USD is not a number above zero/],
  ['JSON of an error', '{"error":"later"}', /neither the XML/],
];

describe.each(['proxy', 'serve'])('geolet %s with GEOLET_RATES', (command) => {
  it('keeps the last good rates through everything that can be wrong with new ones, then takes good ones', async () => {
    const directory = temporaryDirectory();
    writeFileSync(
      join(directory, 'geolet-rates.json'),
      JSON.stringify({ base: 'EUR', date: before, rates: { USD: 1.07, JPY: 163, GBP: 0.84 } }),
    );
    const bank = await openBank(503);
    const environment = { GEOLET_RATES: bank.address, DATA_DIR: directory, GEOLET_METRICS: '0' };
    const { child, ended, text, url } = run(command, [], environment);
    const served = new URL('/geolet-rates.json', await url());
    const metrics = async () => (await fetch(/http:\S+\/metrics$/m.exec(text())?.[0] ?? '')).text();
    const dateOf = async (url: URL) => ((await (await fetch(url)).json()) as { date: string }).date;
    const failures = async () => Number(/renewals_total\{outcome="failed"\} (\d+)/.exec(await metrics())?.[1]);

    for (const [what, answer, reason] of broken) {
      bank.answer = answer;
      // A look that had begun before may still get the answer before this one.
      const from = text().length;
      await expect.poll(() => text().slice(from), { ...patience, message: what }).toMatch(reason);
      expect([what, await dateOf(served)]).toEqual([what, before]);
    }
    expect(text()).not.toContain(bank.address);
    expect(await failures()).toBeGreaterThanOrEqual(broken.length);
    expect(await metrics()).toContain(`geolet_rates_timestamp_seconds ${Date.parse(before) / 1000}\n`);

    bank.answer = good;
    await expect.poll(() => dateOf(served), patience).toBe(today);
    await expect.poll(metrics, patience).toContain(`geolet_rates_timestamp_seconds ${Date.parse(today) / 1000}\n`);
    expect(await metrics()).toContain('geolet_rates_renewals_total{outcome="new"} 1\n');
    expect(readdirSync(directory)).toEqual(['geolet-rates.json']);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('fills an empty folder that it makes itself', async () => {
    const directory = join(temporaryDirectory(), 'not', 'there');
    const bank = await openBank(good);
    const { text } = run(command, [], { GEOLET_RATES: bank.address, DATA_DIR: directory });
    await expect.poll(() => existsSync(join(directory, 'geolet-rates.json')), patience).toBe(true);
    expect(text()).not.toContain('warn');
  });

  it.each([[['--check']], [[]]])('does not start where rates cannot be kept, and says what to do: %j', async (args) => {
    const { ended, text } = run(command, args, { GEOLET_RATES: 'ecb', DATA_DIR: '/dev/null/geolet' });
    expect(await ended).toBe(78);
    const problem = 'rates (GEOLET_RATES) are kept there, and /dev/null is not a folder: name another one';
    expect(text()).toBe(`geolet ${command}: DATA_DIR: ${problem}.\n`);
  });
});

it('without GEOLET_RATES the proxy needs no folder, and has no metrics of rates', async () => {
  const { text, url } = run('proxy', [], { DATA_DIR: '/dev/null/geolet', GEOLET_METRICS: '0' });
  await url();
  const metrics = await (await fetch(/http:\S+\/metrics$/m.exec(text())?.[0] ?? '')).text();
  expect(metrics).toContain('geolet_requests_in_flight');
  expect(metrics).not.toContain('geolet_rates');
});

it('waiting for new rates keeps no process alive', async () => {
  const renewal = new URL('../../../src/proxy/node/rates/renew-daily.ts', import.meta.url).href;
  const code = `const { renewRatesDaily } = await import('${renewal}');
    void renewRatesDaily(
      { from: 'https://localhost', directory: '/nowhere', maxAgeDays: 7 },
      { log: console.error, signal: new AbortController().signal },
    );
    console.log('it waits');`;
  const { ended, text } = startProgram(['--input-type=module', '--eval', code], {});
  expect([await ended, text()]).toEqual([0, 'it waits\n']);
});
