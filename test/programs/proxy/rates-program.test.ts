import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lastPublicationDay } from '../../../src/proxy/node/rates/publication-days.ts';
import { bankFile } from '../../support/bank-file.ts';
import { listen } from '../../support/loopback.ts';
import { key, patience } from '../../unit/proxy/upstream-server.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

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

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-rates-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function run(command: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...runTypeScript, '--import', hurry, program, command, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GEOLET_TRUST: '1',
      PORT: '0',
      ...(command === 'serve' ? { GEOLET_UPDATE: 'off' } : { GEOLET_KEY: key, GEOLET_UPSTREAM: 'http://localhost:9' }),
      ...environment,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  return { child, ended: once(child, 'close').then(([status]: unknown[]) => status), text: () => text };
}

type Answer = string | number | ((response: ServerResponse) => void);

async function openBank(first: Answer) {
  const bank = { answer: first, address: '' };
  const server = createServer((_request, response) => {
    const { answer } = bank;
    if (typeof answer === 'function') answer(response);
    else response.writeHead(typeof answer === 'number' ? answer : 200).end(String(answer));
  });
  bank.address = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return bank;
}

const good = bankFile(today);
const jsonWith = (value: object) => JSON.stringify({ base: 'EUR', date: today, rates: { USD: 1.08 }, ...value });

const broken: readonly (readonly [string, Answer, RegExp])[] = [
  ['a failure', 503, /the status is 503/],
  ['no such file', 404, /the status is 404/],
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
  ['a page', '<!doctype html><title>Maintenance</title>', /neither the XML/],
  ['half of the XML', good.slice(0, -60), /its end is missing/],
  ['XML without a date', good.replace(/ time='[^']*'/, ''), /neither the XML/],
  ['a date in words', bankFile('today'), /neither the XML/],
  ['the 30th of February', bankFile('2026-02-30'), /neither the XML/],
  ['a date in the future', bankFile('2999-01-04'), /is in the future/],
  ['XML without rates', bankFile(today, {}), /no rates/],
  ['a rate of zero', bankFile(today, { USD: '0' }), /USD is not a number above zero/],
  ['a negative rate', bankFile(today, { USD: '-1.08' }), /USD is not a number above zero/],
  ['a rate in words', bankFile(today, { USD: 'N/A' }), /USD is not a number above zero/],
  ['a decimal comma', bankFile(today, { USD: '1,08' }), /USD is not a number above zero/],
  ['two rates of a currency', good.replace('JPY', 'USD'), /two rates of USD/],
  ['several days', good.replace('</Cube>', `</Cube><Cube time='${before}'/>`), /several days/],
  ['JSON with a rate as text', jsonWith({ rates: { USD: '1.08' } }), /USD is not a number above zero/],
  ['JSON of an error', '{"error":"later"}', /neither the XML/],
];

describe.each(['proxy', 'serve'])('geolet %s with GEOLET_RATES', (command) => {
  it('keeps the last good rates through everything that can be wrong with new ones, then takes good ones', async () => {
    const directory = makeFolder();
    writeFileSync(
      join(directory, 'geolet-rates.json'),
      JSON.stringify({ base: 'EUR', date: before, rates: { USD: 1.07, JPY: 163, GBP: 0.84 } }),
    );
    const bank = await openBank(503);
    const { child, ended, text } = run(command, [], {
      GEOLET_RATES: bank.address,
      DATA_DIR: directory,
      GEOLET_METRICS: '0',
    });
    await expect.poll(text, patience).toMatch(/\/geo\n/);
    const served = new URL('/geolet-rates.json', /http:\S+\/geo$/m.exec(text())?.[0]);
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
    const directory = join(makeFolder(), 'not', 'there');
    const bank = await openBank(good);
    const { text } = run(command, [], {
      GEOLET_RATES: bank.address,
      DATA_DIR: directory,
    });
    await expect.poll(() => existsSync(join(directory, 'geolet-rates.json')), patience).toBe(true);
    expect(text()).not.toContain('warn');
  });

  it.each([[['--check']], [[]]])('does not start where rates cannot be kept, and says what to do: %j', async (args) => {
    const { ended, text } = run(command, args, {
      GEOLET_RATES: 'ecb',
      DATA_DIR: '/dev/null/geolet',
    });
    expect(await ended).toBe(78);
    expect(text()).toMatch(
      new RegExp(
        `^geolet ${command}: DATA_DIR: rates \\(GEOLET_RATES\\) are kept there, and /dev/null is not a folder: name another one\\.\\n$`,
      ),
    );
  });
});

it('without GEOLET_RATES the proxy needs no folder, and has no metrics of rates', async () => {
  const { text } = run('proxy', [], { DATA_DIR: '/dev/null/geolet', GEOLET_METRICS: '0' });
  await expect.poll(text, patience).toMatch(/\/geo\n/);
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
  const child = spawn(process.execPath, [...runTypeScript, '--input-type=module', '--eval', code]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  await once(child, 'close');
  expect([child.signalCode, text]).toEqual([null, 'it waits\n']);
});
