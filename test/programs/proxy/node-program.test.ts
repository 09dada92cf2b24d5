import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOptions, readEnvironment } from '../../../src/adapters/node/environment.ts';
import { answerRecord, key, patience, startUpstream } from '../../unit/proxy/upstream-server.ts';
import { startProgram } from '../running-program.ts';

const required = { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example' };

/** The program with what it needs, unless the test says otherwise. */
const start = (environment: Readonly<Record<string, string | undefined>>) =>
  startProgram(['src/adapters/node.ts'], { ...required, GEOLET_TRUST: '1', ...environment });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('the program', () => {
  it.each<[string, Record<string, string | undefined>]>([
    ['GEOLET_KEY', { GEOLET_KEY: undefined }],
    ['GEOLET_KEY', { GEOLET_KEY: `${key}\n` }],
    ['GEOLET_UPSTREAM', { GEOLET_UPSTREAM: undefined }],
    ['GEOLET_TRUST', { GEOLET_TRUST: 'everybody' }],
    ['PORT', { PORT: 'http' }],
    ['GEOLET_METRICS', { GEOLET_METRICS: 'on' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '10s' }],
  ])('does not start without a good %s: one line says which and what to do', async (setting, environment) => {
    const { text, ended } = start(environment);
    expect(await ended).toBe(78);
    expect(text()).toMatch(new RegExp(`^geolet proxy: .*${setting}.*\n$`));
    expect(text()).not.toContain(key);
  });

  it('serves, asks the service, ends on SIGTERM, and never tells the key', async () => {
    const upstream = await startUpstream();
    const { child, text, ended, url } = start({ GEOLET_UPSTREAM: upstream.url, GEOLET_EXPOSE: 'IP' });
    const response = await fetch(await url(), from('81.2.69.142'));
    expect(await response.json()).toMatchObject({ IP: '81.2.69.142', city: 'Lyon' });
    expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(response.headers.get('keep-alive')).toBe('timeout=65');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(text() + JSON.stringify([...response.headers])).not.toContain(key);
  });

  it('logs one JSON object a line, with time, level and message, and neither key nor address', async () => {
    const upstream = await startUpstream((_request, response) => response.writeHead(418).end(key));
    const { child, text, ended, url } = start({ GEOLET_UPSTREAM: upstream.url });
    expect((await fetch(await url(), from('81.2.69.142'))).status).toBe(502);
    child.kill('SIGTERM');
    await ended;
    const [, line = '', rest] = text().split('\n');
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      level: 'error',
      message:
        '502 The visitor-data service answered with status 418. Check that GEOLET_UPSTREAM is the address of a visitor-data service.',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(rest).toBe('');
    for (const secret of [key, '81.2.69.142']) expect(text()).not.toContain(secret);
  });

  it.runIf(process.platform !== 'win32')(
    'takes what came while it was stopped for longer than it waits, and blames nobody',
    async () => {
      const timeoutMs = 2000;
      const answers: (() => void)[] = [];
      const upstream = await startUpstream(
        (request, response) => void answers.push(() => answerRecord()(request, response)),
      );
      const { child, text, url } = start({ GEOLET_UPSTREAM: upstream.url, GEOLET_TIMEOUT_MS: String(timeoutMs) });
      const record = await url();
      const visits = Array.from({ length: 8 }, (_, index) => fetch(record, from(`81.2.69.${index}`)));
      await expect.poll(() => answers.length, patience).toBe(8);
      const askedAt = performance.now();
      child.kill('SIGSTOP');
      for (const answer of answers) answer();
      await expect.poll(() => performance.now() - askedAt, patience).toBeGreaterThan(timeoutMs);
      child.kill('SIGCONT');
      expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(text()).not.toContain('level');
    },
  );

  it('goes on answering for DRAIN_SECONDS after SIGTERM while it says that it is not ready, then finishes what is under way', async () => {
    let release = (): void => {};
    const upstream = await startUpstream((request, response) => {
      const answer = () => answerRecord()(request, response);
      if (request.headers['x-visitor-ip'] === '81.2.69.142') release = answer;
      else answer();
    });
    const environment = { GEOLET_TIMEOUT_MS: '60000', DRAIN_SECONDS: '3' };
    const { child, ended, url } = start({ GEOLET_UPSTREAM: upstream.url, ...environment });
    const record = await url();
    const visit = (address: string) => fetch(record, from(address));
    const ready = new URL('/geolet-ready', record);
    expect((await fetch(ready)).status).toBe(200);
    const underWay = visit('81.2.69.142');
    await expect.poll(() => upstream.received.length, patience).toBe(1);

    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(ready)).status, patience).toBe(503);
    const late = await visit('212.27.48.10');
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);

    const isGone = () =>
      visit('212.27.48.10').then(
        () => false,
        () => true,
      );
    await expect.poll(isGone, patience).toBe(true);
    release();
    expect((await underWay).status).toBe(200);
    expect(await ended).toBe(0);
  });
});

it('the program says that its port is taken, and what to do', async () => {
  const { port } = new URL((await startUpstream()).url);
  const { text, ended } = start({ PORT: port });
  expect(await ended).toBe(1);
  const words = `It can't listen at 127\\.0\\.0\\.1, port ${port} \\(.*EADDRINUSE.*\\)\\. Choose others with HOST and PORT`;
  expect(text()).toMatch(new RegExp(`^geolet proxy: ${words}\\.\n$`));
});

describe('the program says when it starts', () => {
  const openFile = join(mkdtempSync(join(tmpdir(), 'geolet-')), 'geolet.json');
  writeFileSync(openFile, JSON.stringify({ key }));
  chmodSync(openFile, 0o644);

  it('which variables are no settings, and which ones are meant', async () => {
    const meant = {
      GEOLET_TURST: 'GEOLET_TRUST',
      geolet_trust: 'GEOLET_TRUST',
      GEOLET_TIMEOUTMS: 'GEOLET_TIMEOUT_MS',
      GEOLET_DRAIN_SECONDS: 'DRAIN_SECONDS',
    };
    const names = ['GEOLET_BELIEVED', ...Object.keys(meant)];
    const { text, url } = start(Object.fromEntries(names.map((name) => [name, '9'])));
    await url();
    for (const [name, setting] of Object.entries(meant))
      expect(text()).toContain(`geolet proxy: ${name} is set, and is not a setting. Write ${setting} instead.\n`);
    expect(text()).toMatch(/^geolet proxy: GEOLET_BELIEVED is set, and is not a setting\. All settings: .*proxy\.md$/m);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'what is set for pages that are not there',
      { GEOLET_PAGES_LOADER: 'tag' },
      'does nothing without GEOLET_PAGES\\.$',
    ],
    [
      'that all can read the key',
      { GEOLET_CONFIG: openFile },
      'has key in it, and everybody .* can read it\\. .*: chmod o= ',
    ],
    ['that there is no script to serve', { GEOLET_FILES: '/nowhere' }, 'there is no geolet\\.js to serve\\.'],
  ])('%s', async (_what, environment, words) => {
    const { text, url } = start(environment);
    await url();
    expect(text()).toMatch(new RegExp(`^geolet proxy: .*${words}`, 'm'));
  });

  it('every wrong setting at once, each with what to write', async () => {
    const { text, ended } = start({
      GEOLET_UPSTREAM: 'geo.example',
      GEOLET_TRUST: 'yes',
      GEOLET_TRUST_HEADER: 'cf-connecting-ip',
      GEOLET_LIMIT: 'many',
      GEOLET_PAGES: 'http://127.0.0.1:3000',
      GEOLET_PAGES_BUDGET_MS: '20 s',
    });
    expect(await ended).toBe(78);
    const lines = text().trim().split('\n').toSorted();
    expect(lines).toEqual([
      'geolet proxy: The proxy\'s option limit (GEOLET_LIMIT) is "many": give a whole number from 0 to 1000000.',
      'geolet proxy: The proxy\'s option pagesBudgetMs (GEOLET_PAGES_BUDGET_MS) is "20 s": give a whole number from 0 to 10000.',
      expect.stringMatching(/GEOLET_TRUST\) has "yes": write the number of servers in front, such as 1, or their addr/),
      expect.stringMatching(/GEOLET_UPSTREAM\) is not a URL: write scheme and host/),
    ]);
  });

  it('nothing of a setting of the service, which may share the environment', async () => {
    const { text, url } = start({ GEOLET_SERVICE_DATA_DIR: '/data' });
    await url();
    expect(text()).not.toContain('GEOLET_SERVICE_DATA_DIR');
  });
});

it.each<[string, string, RegExp]>([
  ['GEOLET_TRUST', 'true', /has "true": write the number of servers in front/],
  ['GEOLET_TRUST', '1 # nginx', /has the number 1 and something else: write a number alone/],
  ['GEOLET_LIMIT', 'many', /is "many": give a whole number from 0 to 1000000/],
  ['GEOLET_GPC', 'US-CA', /is "US-CA": choose from country, state\./],
  ['GEOLET_METRICS', 'yes', /GEOLET_METRICS is "yes": give a port of this machine, such as 9787/],
  ['GEOLET_CHECK', 'yes', /GEOLET_CHECK has no usable address as entry 1: write scheme and host of your pages/],
  ['GEOLET_CHECK', 'https://shop.example ftp://a', /as entry 2: write scheme and host of your pages/],
  ['GEOLET_CHECK', 'shop.example', /did you mean https:\/\/shop\.example\?/],
  ['GEOLET_CHECK', 'https://shop.example/prices', /did you mean https:\/\/shop\.example\?/],
  ['GEOLET_CHECK', 'http://shop.example/', /did you mean https:\/\/shop\.example\?/],
  ['GEOLET_CHECK', 'http://localhost:3000/', /did you mean http:\/\/localhost:3000\?/],
  ['GEOLET_CHECK', 'http://shop.example', /The secret is sent there, so it must be https/],
  ['GEOLET_CHECK', 'https://shop.example', /the check asks for GEOLET_DOCTOR_SECRET: set that, too/],
])('a setting that is almost right %s=%s gets the hint that helps', (name, value, hint) => {
  const variables = { ...required, GEOLET_PAGES: 'http://localhost:1' };
  expect(() => checkOptions(readEnvironment({ ...variables, [name]: value }))).toThrow(hint);
});

describe('the check for owners', () => {
  const secret = 'a-secret-of-more-than-24-characters';
  const variables = { ...required, GEOLET_DOCTOR_SECRET: secret };
  const checkOf = (more: Record<string, string>) => readEnvironment({ ...variables, ...more }).check;
  const served = { GEOLET_PAGES: 'http://localhost:1', GEOLET_PAGES_HOSTS: 'Shop.example' };

  it('is for the pages that are named', () =>
    expect(checkOf({ GEOLET_CHECK: 'https://shop.example, http://localhost:3000' })).toEqual([
      'https://shop.example',
      'http://localhost:3000',
    ]));

  it.each([secret, 'shop.secret', 'https://user:hunter2@shop.example', `https://shop.example/?secret=hunter2`])(
    'repeats nothing that may be a password: %s',
    (text) => {
      const check = () => checkOf({ GEOLET_DOCTOR_SECRET: text, GEOLET_CHECK: text });
      expect(check).toThrow(/no usable address as entry 1/);
      expect(check).not.toThrow(/hunter2|secret-of|shop\.secret|user/);
    },
  );

  it('is for pages only that the proxy serves, where it is in front of them, and suggests no others', () => {
    const check = (origin: string) => () => checkOf({ ...served, GEOLET_CHECK: origin });
    expect(check('https://shop.example')()).toEqual(['https://shop.example']);
    expect(check('https://shop.example/')).toThrow(/did you mean https:\/\/shop\.example\?/);
    expect(check('https://blog.example')).toThrow(/which GEOLET_PAGES_HOSTS does not have/);
    expect(check('https://blog.example/')).not.toThrow(/did you mean/);
  });

  it.each([
    ['http://shop.localhost', 200],
    ['', 404],
  ])('is there where it is named, and not otherwise: "%s"', async (origin, status) => {
    const upstream = await startUpstream();
    const { text, url } = start({ ...variables, GEOLET_UPSTREAM: upstream.url, GEOLET_CHECK: origin });
    const { port } = new URL(await url());
    expect(text().includes('Check: http://shop.localhost/geolet-check')).toBe(status === 200);
    const options = { host: '127.0.0.1', port, path: '/geolet-check', headers: { host: 'shop.localhost' } };
    const asked = request(options).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(status);
  });
});

describe('a value that is meant', () => {
  const pages = { GEOLET_PAGES: 'http://localhost:1', GEOLET_PAGES_LOADER: 'tag' };
  const variables = { ...required, GEOLET_TRUST: '1', ...pages };
  const check = (name: string, value: string) => checkOptions(readEnvironment({ ...variables, [name]: value }));

  it.each<[string, string, string]>([
    ['GEOLET_UPSTREAM', 'https://geo.example/v1', 'https://geo.example'],
    ['GEOLET_UPSTREAM', 'host:cloudfornt', 'host:cloudfront'],
    ['GEOLET_ALLOW_HTTP', 'true', 'yes'],
    ['GEOLET_ALLOW_HTTP', 'off', 'no'],
    ['GEOLET_PATH', 'geo', '/geo'],
    ['GEOLET_PATH', 'https://shop.example/geo?x', '/geo'],
    ['GEOLET_TRUST_HEADER', 'X-Real-IP: 10.0.0.1', 'X-Real-IP'],
    ['GEOLET_ORIGINS', 'shop.example', 'https://shop.example'],
    ['GEOLET_ORIGINS', 'HTTP://localhost:3000/a', 'http://localhost:3000'],
    ['GEOLET_EXPOSE', 'Latitude', 'latitude'],
    ['GEOLET_WITHHOLD', 'contryCode', 'countryCode'],
    ['GEOLET_GPC', 'STATE', 'state'],
    ['GEOLET_TIMEOUT_MS', '2s', '2000'],
    ['GEOLET_CACHE_SECONDS', '1 h', '3600'],
    ['GEOLET_STALE_SECONDS', '7d', '604800'],
    ['GEOLET_CACHE_BYTES', '64MB', '67108864'],
    ['GEOLET_CACHE_ENTRIES', '10_000', '10000'],
    ['GEOLET_PAGES', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['GEOLET_PAGES', 'http://127.0.0.1:3000/shop', 'http://127.0.0.1:3000'],
    ['GEOLET_PAGES_HOSTS', 'https://shop.example/', 'shop.example'],
    ['GEOLET_PAGES_LOADER', 'Inline', 'inline'],
    ['GEOLET_PAGES_SCRIPT', '/geolet-binding.js', 'geolet-bindings.js'],
    ['GEOLET_PAGES_MARKUP', 'true', 'yes'],
    ['GEOLET_PAGES_MARKUP', 'element', 'elements'],
    ['GEOLET_PAGES_CHOICE_COOKIE', 'shop choice', 'shop_choice'],
  ])('of %s=%s is said, and is accepted', (name, value, meant) => {
    expect(() => check(name, value)).toThrow(`did you mean ${meant}? Or `);
    expect(() => check(name, meant)).not.toThrow();
  });

  it.each<[string, string]>([
    ['GEOLET_UPSTREAM', 'f3b7c9'],
    ['GEOLET_UPSTREAM', 'ftp://geo.example/'],
    ['GEOLET_UPSTREAM', 'host:somewhere'],
    ['GEOLET_ALLOW_HTTP', 'perhaps'],
    ['GEOLET_PATH', '/'],
    ['GEOLET_TRUST', 'true'],
    ['GEOLET_ORIGINS', '*'],
    ['GEOLET_EXPOSE', 'shoes'],
    ['GEOLET_TIMEOUT_MS', '1h'],
    ['GEOLET_TIMEOUT_MS', '1,5s'],
    ['GEOLET_LIMIT', '120/min'],
    ['GEOLET_PAGES_HOSTS', '*'],
  ])('is not guessed of %s=%s', (name, value) => {
    expect(() => check(name, value)).toThrow(/ is | has | names | would /);
    expect(() => check(name, value)).not.toThrow(/did you mean/);
  });
});

describe('the environment', () => {
  it.each<[string, string, string, unknown]>([
    ['GEOLET_ALLOW_HTTP', 'yes', 'allowHttp', true],
    ['GEOLET_ALLOW_HTTP', '', 'allowHttp', false],
    ['GEOLET_TRUST', 'none', 'trust', 'none'],
    ['GEOLET_TRUST', '2', 'trust', 2],
    ['GEOLET_TRUST', '-1', 'trust', -1],
    ['GEOLET_TRUST', '10.0.0.0/8, ::1', 'trust', ['10.0.0.0/8', '::1']],
    ['GEOLET_ORIGINS', 'https://a.example,https://b.example', 'origins', ['https://a.example', 'https://b.example']],
    ['GEOLET_ORIGINS', ' https://a.example  https://b.example ', 'origins', ['https://a.example', 'https://b.example']],
    ['GEOLET_GPC', ' ', 'gpc', undefined],
    ['GEOLET_LIMIT', '0', 'limit', 0],
    ['GEOLET_LIMIT', ' ', 'limit', undefined],
    ['GEOLET_SECOND_KEY', '', 'secondKey', undefined],
    ['GEOLET_CACHE_BYTES', '4096', 'cacheBytes', 4096],
  ])('%s=%j sets %s', (variable, value, option, expected) => {
    expect(readEnvironment({ ...required, [variable]: value }).proxy).toHaveProperty([option], expected);
  });

  it('listens on this machine alone unless told otherwise', () => {
    expect(readEnvironment(required)).toMatchObject({ host: '127.0.0.1', port: 8787, drainSeconds: 0 });
    const told = readEnvironment({ ...required, HOST: '0.0.0.0', PORT: '80', DRAIN_SECONDS: '15' });
    expect(told).toMatchObject({ host: '0.0.0.0', port: 80, drainSeconds: 15 });
  });
});
