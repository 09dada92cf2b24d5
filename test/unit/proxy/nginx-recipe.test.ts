import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toNodeListener } from '../../../src/proxy/node/listener.ts';
import { listen, patience, portOf } from './upstream-server.ts';
import { startProxy } from './visitor.ts';

const recipe = /^## nginx$.*?```nginx\n(.*?)```/ms.exec(readFileSync('docs/proxy-recipes.md', 'utf8'))?.[1] ?? '';
const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** A cache above all locations that heeds no header, and a rule for all scripts and pictures: owners have both. */
const configuration = (folder: string, port: number, pages: string, proxy: string) => `
daemon off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=all:1m;
  set_real_ip_from 127.0.0.1; real_ip_header X-Test-Visitor;
  server {
    listen 127.0.0.1:${port};
    proxy_cache all; proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    add_header X-Cache-Status $upstream_cache_status;
    location / { proxy_pass ${pages}; }
    location ~* \\.(js|svg)$ { return 404; }
    ${recipe.replaceAll('http://127.0.0.1:8787', proxy)}
  }
}`;

/** A real nginx with the recipe in it, in front of the proxy. @returns its address. */
async function startNginx(): Promise<string> {
  const files = (name: string) => Promise.resolve({ body: new TextEncoder().encode(name), etag: '"1"' });
  const { proxy } = await startProxy({ trust: 1, expose: ['IP'], files });
  const servers = [createServer((_request, response) => response.end('a page')), createServer(toNodeListener(proxy))] as const;
  const [pages, behind] = await Promise.all([listen(servers[0]), listen(servers[1])]);
  const probe = createServer();
  await listen(probe);
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  const folder = mkdtempSync(join(tmpdir(), 'geolet-nginx-'));
  // Started by root, its workers are somebody else.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, pages, behind));
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    nginx.kill();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status, patience).toBe(200);
  return url;
}

describe.skipIf(!hasNginx)('the recipe for nginx, in an nginx that caches everything', () => {
  it('gives each visitor their own record, and a page to all from the cache', async () => {
    const url = await startNginx();
    for (const visitor of ['81.2.69.142', '81.2.69.160', '81.2.69.142']) {
      const answer = await fetch(`${url}/geo`, { headers: { 'x-test-visitor': visitor, 'x-forwarded-for': '9.9.9.9' } });
      expect(await answer.json()).toMatchObject({ IP: visitor });
    }
    expect((await fetch(`${url}/`)).headers.get('x-cache-status')).toBe('HIT');
  });

  it('lets the widget\'s files and its flags through, past rules for all such files', async () => {
    const url = await startNginx();
    for (const name of ['geolet.js', 'geolet-elements.AbCd1234.js', 'geolet-flags/fr.svg']) {
      expect(await (await fetch(`${url}/${name}`)).text(), name).toBe(name);
    }
  });
});
