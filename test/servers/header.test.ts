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
import { ask, type Question } from './ask.ts';
import { geoModule } from './find-servers.ts';
import { knownToMaxmind, shop } from './network.ts';
import { recipeFor } from './recipe.ts';
import { runDoctor } from './run-doctor.ts';
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

const script = `<script>${readFileSync('dist/geolet-header.js', 'utf8')}</script><script src="/geolet.js"></script>`;
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

/** It keeps each page for everybody. */
function varnishAt(listen: string, rules: string, site = siteAddress): WebServer {
  return {
    ...varnish({ settings: {}, blocks: [rules] }, site),
    args: (file, own) => ['-F', '-f', file, '-a', listen, '-n', join(own, 'varnish'), '-s', 'default,16m'],
  };
}

const fronts: ReadonlyArray<readonly [name: string, servers: readonly WebServer[], pagesMade: number]> = [
  ['nginx', [nginxServer()], 1],
  ['Apache', [apacheServer], 1],
  ['HAProxy', [haproxy({ settings: {}, blocks: [withMap(haproxyBlock)] })], 1],
  ['Varnish', [tlsFront('127.0.0.1:8081'), varnishAt('127.0.0.1:8081', varnishBlock)], 1],
];

const outside = 'listen 80; listen [::]:80;';
const behind = '127.0.0.1:8081';
/** What a server behind another one needs to name the visitor's country, and not the other server's. */
const byForwarded = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;';
const namesForAll = 'sub vcl_deliver { set resp.http.Server-Timing = "geo;desc=AQ"; }';

function tlsFront(site: string): WebServer {
  return {
    ...inFrontOfVarnish,
    configuration: (own) =>
      replaceText(inFrontOfVarnish.configuration(own), siteAddress, site).replace(/http-re\S+ cache-\w+ pages/g, ''),
  };
}

/** Where a server behind another one is asked. */
const inside = (port: number): Question => ({ from: '127.0.0.1', to: '127.0.0.1', port });

/** Of the countries that have the most addresses here. */
const thousand = (() => {
  const known = [...new Set(everybody.map(([, country]) => country))].slice(0, 20);
  const from = everybody.filter(([, country]) => known.includes(country));
  return from.length === 0
    ? []
    : Array.from({ length: 1000 }, (_, index) => from[(index * 7) % from.length] ?? ['', '']);
})();

/** Lets those who do not say from where ask from this address, as the doctor does. */
function askFrom(address: string): void {
  spawnSync('ip', [
    'route',
    'replace',
    'table',
    'local',
    'local',
    shop.address,
    'dev',
    'lo',
    'proto',
    'kernel',
    'scope',
    'host',
    'src',
    address,
  ]);
}

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
      .end(`<!doctype html><html lang="en"><head><title>Shop</title>${script}</head><body><p>${url}`);
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

  describe.each<{ order: string; servers: readonly (readonly [WebServer, Question])[]; isRight: boolean }>([
    {
      order: 'nginx, which names it, before Varnish, which stores',
      servers: [
        [nginxServer(entryBlock, outside, behind), {}],
        [varnishAt(behind, ''), inside(8081)],
      ],
      isRight: true,
    },
    {
      order: 'nginx, which names it, before Varnish, which names and stores one too',
      servers: [
        [nginxServer(entryBlock, outside, behind), {}],
        [varnishAt(behind, namesForAll), inside(8081)],
      ],
      isRight: true,
    },
    {
      order: 'Varnish, which names it, before nginx, which names and stores one too',
      servers: [
        [tlsFront('127.0.0.1:8082'), {}],
        [varnishAt('127.0.0.1:8082', varnishBlock, behind), inside(8082)],
        [nginxServer(`${entryBlock}\n${byForwarded}`, `listen ${behind};`), inside(8081)],
      ],
      isRight: true,
    },
    {
      order: 'Varnish, which stores, before nginx, which names it',
      servers: [
        [varnishAt(':80', '', behind), {}],
        [nginxServer(`${entryBlock}\n${byForwarded}`, `listen ${behind};`), inside(8081)],
      ],
      isRight: false,
    },
    {
      order: 'nginx, which stores, before Varnish, which names it',
      servers: [
        [nginxServer('proxy_set_header X-Country $geoip2_country;', outside, behind), {}],
        [varnishAt(behind, varnishBlock), inside(8081)],
      ],
      isRight: false,
    },
  ])('behind $order', ({ order, servers, isRight }) => {
    const running: RunningFront[] = [];
    beforeAll(async () => {
      // The innermost first: a cache would keep that there is nobody behind it.
      for (const [server, door] of servers.toReversed()) running.push(await startFront([server], [door]));
    });
    afterAll(async () => {
      for (const front of running.toReversed()) await front.stop();
    });

    it(`${isRight ? 'is' : 'is not'} that of each of 1,000 visitors of 20 countries`, async () => {
      let wrong = 0;
      for (const [from, country] of thousand) {
        const { headers, status } = await ask('/', { from });
        expect(status).toBe(200);
        if (headers['server-timing'] !== `geo;desc=${country}`) wrong++;
      }
      if (isRight) expect(wrong, order).toBe(0);
      else expect(wrong, order).toBeGreaterThan(700);
    });

    it(`is ${isRight ? 'right' : 'shared, in red,'} for the doctor`, async () => {
      askFrom(knownToMaxmind.linkoping);
      const { text } = await runDoctor();
      askFrom(visitors.lyon);
      if (isRight) expect(text).toContain('✓ header      The page names SE in a header');
      else expect(text).toContain('✗ header      The header is shared: the page names ');
    });
  });
});
