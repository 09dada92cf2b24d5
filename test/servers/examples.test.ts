import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceText } from '../support/replace-text.ts';
import { visitors } from '../support/visitors.ts';
import { ask, askRecord } from './ask.ts';
import { forgedAddress } from './forged.ts';
import { type RunningFront, startFront } from './start-front.ts';
import { startServe } from './start-serve.ts';
import { nginxWith, type WebServer } from './web-servers.ts';

const read = (path: string) => readFileSync(join('examples', path), 'utf8');

/** What the example says in its README, or in its container file. */
function settingsIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/\b(GEOLET_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The example's configuration word for word, with its pages and addresses of this machine. As root, who may read them. */
function nginxOf(example: string): WebServer {
  const server = replaceText(
    read(`${example}/nginx.conf`),
    /root .*;/,
    `root ${resolve('examples', example, 'public')};`,
  ).replaceAll('http://geolet:', 'http://127.0.0.1:');
  return nginxWith(() => `include /etc/nginx/mime.types;\n${server}`, 'root');
}

const caddy: WebServer = {
  program: 'caddy',
  args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  // Its certificate would be fetched from elsewhere.
  configuration: () => `{\n  admin off\n}\n${replaceText(read('subdomain/Caddyfile'), /^geo/, 'http://geo')}`,
};

const everybody = [visitors.lyon, visitors.osaka, visitors.newYork];

describe.each([
  { example: 'nginx', server: nginxOf('nginx'), settings: settingsIn(read('nginx/README.md')) },
  { example: 'container', server: nginxOf('container'), settings: settingsIn(read('container/Containerfile')) },
])('the web server of the example $example', ({ example, server, settings }) => {
  let stop: () => Promise<void>;
  let front: RunningFront;
  beforeAll(async () => {
    stop = await startServe(settings);
    front = await startFront([server], [{}], '/');
  });
  afterAll(async () => {
    await front.stop();
    await stop();
  });

  it('serves the page, and the widget', async () => {
    expect(await ask('/')).toMatchObject({ status: 200, text: read(`${example}/public/index.html`) });
    expect(await ask('/geolet.js')).toMatchObject({ status: 200, text: readFileSync('dist/geolet.js', 'utf8') });
  });

  it('gives visitors their own record, and believes nothing that they write', async () => {
    const headers = ['X-Forwarded-For', forgedAddress];
    const records = await Promise.all(everybody.map((from) => askRecord({ from, headers })));
    expect(records.map(({ countryCode }) => countryCode)).toEqual(['FR', 'JP', 'US']);
    expect(records[0]).toMatchObject({ city: 'Lyon' });
  });
});

describe('the web server of the example subdomain', () => {
  const host = 'geo.shop.example';
  let stop: () => Promise<void>;
  let front: RunningFront;
  beforeAll(async () => {
    stop = await startServe(settingsIn(read('subdomain/README.md')));
    front = await startFront([caddy], [{ host }], '/geolet.js');
  });
  afterAll(async () => {
    await front.stop();
    await stop();
  });

  const ofPage = (origin: string) => ['origin', origin, 'sec-fetch-site', 'same-site'];

  it('gives visitors of the site their own record, and believes nothing that they write', async () => {
    const headers = [...ofPage('https://shop.example'), 'X-Forwarded-For', forgedAddress];
    const records = await Promise.all(everybody.map((from) => askRecord({ from, host, headers })));
    expect(records.map(({ countryCode }) => countryCode)).toEqual(['FR', 'JP', 'US']);
    const { headers: answered } = await ask('/geo', { host, headers });
    expect(answered['access-control-allow-origin']).toBe('https://shop.example');
  });

  it('refuses pages of others', async () => {
    const answer = await ask('/geo', { host, headers: ofPage('https://other.example') });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('answers at the address that the page names', async () => {
    const page = read('subdomain/public/index.html');
    for (const [, name = '', path = ''] of page.matchAll(/"https:\/\/(geo[^/]*)(\/[^"]*)"/g))
      expect((await ask(path, { host: name })).status, path).toBe(200);
    expect(page.match(/geo\.shop\.example\/geo/g)).toHaveLength(2);
  });
});
