import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { replaceText } from '../support/replace-text.ts';
import { selfSigned } from '../support/self-signed.ts';
import { startService } from '../support/service.ts';
import { visitors } from '../support/visitors.ts';
import { ask, askRecord, type Question } from './ask.ts';
import { forgedAddress, forgeries } from './forged.ts';
import { contentDeliveryNetwork, shop } from './network.ts';
import { type Recipe, recipeFor } from './recipe.ts';
import { runDoctor } from './run-doctor.ts';
import { startFront } from './start-front.ts';
import { startProxy } from './start-proxy.ts';
import { close, startSite } from './start-site.ts';
import { apache, caddy, haproxy, nginx, siteAddress, varnish, type WebServer } from './web-servers.ts';

let service: Awaited<ReturnType<typeof startService>>;
let site: Server;
beforeAll(async () => {
  [service, site] = await Promise.all([startService(), startSite()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), close(site)]);
});

/** Until the end of the test. @returns the proxy. */
async function start(
  servers: readonly WebServer[],
  settings: Recipe['settings'] = { GEOLET_TRUST: '1' },
  doors?: readonly Question[],
): Promise<Server> {
  const proxy = await startProxy(service, settings);
  onTestFinished(() => (proxy.listening ? close(proxy) : undefined));
  const front = await startFront(servers, doors);
  onTestFinished(front.stop);
  return proxy;
}

/** A recipe that somebody copied without one of its lines. */
function without(recipe: Recipe, line: string): Recipe {
  const blocks = recipe.blocks.map((block) =>
    block
      .split('\n')
      .filter((text) => !text.includes(line))
      .join('\n'),
  );
  if (blocks.join() === recipe.blocks.join()) throw new Error(`The recipe has no line with ${line}.`);
  return { ...recipe, blocks };
}

const forging = { from: visitors.newYork, headers: ['X-Forwarded-For', forgedAddress] } as const;
const isBelieved = async () => (await askRecord(forging))['IP'] === forgedAddress;
const isRight = async () => (await askRecord(forging))['IP'] === visitors.newYork;

describe('HAProxy', () => {
  const recipe = recipeFor('HAProxy');
  const bare = without(recipe, 'set-header');

  it.each([
    'option forwardfor',
    'option forwardfor if-none',
    'option forwardfor except 127.0.0.0/8',
    'option forwardfor header X-Client',
  ])('finds the visitor beside %s', async (option) => {
    await start([haproxy(recipe, option)]);
    expect(await isRight()).toBe(true);
  });

  it('finds the visitor by option forwardfor alone, whatever they forge', async () => {
    await start([haproxy(bare, 'option forwardfor')]);
    for (const [what, headers] of forgeries)
      expect(await askRecord({ from: visitors.newYork, headers }), what).toMatchObject({ IP: visitors.newYork });
  });

  it.each(['', 'option forwardfor if-none'])(
    'passes on what the visitor wrote without the line, with "%s"',
    async (option) => {
      await start([haproxy(bare, option)]);
      expect(await isBelieved()).toBe(true);
      const { status, text } = await runDoctor();
      expect(text).toContain('✗ visitor');
      expect(status, text).toBe(1);
    },
  );
});

describe('nginx', () => {
  const recipe = recipeFor('nginx');

  it('passes on what the visitor wrote without the line', async () => {
    await start([nginx(without(recipe, 'X-Forwarded-For'))]);
    expect(await isBelieved()).toBe(true);
  });

  it("hands one visitor's record to the next without proxy_cache off", async () => {
    await start([nginx(without(recipe, 'proxy_cache off'))]);
    expect(await askRecord({ from: visitors.osaka })).toMatchObject({ IP: visitors.osaka });
    expect(await askRecord({ from: visitors.newYork })).toMatchObject({ IP: visitors.osaka });
  });

  it('says that the record may be kept without expires off', async () => {
    await start([nginx(without(recipe, 'expires off'))]);
    expect((await ask('/geo')).headers['cache-control']).toBe('max-age=3600');
  });

  it('finds visitors behind a content delivery network, and those who come past it, whatever they forge', async () => {
    const row =
      readFileSync('docs/proxy.md', 'utf8')
        .split('\n')
        .find((line) => line.startsWith('| a CDN, then nginx')) ?? '';
    const trust = replaceText(
      /GEOLET_TRUST="([^"]*)"/.exec(row)?.[1] ?? '',
      "<the CDN's ranges>",
      contentDeliveryNetwork.range,
    );
    const network = anotherHaproxy(
      `  mode http\n  option forwardfor\n  bind ${contentDeliveryNetwork.address}:80\n  server shop ${shop.address}:80 source ${contentDeliveryNetwork.address}`,
    );
    await start([nginx(recipe, `listen ${shop.address}:80;`), network], { GEOLET_TRUST: trust }, [
      {},
      { to: contentDeliveryNetwork.address },
    ]);
    for (const [what, headers] of forgeries) {
      expect(
        await askRecord({ from: visitors.newYork, to: contentDeliveryNetwork.address, headers }),
        what,
      ).toMatchObject({ IP: visitors.newYork });
      expect(await askRecord({ from: visitors.newYork, headers }), `past it: ${what}`).toMatchObject({
        IP: visitors.newYork,
      });
    }
  });
});

describe('sentences about nginx elsewhere in the documentation', () => {
  const lineIn = (file: string, pattern: RegExp) => pattern.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

  it('asks for client hints on pages', async () => {
    const line = lineIn('docs/proxy.md', /add_header Accept-CH "[^"]*";/);
    await start([nginx({ ...recipeFor('nginx'), blocks: [`${line}\n${recipeFor('nginx').blocks[0]}`] })]);
    expect((await ask('/')).headers['accept-ch']).toBe(
      'Sec-CH-UA-Platform-Version, Sec-CH-UA-Form-Factors, Sec-CH-Prefers-Color-Scheme, Sec-CH-Prefers-Reduced-Motion',
    );
  });
});

it('nginx that ends TLS in front of pages at the edge says so, and redirects lead to https', async () => {
  const line = /`(proxy_set_header X-Forwarded-Proto \$scheme;)`/.exec(readFileSync('docs/edge.md', 'utf8'))?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'geolet-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(selfSigned)) writeFileSync(join(folder, name), text);
  const edge = `location ^~ / {\n proxy_pass http://127.0.0.1:8787;\n proxy_set_header Host $host;\n proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n ${line}\n proxy_cache off;\n }`;
  const byTls = `listen 443 ssl; ssl_certificate ${folder}/cert; ssl_certificate_key ${folder}/key;`;
  const server = nginx({ ...recipeFor('nginx'), blocks: [edge] }, byTls);
  const withoutPages = {
    ...server,
    configuration: (place: string) => replaceText(server.configuration(place), /location \/ \{.*\}/, ''),
  };
  await start([withoutPages], { GEOLET_TRUST: '1', GEOLET_PAGES: `http://${siteAddress}` }, [{ port: 443 }]);
  expect((await ask('/moved', { port: 443 })).headers.location).toBe('https://shop.example/');
  expect(await askRecord({ ...forging, port: 443 })).toMatchObject({ IP: visitors.newYork });
});

/** What else may stand in front. */
const anotherHaproxy = (listen: string): WebServer => ({
  ...haproxy(recipeFor('HAProxy')),
  configuration: () => `
defaults
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen front
${listen}`,
});

it.each([
  ['no CacheDisable', ''],
  ['CacheDisable in a <Location>', '<LocationMatch "^/geo(let.*)?$">\n  CacheDisable on\n</LocationMatch>'],
])("Apache hands one visitor's record to the next while the proxy is away with %s", async (_what, directives) => {
  const recipe = without(recipeFor('Apache'), 'CacheDisable');
  const proxy = await start([apache({ ...recipe, blocks: [`${recipe.blocks[0]}${directives}`] })]);
  await askRecord({ from: visitors.osaka });
  await close(proxy);
  expect(await askRecord({ from: visitors.newYork })).toMatchObject({ IP: visitors.osaka });
});

describe('Caddy', () => {
  const recipe = recipeFor('Caddy');
  const tryFiles = `root * ${process.cwd()}\n  try_files {path} /LICENSE`;

  it.each([
    ['a proxy', `reverse_proxy ${siteAddress}`],
    [
      'handles of its own',
      `handle /shoes/* {\n reverse_proxy ${siteAddress}\n }\n handle {\n reverse_proxy ${siteAddress}\n }`,
    ],
    ['one page for all paths', `rewrite * /\n reverse_proxy ${siteAddress}`],
    ['a try_files', `${tryFiles}\n reverse_proxy ${siteAddress}`],
  ])('gives the record beside a site with %s', async (_what, pages) => {
    await start([caddy(recipe, pages)]);
    expect(await isRight()).toBe(true);
    expect((await ask('/geolet.js')).text).toBe(readFileSync('dist/geolet.js', 'utf8'));
    expect((await ask('/shoes/1')).text).toContain('Page /');
  });

  it('gives the record beside other handles, also where the site is in none', async () => {
    const [block = ''] = recipe.blocks;
    const beside = replaceText(
      block,
      / {2}handle \{\n[^}]*\}\n/,
      `  handle /shoes/* {\n    respond "shoes"\n  }\n  # everything your site has today\n`,
    );
    await start([caddy({ ...recipe, blocks: [beside] })]);
    expect(await isRight()).toBe(true);
    expect((await ask('/shoes/1')).text).toBe('shoes');
    expect((await ask('/')).text).toContain('Page /');
  });

  it('answers with a page of the site where the proxy has no handle of its own', async () => {
    const [block = ''] = recipe.blocks;
    const bare = replaceText(block, /handle @geolet \{\n\s*reverse_proxy (\S+)\n\s*\}/, 'reverse_proxy @geolet $1');
    await start([caddy({ ...recipe, blocks: [bare] })]);
    expect((await ask('/geo')).text).toContain('Page /geo');
  });

  it('answers with a page of the site where try_files stands outside of the handle', async () => {
    const [block = ''] = recipe.blocks;
    await start([caddy({ ...recipe, blocks: [replaceText(block, '@geolet path', `${tryFiles}\n  @geolet path`)] })]);
    expect((await ask('/geo')).text).toContain('Page /LICENSE');
  });
});

describe('Varnish', () => {
  it('finds visitors behind a server that speaks the PROXY protocol', async () => {
    const front = varnish(recipeFor('Varnish'));
    const behind: WebServer = {
      ...front,
      args: (file, folder) =>
        front.args(file, folder).map((argument) => (argument === ':80' ? '127.0.0.1:8443,PROXY' : argument)),
    };
    await start([behind, anotherHaproxy('  bind :80\n  server varnish 127.0.0.1:8443 send-proxy-v2')]);
    expect(await isRight()).toBe(true);
  });

  it("hands one visitor's record to the next without return (pass)", async () => {
    await start([varnish(without(recipeFor('Varnish'), 'return (pass)'))]);
    expect(await askRecord({ from: visitors.osaka })).toMatchObject({ IP: visitors.osaka });
    expect(await askRecord({ from: visitors.newYork })).toMatchObject({ IP: visitors.osaka });
  });
});

describe('Varnish, then nginx', () => {
  const recipe = recipeFor('Varnish, then nginx');
  // nginx for everybody, past Varnish too.
  const servers = [nginx(recipeFor('nginx'), 'listen 8080;'), varnish(recipe, '127.0.0.1:8080')];

  it('believes those who come past Varnish where the servers are counted', async () => {
    await start(servers, recipe.settings);
    expect(await askRecord({ ...forging, port: 8080 })).toMatchObject({ IP: forgedAddress });
  });

  it('believes nobody where the servers are named', async () => {
    await start(servers, { GEOLET_TRUST: '127.0.0.1' });
    expect(await askRecord({ ...forging, port: 8080 })).toMatchObject({ IP: visitors.newYork });
    expect(await isRight()).toBe(true);
  });
});
