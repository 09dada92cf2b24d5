import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '../../../../src/adapters/node/environment.ts';
import { readOptions } from '../../../../src/proxy/options.ts';

const headersFor = (variables: Readonly<Record<string, string>>) =>
  Object.keys(readOptions(readEnvironment({ GEOLET_TRUST: '1', ...variables }).proxy).headerSource?.headers ?? {});

function configured(settings: object): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'geolet-hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'proxy.json');
  writeFileSync(path, JSON.stringify(settings));
  return { GEOLET_CONFIG: path };
}

it.each([
  ['by its name', { GEOLET_UPSTREAM: 'host:akamai' }, ['X-Akamai-Edgescape']],
  ['by its headers', { GEOLET_UPSTREAM: 'host:countryCode=X-Country,city=X-City' }, ['X-Country', 'X-City']],
])('the program takes a host %s, without a key', (_, variables, headers) => {
  expect(headersFor(variables)).toEqual(headers);
});

it.each([
  ['as the variable has it', { upstream: 'host:akamai' }, ['X-Akamai-Edgescape']],
  ['by its name', { upstream: { host: 'akamai' } }, ['X-Akamai-Edgescape']],
  [
    'by its headers',
    { upstream: { host: { countryCode: 'X-Country', city: 'X-City', encoding: 'percent' } } },
    ['X-Country', 'X-City'],
  ],
])('the configuration file takes a host %s', (_, settings, headers) => {
  expect(headersFor(configured(settings))).toEqual(headers);
});

it.each([
  [
    'host alone',
    { GEOLET_UPSTREAM: 'host' },
    /is host, and this program does not know which: write host: and its name/,
  ],
  ['a host and nobody who is trusted', { GEOLET_UPSTREAM: 'host:nginx', GEOLET_TRUST: 'none' }, /set trust/],
  ['no key for a service', { GEOLET_UPSTREAM: 'https://geo.example' }, /option key \(GEOLET_KEY\) is missing/],
])('the program refuses %s', (_, variables, message) => {
  expect(() => headersFor(variables)).toThrow(message);
});

it('the configuration file refuses an upstream that is neither', () => {
  expect(() => headersFor(configured({ upstream: { host: { countryCode: 7 } } }))).toThrow(
    /has upstream, which is neither/,
  );
  expect(() => headersFor(configured({ key: { host: 'nginx' } }))).toThrow(/has key, which is neither/);
});
