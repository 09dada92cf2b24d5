import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMaxmindData, maxmindDatabase, maxmindSource } from '../support/maxmind-test-data.ts';
import { replaceText } from '../support/replace-text.ts';
import { visitors } from '../support/visitors.ts';
import { ask } from './ask.ts';
import { geoModule } from './find-servers.ts';
import { recipeFor } from './recipe.ts';
import { type RunningFront, startFront } from './start-front.ts';
import { close } from './start-site.ts';
import { apache, caddy, haproxy, nginxWith, siteAddress, varnish, type WebServer } from './web-servers.ts';

/** Networks of MaxMind's test databases, with the country of each. */
const networks = hasMaxmindData
  ? maxmindSource('GeoLite2-Country-Test').flatMap(([network, record]) => {
      const { country } = record as { readonly country?: { readonly iso_code?: string } };
      return country?.iso_code === undefined ? [] : [[network, country.iso_code] as const];
    })
  : [];

/** One visitor from each network, and seven more from those of IPv4. */
const everybody = networks.flatMap(([network, country]) =>
  addressesIn(network).map((from) => [from, country] as const),
);

function addressesIn(network: string): readonly string[] {
  const [first = '', bits] = network.split('/');
  if (isIPv6(first)) return [first.replace(/::$/, '::1')];
  const [, start = '', last = ''] = /^(.*\.)(\d+)$/.exec(first) ?? [];
  return Array.from({ length: Math.min(8, 2 ** (32 - Number(bits))) }, (_, index) => start + (Number(last) + index));
}

/** Lets requests come from all addresses of a network: the machine has it then. */
function moveIn(network: string): void {
  const family = isIPv6(network.split('/')[0] ?? '') ? '-6' : '-4';
  const { status, stderr } = spawnSync('ip', [family, 'route', 'replace', 'local', network, 'dev', 'lo']);
  if (status !== 0) throw new Error(String(stderr));
}

const blocksOf = (heading: string) => recipeFor(heading, 'docs/header.md').blocks;

const folder = mkdtempSync(join(tmpdir(), 'geolet-countries-'));
const mapFile = join(folder, 'countries.map');
const [countryBlock = '', entryBlock = ''] = blocksOf('nginx');
const [, apacheBlock = '', apacheBehind = ''] = blocksOf('Apache');
const [haproxyBlock = ''] = blocksOf('HAProxy');
const [varnishFront = '', varnishBlock = ''] = blocksOf('Varnish');
const [caddyBlock = ''] = blocksOf('Caddy');

const withMap = (block: string) => block.replaceAll('/etc/haproxy/countries.map', mapFile);
const inCountry = (wanted: string) => networks.filter(([, country]) => country === wanted).map(([network]) => network);

/** With a cache that heeds no header, and hands each page to everybody. */
const nginxServer = (server = entryBlock, listen = 'listen 80; listen [::]:80;', site = siteAddress): WebServer => {
  const made = nginxWith(
    (own) => `
  ${countryBlock.replaceAll(/\/var\/lib\/GeoIP\/(GeoLite2-\w+)\.mmdb/g, (_, name: string) => maxmindDatabase(`${name}-Test`))}
  proxy_cache_path ${own}/cache keys_zone=all:1m;
  server {
    ${listen}
    proxy_cache all; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    ${server}
    location / { proxy_pass http://${site}; }
  }`,
  );
  return { ...made, configuration: (own) => `load_module ${geoModule};\n${made.configuration(own)}` };
};

/** With the variable that mod_maxminddb would set, set by networks. Its cache, which heeds no header, is behind. */
const apacheServer: WebServer = {
  ...apache({ settings: {}, blocks: [] }),
  configuration: (own) => {
    const known = networks.map(([network, country]) => `SetEnvIfExpr "-R '${network}'" COUNTRY_CODE=${country}`);
    const cached = apache({ settings: {}, blocks: [''] }).configuration(own);
    const [start = '', heeds = ''] = cached.split(/^<VirtualHost.*\n/m);
    const behind = replaceText(apacheBehind, 'CacheEnable disk "/"', heeds.split('ExpiresActive')[0] ?? '');
    const modules = 'LoadModule setenvif_module /usr/lib/apache2/modules/mod_setenvif.so';
    const front = `<VirtualHost *:80>\n${known.join('\n')}\n${apacheBlock}\nProxyPass "/" "http://127.0.0.1:8081/"\n</VirtualHost>`;
    return `${modules}\n${start}\n${behind}\n${front}`;
  },
};

const inFrontOfVarnish = haproxy({ settings: {}, blocks: [withMap(varnishFront)] });

const fronts: ReadonlyArray<readonly [name: string, servers: readonly WebServer[], pagesMade: number]> = [
  ['nginx', [nginxServer()], 1],
  ['Apache', [apacheServer], 1],
  ['HAProxy', [haproxy({ settings: {}, blocks: [withMap(haproxyBlock)] })], 1],
  [
    'Varnish',
    [
      {
        ...inFrontOfVarnish,
        configuration: (own) =>
          replaceText(inFrontOfVarnish.configuration(own), siteAddress, '127.0.0.1:8081').replace(
            /http-re\S+ cache-\w+ pages/g,
            '',
          ),
      },
      {
        ...varnish({ settings: {}, blocks: [varnishBlock] }),
        args: (file, own) => [
          '-F',
          '-f',
          file,
          '-a',
          '127.0.0.1:8081',
          '-n',
          join(own, 'varnish'),
          '-s',
          'default,16m',
        ],
      },
    ],
    1,
  ],
];

/** The owner's pages, for any cache to keep. They name a country of their own, which nobody is to see. */
function startSite(): { server: Server; made: Map<string, number> } {
  const made = new Map<string, number>();
  const server = createServer(({ url = '' }, response) => {
    made.set(url, (made.get(url) ?? 0) + 1);
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=600',
        'server-timing': 'geo;desc=AQ, database;dur=7',
      })
      .end(`<!doctype html><title>Shop</title><p>${url}`);
  });
  return { server, made };
}

describe.runIf(hasMaxmindData)("a header that names the country, by MaxMind's test databases", () => {
  const { server, made } = startSite();
  beforeAll(async () => {
    writeFileSync('/proc/sys/net/ipv6/ip_nonlocal_bind', '1');
    writeFileSync(mapFile, networks.map((row) => `${row.join(' ')}\n`).join(''));
    for (const [network] of networks) moveIn(network);
    const [host, port] = siteAddress.split(':');
    await new Promise<void>((resolve) => server.listen(Number(port), host, resolve));
  });
  afterAll(async () => {
    await close(server);
    rmSync(folder, { recursive: true });
  });

  it('is tried with 300 addresses of 40 countries', () => {
    expect(everybody.length).toBeGreaterThanOrEqual(300);
    expect(new Set(networks.map(([, country]) => country)).size).toBeGreaterThanOrEqual(40);
  });

  describe.each(fronts)('by the recipe for %s', (name, servers, pagesMade) => {
    let front: RunningFront;
    beforeAll(async () => {
      front = await startFront(servers);
    });
    afterAll(() => front.stop());

    it('is that of each visitor, on one page that is made once', async () => {
      const path = `/${name}`;
      const wrong: string[] = [];
      for (const [from, country] of everybody) {
        const { headers, text } = await ask(path, { from });
        const said = headers['server-timing'];
        if (said !== `geo;desc=${country}` || !text.includes(path)) wrong.push(`${from} ${country}: ${String(said)}`);
      }
      expect(wrong).toEqual([]);
      expect(made.get(path)).toBe(pagesMade);
    });

    it('is absent for those whom the databases do not know, and for a country that a visitor writes', async () => {
      for (const headers of [[], ['X-Country', 'FR', 'Server-Timing', 'geo;desc=FR']]) {
        const answer = await ask(`/${name}`, { from: visitors.newYork, headers });
        expect(answer.headers['server-timing']).toBeUndefined();
      }
    });
  });

  describe('in the example header', () => {
    const example = nginxWith(
      () =>
        `include /etc/nginx/mime.types;\n${replaceText(readFileSync('examples/header/nginx.conf', 'utf8'), /root .*;/, `root ${resolve('examples/header/public')};`).replace('/var/lib/GeoIP/GeoLite2-Country.mmdb', maxmindDatabase('GeoLite2-Country-Test'))}`,
      'root',
    );
    let front: RunningFront;
    beforeAll(async () => {
      const configuration = (own: string) => `load_module ${geoModule};\n${example.configuration(own)}`;
      front = await startFront([{ ...example, configuration }], [{}], '/');
    });
    afterAll(() => front.stop());

    it('is that of each visitor, with the page', async () => {
      for (const [from, country] of everybody) {
        const { headers, text } = await ask('/', { from });
        expect(headers['server-timing'], from).toBe(`geo;desc=${country}`);
        expect(text).toBe(readFileSync('examples/header/public/index.html', 'utf8'));
      }
      expect((await ask('/', { from: visitors.newYork })).headers['server-timing']).toBeUndefined();
    });
  });

  describe('by the recipe for Caddy', () => {
    const matcher = /maxmind_geolocation \{[^}]*\}/;
    const server = caddy(
      { settings: {}, blocks: [`shop.example {\n${caddyBlock}\n# everything your site has\n}`] },
      `reverse_proxy ${siteAddress}`,
    );
    let front: RunningFront;
    beforeAll(async () => {
      front = await startFront([
        {
          ...server,
          configuration: (own) =>
            replaceText(server.configuration(own), matcher, `remote_ip ${inCountry('FR').join(' ')}`),
        },
      ]);
    });
    afterAll(() => front.stop());

    it('is that of the countries that it lists, and absent for others', async () => {
      for (const [from, country] of everybody) {
        const { headers } = await ask('/', { from });
        expect(headers['server-timing'], `${from} ${country}`).toBe(country === 'FR' ? 'geo;desc=FR' : undefined);
      }
    });
  });
});
