import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { patience } from './upstream-server.ts';
import { startProxy } from './visitor.ts';
import { listen, portOf } from '../../support/loopback.ts';

const page = readFileSync('docs/proxy-recipes.md', 'utf8');
/** After the settings of the proxy comes what the web server wants. */
const recipeOf = (name: string) => [...(page.split(/^## /m).find((section) => section.startsWith(`${name}\n`)) ?? '').matchAll(/^```\w*\n(.*?)^```/gms)][1]?.[1] ?? '';

/** Who a server's workers are when root starts it. His group has another name on each system. */
const nobody = { user: 'nobody', group: String(spawnSync('id', ['-gn', 'nobody']).stdout).trim() };

interface Place {
  readonly folder: string;
  readonly port: number;
  /** Where the owner's pages come from. */
  readonly pages: string;
  readonly recipe: string;
}

interface WebServer {
  readonly name: string;
  readonly program: string;
  readonly args: (file: string, folder: string) => readonly string[];
  readonly configuration: (place: Place) => string;
}

const servers: readonly WebServer[] = [
  {
    name: 'nginx',
    program: 'nginx',
    args: (file, folder) => ['-p', folder, '-c', file],
    // A cache above all locations that heeds no header, and a rule for all scripts and pictures: owners have both.
    configuration: ({ folder, port, pages, recipe }) => `
user ${nobody.user} ${nobody.group}; daemon off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=all:1m;
  server {
    listen 127.0.0.1:${port};
    proxy_cache all; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    location / { proxy_pass ${pages}; }
    location ~* \\.(js|svg)$ { return 404; }
    ${recipe}
  }
}`,
  },
  {
    name: 'Apache',
    program: 'apache2',
    args: (file, folder) => ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
    configuration: ({ folder, port, pages, recipe }) => `
${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
ServerName shop.example
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/errors
User ${nobody.user}
Group ${nobody.group}
${recipe}
ProxyPass "/" "${pages}/"`,
  },
  {
    name: 'Caddy',
    program: 'caddy',
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    configuration: ({ port, pages, recipe }) => `{
  admin off
}
${recipe.replace('shop.example', `http://127.0.0.1:${port}`).replace(/\}\s*$/, `  reverse_proxy ${pages}\n}`)}`,
  },
];

/** A real web server with its recipe in it, in front of the proxy. @returns its port, and how the proxy goes away for a while. */
async function start({ name, program, args, configuration }: WebServer): Promise<{ readonly port: number; readonly restartProxy: (meanwhile: () => Promise<void>) => Promise<void> }> {
  const files = (file: string) => Promise.resolve({ body: new TextEncoder().encode(file), etag: '"1"' });
  const { proxy } = await startProxy({ trust: 1, expose: ['IP'], files });
  const folder = mkdtempSync(join(tmpdir(), 'geolet-web-server-'));
  // For its workers too.
  chmodSync(folder, 0o755);
  // By its start page this server is told from one that somebody else has started.
  const behind = [createServer(({ url }, response) => response.end(url === '/' ? folder : 'a page')), createServer(toNodeListener(proxy))] as const;
  const [pages, answers] = await Promise.all([listen(behind[0]), listen(behind[1])]);
  const restartProxy = async (meanwhile: () => Promise<void>) => {
    const { port } = new URL(answers);
    const closed = once(behind[1], 'close');
    behind[1].close();
    behind[1].closeAllConnections();
    await closed;
    await meanwhile();
    await new Promise<void>((resolve) => behind[1].listen(Number(port), '127.0.0.1', resolve));
  };
  const file = join(folder, 'configuration');
  const recipe = recipeOf(name).replaceAll('127.0.0.1:8787', new URL(answers).host);
  let server: ChildProcess | undefined;
  onTestFinished(async () => {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill();
      await once(server, 'exit');
    }
    for (const one of behind) {
      one.closeAllConnections();
      one.close();
    }
    rmSync(folder, { recursive: true });
  });
  // None of them can take any port that is free, and somebody may take the one that was before it does.
  for (;;) {
    const port = await freePort();
    writeFileSync(file, configuration({ folder, port, pages, recipe }));
    server = spawn(program, args(file, folder), { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
    let said = '';
    let isOver = false;
    server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    server.once('close', () => (isOver = true));
    await expect.poll(async () => isOver || (await ask(port, '/').catch(String)) === folder, patience).toBe(true);
    if (!isOver) return { port, restartProxy };
    if (!/address already in use/i.test(said)) throw new Error(`${name} does not start: ${said}`);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await listen(probe);
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** @param from an address of this machine, which is the visitor's. */
function ask(port: number, path: string, from = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, localAddress: from, agent: false, headers: { 'x-forwarded-for': '9.9.9.9', 'x-visitor-ip': '9.9.9.9' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk)).on('end', () => resolve(text));
    });
    outgoing.on('error', reject).end();
  });
}

/** Elsewhere, 127.0.0.2 is no address of the machine. */
const isThere = ({ program }: WebServer) => process.platform === 'linux' && spawnSync(program, [program === 'caddy' ? 'version' : '-v']).status === 0;

for (const server of servers) {
  describe.runIf(isThere(server))(`the recipe for ${server.name}, in a real one`, () => {
    it('gives each visitor their own record, whatever they forge', async () => {
      const { port } = await start(server);
      for (const visitor of ['127.0.0.2', '127.0.0.3', '127.0.0.2']) expect(JSON.parse(await ask(port, '/geo', visitor))).toMatchObject({ IP: visitor });
    });

    it('lets the widget\'s files and its flags through, and pages past', async () => {
      const { port } = await start(server);
      for (const name of ['geolet.js', 'geolet-elements.AbCd1234.js', 'geolet-flags/fr.svg']) expect(await ask(port, `/${name}`), name).toBe(name);
      for (const path of ['/geometry', '/shoes/geolet']) expect(await ask(port, path), path).toBe('a page');
    });

    it('finds the proxy as soon as it is back', async () => {
      const { port, restartProxy } = await start(server);
      await restartProxy(async () => {
        for (const _ of [1, 2, 3]) expect(await ask(port, '/geo')).not.toContain('"IP"');
      });
      expect(JSON.parse(await ask(port, '/geo', '127.0.0.2'))).toMatchObject({ IP: '127.0.0.2' });
    });
  });
}
