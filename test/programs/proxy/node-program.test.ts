import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkOptions, readEnvironment } from '../../../src/adapters/node/environment.ts';
import { answerRecord, key, patience, startUpstream } from '../../unit/proxy/upstream-server.ts';
import { runTypeScript } from '../../support/run-typescript.ts';

const program = fileURLToPath(new URL('../../../src/adapters/node.ts', import.meta.url));

function start(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [...runTypeScript, program], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: 'pipe',
  });
  const output = { text: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal);
  return { child, output, exited };
}

describe('the program', () => {
  it.each<[string, Record<string, string>]>([
    ['GEOLET_KEY', { GEOLET_UPSTREAM: 'https://geo.example' }],
    ['GEOLET_KEY', { GEOLET_UPSTREAM: 'https://geo.example', GEOLET_KEY: `${key}\n` }],
    ['GEOLET_UPSTREAM', { GEOLET_KEY: key }],
    ['GEOLET_TRUST', { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', GEOLET_TRUST: 'everybody' }],
    ['PORT', { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', PORT: 'http' }],
    ['GEOLET_METRICS', { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', GEOLET_METRICS: 'on' }],
    ['DRAIN_SECONDS', { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', DRAIN_SECONDS: '10s' }],
  ])('does not start without a good %s: one line says which and what to do', async (setting, environment) => {
    const { output, exited } = start({ PORT: '0', ...environment });
    expect(await exited).toBe(78);
    expect(output.text).toMatch(new RegExp(`^geolet proxy: .*${setting}.*\n$`));
    expect(output.text).not.toContain(key);
  });

  it('serves, asks the service, ends on SIGTERM, and never tells the key', async () => {
    const upstream = await startUpstream();
    const { child, output, exited } = start({
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: upstream.url,
      GEOLET_TRUST: '1',
      GEOLET_EXPOSE: 'IP',
      PORT: '0',
    });
    await expect.poll(() => output.text, patience).toMatch(/http:\/\/127\.0\.0\.1:\d+\/geo\n/);
    const url = /http:\S+/.exec(output.text)?.[0] ?? '';
    const response = await fetch(url, { headers: { 'x-forwarded-for': '81.2.69.142' } });
    expect(await response.json()).toMatchObject({ IP: '81.2.69.142', city: 'Lyon' });
    expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(response.headers.get('keep-alive')).toBe('timeout=65');
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output.text + JSON.stringify([...response.headers])).not.toContain(key);
  });

  it('logs one JSON object a line, with time, level and message, and neither key nor address', async () => {
    const upstream = await startUpstream((_request, response) => response.writeHead(418).end(key));
    const { child, output, exited } = start({
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: upstream.url,
      GEOLET_TRUST: '1',
      PORT: '0',
    });
    await expect.poll(() => output.text, patience).toMatch(/\/geo\n/);
    expect(
      (await fetch(/http:\S+/.exec(output.text)?.[0] ?? '', { headers: { 'x-forwarded-for': '81.2.69.142' } })).status,
    ).toBe(502);
    child.kill('SIGTERM');
    await exited;
    const [, line = '', rest] = output.text.split('\n');
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      level: 'error',
      message:
        '502 The visitor-data service answered with status 418. Check that GEOLET_UPSTREAM is the address of a visitor-data service.',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(rest).toBe('');
    expect(output.text).not.toContain('81.2.69.142');
    expect(output.text).not.toContain(key);
  });

  it.runIf(process.platform !== 'win32')(
    'takes what came while it was stopped for longer than it waits, and blames nobody',
    async () => {
      const timeoutMs = 2000;
      const answers: (() => void)[] = [];
      const upstream = await startUpstream(
        (request, response) => void answers.push(() => answerRecord()(request, response)),
      );
      const { child, output } = start({
        GEOLET_KEY: key,
        GEOLET_UPSTREAM: upstream.url,
        GEOLET_TRUST: '1',
        GEOLET_TIMEOUT_MS: String(timeoutMs),
        PORT: '0',
      });
      await expect.poll(() => output.text, patience).toMatch(/\/geo\n/);
      const url = /http:\S+/.exec(output.text)?.[0] ?? '';
      const visits = Array.from({ length: 8 }, (_, index) =>
        fetch(url, { headers: { 'x-forwarded-for': `81.2.69.${index}` } }),
      );
      await expect.poll(() => answers.length, patience).toBe(8);
      const askedAt = performance.now();
      child.kill('SIGSTOP');
      for (const answer of answers) answer();
      await expect.poll(() => performance.now() - askedAt, patience).toBeGreaterThan(timeoutMs);
      child.kill('SIGCONT');
      expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(output.text).not.toContain('level');
    },
  );

  it('goes on answering for DRAIN_SECONDS after SIGTERM while it says that it is not ready, then finishes what is under way', async () => {
    let release = (): void => {};
    const upstream = await startUpstream((request, response) => {
      const answer = () => answerRecord()(request, response);
      if (request.headers['x-visitor-ip'] === '81.2.69.142') release = answer;
      else answer();
    });
    const { child, output, exited } = start({
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: upstream.url,
      GEOLET_TRUST: '1',
      GEOLET_TIMEOUT_MS: '60000',
      DRAIN_SECONDS: '3',
      PORT: '0',
    });
    await expect.poll(() => output.text, patience).toMatch(/\/geo\n/);
    const url = /http:\S+/.exec(output.text)?.[0] ?? '';
    const visit = (address: string) => fetch(url, { headers: { 'x-forwarded-for': address } });
    const ready = new URL('/geolet-ready', url);
    expect((await fetch(ready)).status).toBe(200);
    const underWay = visit('81.2.69.142');
    await expect.poll(() => upstream.received.length, patience).toBe(1);

    child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(ready)).status, patience).toBe(503);
    const late = await visit('212.27.48.10');
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);

    await expect
      .poll(
        () =>
          visit('212.27.48.10').then(
            () => 'answered',
            () => 'gone',
          ),
        patience,
      )
      .toBe('gone');
    release();
    expect((await underWay).status).toBe(200);
    expect(await exited).toBe(0);
  });
});

it('the program says that its port is taken, and what to do', async () => {
  const { port } = new URL((await startUpstream()).url);
  const { output, exited } = start({ GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', PORT: port });
  expect(await exited).toBe(1);
  expect(output.text).toMatch(
    new RegExp(
      `^geolet proxy: It can't listen at 127\\.0\\.0\\.1, port ${port} \\(.*EADDRINUSE.*\\)\\. Choose others with HOST and PORT\\.\n$`,
    ),
  );
});

describe('the program says when it starts', () => {
  const openFile = join(mkdtempSync(join(tmpdir(), 'geolet-')), 'geolet.json');
  writeFileSync(openFile, JSON.stringify({ key }));
  chmodSync(openFile, 0o644);

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'that a variable is no setting',
      { GEOLET_BELIEVED: '1' },
      /^geolet proxy: GEOLET_BELIEVED is set, and is not a setting\. All settings: .*proxy\.md$/m,
    ],
    [
      'which one is meant, by the nearest',
      { GEOLET_TURST: '1' },
      /^geolet proxy: GEOLET_TURST is set, and is not a setting\. Write GEOLET_TRUST instead\.$/m,
    ],
    [
      'which one is meant',
      { GEOLET_TIMEOUTMS: '9' },
      /^geolet proxy: GEOLET_TIMEOUTMS is set, and is not a setting\. Write GEOLET_TIMEOUT_MS instead\.$/m,
    ],
    [
      'which one is meant, in small letters',
      { geolet_trust: '1' },
      /^geolet proxy: geolet_trust is set, and is not a setting\. Write GEOLET_TRUST instead\.$/m,
    ],
    [
      'which one is meant, of those without the prefix',
      { GEOLET_DRAIN_SECONDS: '9' },
      /^geolet proxy: GEOLET_DRAIN_SECONDS is set, and is not a setting\. Write DRAIN_SECONDS instead\.$/m,
    ],
    [
      'what is set for pages that are not there',
      { GEOLET_PAGES_LOADER: 'tag' },
      /^geolet proxy: GEOLET_PAGES_LOADER is set, and does nothing without GEOLET_PAGES\.$/m,
    ],
    [
      'that everybody can read the file with the key',
      { GEOLET_CONFIG: openFile },
      /^geolet proxy: The configuration file \S+ has key in it, and everybody on this machine can read it\. Mend that with: chmod o= \S+$/m,
    ],
    [
      'that there is no script to serve',
      { GEOLET_FILES: '/nowhere' },
      /^geolet proxy: there is no geolet\.js to serve\./m,
    ],
  ])('%s', async (_what, environment, line) => {
    const { output } = start({ GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', PORT: '0', ...environment });
    await expect.poll(() => output.text, patience).toMatch(/\/geo\n/);
    expect(output.text).toMatch(line);
  });

  it('every wrong setting at once, each with what to write', async () => {
    const { output, exited } = start({
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: 'geo.example',
      GEOLET_TRUST: 'yes',
      GEOLET_TRUST_HEADER: 'cf-connecting-ip',
      GEOLET_LIMIT: 'many',
      GEOLET_PAGES: 'http://127.0.0.1:3000',
      GEOLET_PAGES_BUDGET_MS: '20 s',
      PORT: '0',
    });
    expect(await exited).toBe(78);
    const lines = output.text.trim().split('\n').toSorted();
    expect(lines).toEqual([
      'geolet proxy: The proxy\'s option limit (GEOLET_LIMIT) is "many": give a whole number from 0 to 1000000.',
      'geolet proxy: The proxy\'s option pagesBudgetMs (GEOLET_PAGES_BUDGET_MS) is "20 s": give a whole number from 0 to 10000.',
      expect.stringMatching(/GEOLET_TRUST\) has "yes": write the number of servers in front, such as 1, or their addr/),
      expect.stringMatching(/GEOLET_UPSTREAM\) is not a URL: write scheme and host/),
    ]);
  });

  it('nothing of a setting of the service, which may share the environment', async () => {
    const { output } = start({
      GEOLET_KEY: key,
      GEOLET_UPSTREAM: 'https://geo.example',
      PORT: '0',
      GEOLET_SERVICE_DATA_DIR: '/data',
    });
    await expect.poll(() => output.text, patience).toMatch(/\/geo\n/);
    expect(output.text).not.toContain('GEOLET_SERVICE_DATA_DIR');
  });
});

it.each<[string, string, RegExp]>([
  ['GEOLET_TRUST', 'yes', /has "yes": write the number of servers in front, such as 1, or their addresses/],
  ['GEOLET_TRUST', 'true', /has "true": write the number of servers in front/],
  ['GEOLET_TRUST', '1 # nginx', /has the number 1 and something else: write a number alone/],
  ['GEOLET_LIMIT', 'many', /is "many": give a whole number from 0 to 1000000/],
  ['GEOLET_CACHE_SECONDS', '1h', /is "1h": did you mean 3600\? Or give a whole number from 0 to 86400/],
  ['GEOLET_PAGES_BUDGET_MS', '1s', /is "1s": did you mean 1000\? Or give a whole number from 0 to 10000/],
  ['GEOLET_GPC', 'State', /is "State": did you mean state\? Or choose from country, state\./],
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
  const variables = { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', GEOLET_PAGES: 'http://localhost:1' };
  expect(() => checkOptions(readEnvironment({ ...variables, [name]: value }))).toThrow(hint);
});

describe('the check for owners', () => {
  const secret = 'a-secret-of-more-than-24-characters';
  const variables = { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example', GEOLET_DOCTOR_SECRET: secret };

  it('is for the pages that are named', () =>
    expect(
      readEnvironment({ ...variables, GEOLET_CHECK: 'https://shop.example, http://localhost:3000' }).check,
    ).toEqual(['https://shop.example', 'http://localhost:3000']));

  it.each([secret, 'shop.secret', 'https://user:hunter2@shop.example', `https://shop.example/?secret=hunter2`])(
    'repeats nothing that may be a password: %s',
    (text) => {
      const check = () => readEnvironment({ ...variables, GEOLET_DOCTOR_SECRET: text, GEOLET_CHECK: text });
      expect(check).toThrow(/no usable address as entry 1/);
      expect(check).not.toThrow(/hunter2|secret-of|shop\.secret|user/);
    },
  );

  it('suggests no address that the proxy does not serve', () => {
    const hosts = { GEOLET_PAGES: 'http://localhost:1', GEOLET_PAGES_HOSTS: 'shop.example' };
    const check = (text: string) => () => readEnvironment({ ...variables, ...hosts, GEOLET_CHECK: text });
    expect(check('https://shop.example/')).toThrow(/did you mean https:\/\/shop\.example\?/);
    expect(check('https://blog.example/')).not.toThrow(/did you mean/);
  });

  it('is for pages only that the proxy serves, where it is in front of them', () => {
    const hosts = { GEOLET_PAGES: 'http://localhost:1', GEOLET_PAGES_HOSTS: 'Shop.example' };
    const check = (origin: string) => readEnvironment({ ...variables, ...hosts, GEOLET_CHECK: origin }).check;
    expect(check('https://shop.example')).toEqual(['https://shop.example']);
    expect(() => check('https://blog.example')).toThrow(/which GEOLET_PAGES_HOSTS does not have/);
  });

  it.each([
    ['http://shop.localhost', 200],
    ['', 404],
  ])('is there where it is named, and not otherwise: "%s"', async (origin, status) => {
    const upstream = await startUpstream();
    const { output } = start({
      ...variables,
      GEOLET_UPSTREAM: upstream.url,
      GEOLET_CHECK: origin,
      PORT: '0',
    });
    await expect.poll(() => output.text, patience).toMatch(/\/geo\n/);
    const port = Number(/:(\d+)\/geo\n/.exec(output.text)?.[1]);
    expect(output.text.includes('Check: http://shop.localhost/geolet-check')).toBe(status === 200);
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/geolet-check', headers: { host: 'shop.localhost' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(answer).toBe(status);
  });
});

describe('a value that is meant', () => {
  const variables = {
    GEOLET_KEY: key,
    GEOLET_UPSTREAM: 'https://geo.example',
    GEOLET_PAGES: 'http://localhost:1',
    GEOLET_TRUST: '1',
    GEOLET_PAGES_LOADER: 'tag',
  };
  const check = (name: string, value: string) => checkOptions(readEnvironment({ ...variables, [name]: value }));

  it.each<[string, string, string]>([
    ['GEOLET_UPSTREAM', 'https://geo.example/v1', 'https://geo.example'],
    ['GEOLET_UPSTREAM', 'host:cloudfornt', 'host:cloudfront'],
    ['GEOLET_UPSTREAM', 'host:CloudFront', 'host:cloudfront'],
    ['GEOLET_ALLOW_HTTP', 'true', 'yes'],
    ['GEOLET_ALLOW_HTTP', 'off', 'no'],
    ['GEOLET_PATH', 'geo', '/geo'],
    ['GEOLET_PATH', 'https://shop.example/geo?x', '/geo'],
    ['GEOLET_TRUST_HEADER', 'X-Real-IP: 10.0.0.1', 'X-Real-IP'],
    ['GEOLET_ORIGINS', 'shop.example', 'https://shop.example'],
    ['GEOLET_ORIGINS', 'https://shop.example/', 'https://shop.example'],
    ['GEOLET_ORIGINS', 'HTTP://localhost:3000/a', 'http://localhost:3000'],
    ['GEOLET_EXPOSE', 'Latitude', 'latitude'],
    ['GEOLET_WITHHOLD', 'contryCode', 'countryCode'],
    ['GEOLET_WITHHOLD', 'country_code', 'countryCode'],
    ['GEOLET_GPC', 'STATE', 'state'],
    ['GEOLET_TIMEOUT_MS', '2s', '2000'],
    ['GEOLET_TIMEOUT_MS', '500ms', '500'],
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
    ['GEOLET_TIMEOUT_MS', '5kb'],
    ['GEOLET_TIMEOUT_MS', '1,5s'],
    ['GEOLET_LIMIT', '120/min'],
    ['GEOLET_PAGES_HOSTS', '*'],
    ['GEOLET_PAGES_MARKUP', 'all of it'],
  ])('is not guessed of %s=%s', (name, value) => {
    expect(() => check(name, value)).toThrow(/ is | has | names | would /);
    expect(() => check(name, value)).not.toThrow(/did you mean/);
  });
});

describe('the environment', () => {
  const required = { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example' };

  it.each<[string, string, string, unknown]>([
    ['GEOLET_PATH', '/where', 'path', '/where'],
    ['GEOLET_ALLOW_HTTP', 'yes', 'allowHttp', true],
    ['GEOLET_ALLOW_HTTP', '', 'allowHttp', false],
    ['GEOLET_TRUST', 'none', 'trust', 'none'],
    ['GEOLET_TRUST', '2', 'trust', 2],
    ['GEOLET_TRUST', '-1', 'trust', -1],
    ['GEOLET_TRUST', '10.0.0.0/8, ::1', 'trust', ['10.0.0.0/8', '::1']],
    ['GEOLET_TRUST_HEADER', 'cf-connecting-ip', 'trustHeader', 'cf-connecting-ip'],
    ['GEOLET_ORIGINS', 'https://a.example,https://b.example', 'origins', ['https://a.example', 'https://b.example']],
    ['GEOLET_ORIGINS', ' https://a.example  https://b.example ', 'origins', ['https://a.example', 'https://b.example']],
    ['GEOLET_EXPOSE', 'IP latitude', 'expose', ['IP', 'latitude']],
    ['GEOLET_WITHHOLD', 'city', 'withhold', ['city']],
    ['GEOLET_GPC', 'state', 'gpc', 'state'],
    ['GEOLET_GPC', ' ', 'gpc', undefined],
    ['GEOLET_TIMEOUT_MS', '500', 'timeoutMs', 500],
    ['GEOLET_MAX_BODY_BYTES', '1024', 'maxBodyBytes', 1024],
    ['GEOLET_LIMIT', '0', 'limit', 0],
    ['GEOLET_LIMIT', ' ', 'limit', undefined],
    ['GEOLET_SECOND_KEY', 'another', 'secondKey', 'another'],
    ['GEOLET_SECOND_KEY', '', 'secondKey', undefined],
    ['GEOLET_DAILY_BUDGET', '5000', 'dailyBudget', 5000],
    ['GEOLET_CACHE_SECONDS', '0', 'cacheSeconds', 0],
    ['GEOLET_STALE_SECONDS', '60', 'staleSeconds', 60],
    ['GEOLET_CACHE_ENTRIES', '9', 'cacheEntries', 9],
    ['GEOLET_CACHE_BYTES', '4096', 'cacheBytes', 4096],
  ])('%s=%j sets %s', (variable, value, option, expected) => {
    expect(readEnvironment({ ...required, [variable]: value }).proxy).toHaveProperty([option], expected);
  });

  it('listens on this machine alone unless told otherwise', () => {
    expect(readEnvironment(required)).toMatchObject({ host: '127.0.0.1', port: 8787, drainSeconds: 0 });
    expect(readEnvironment({ ...required, HOST: '0.0.0.0', PORT: '80', DRAIN_SECONDS: '15' })).toMatchObject({
      host: '0.0.0.0',
      port: 80,
      drainSeconds: 15,
    });
  });
});
