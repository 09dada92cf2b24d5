import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/adapters/node/environment.ts';
import { key } from './upstream-server.ts';
import { fronts } from '../../servers/fronts.ts';
import { startProxy } from './visitor.ts';

const page = await readFile(new URL('../../../docs/proxy-recipes.md', import.meta.url), 'utf8');
const recipes = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

const visitor = '81.2.69.142';
const forged = '9.9.9.9';

/** What reaches the proxy when a visitor sends the check's forged headers, as the platform documents it. */
const requests: ReadonlyArray<readonly [recipe: string, peer: string, headers: Readonly<Record<string, string>>]> = [
  ['nginx', '127.0.0.1', { 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['Caddy', '127.0.0.1', { 'x-forwarded-for': visitor }],
  ['Apache', '127.0.0.1', { 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['HAProxy', '127.0.0.1', { 'x-forwarded-for': visitor }],
  ['Varnish', '127.0.0.1', { 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['Varnish, then nginx', '127.0.0.1', { 'x-forwarded-for': `${forged}, ${visitor}, 127.0.0.1` }],
  ['lighttpd', '127.0.0.1', { 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['Traefik', '127.0.0.1', { 'x-forwarded-for': visitor }],
  ['WordPress', '127.0.0.1', { 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['Cloudflare', '172.68.1.1', { 'cf-connecting-ip': visitor, 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['Vercel', '', { 'x-vercel-forwarded-for': visitor, 'x-forwarded-for': visitor, 'x-real-ip': visitor }],
  ['Netlify', '', { 'x-nf-client-connection-ip': visitor, 'x-forwarded-for': `${forged}, ${visitor}` }],
  ['Fly', '172.16.0.1', { 'fly-client-ip': visitor, 'x-forwarded-for': `${forged}, ${visitor}, 66.241.124.1` }],
];

const firstLineOf = (recipe: string) => (recipes.get(recipe) ?? '').split('\n')[2] ?? '';

/** The settings of a recipe, read from its first block as a shell would. */
function settingsOf(recipe: string) {
  const lines = [...(recipes.get(recipe) ?? '').matchAll(/^([A-Z_]+)=(?:"([^"]*)"|(\S+))$/gm)];
  const environment = Object.fromEntries(lines.map(([, name = '', quoted, plain]) => [name, quoted ?? plain]));
  const required = { GEOLET_KEY: key, GEOLET_UPSTREAM: 'https://geo.example' };
  const { trust, trustHeader, origins } = readEnvironment({ ...required, ...environment }).proxy;
  return { trust, trustHeader, origins };
}

async function askedAbout(recipe: string, peer: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const { ask, upstream } = await startProxy(settingsOf(recipe));
  await ask({ 'x-visitor-ip': forged, ...headers }, { ip: peer });
  return upstream.received[0]?.headers['x-visitor-ip'];
}

describe('docs/proxy-recipes.md', () => {
  it('has these recipes and no other', () => {
    expect([...recipes.keys()]).toEqual(requests.map(([recipe]) => recipe));
  });

  it('says of each whether it was run: in which version, and then test/servers has it', () => {
    const isRun = (recipe: string) => /^Run in .* \d+\.\d+\.\d+.*\.$/.test(firstLineOf(recipe));
    const others = [...recipes.keys()].filter((recipe) => !isRun(recipe));
    expect(others.filter((recipe) => !firstLineOf(recipe).startsWith('Not run'))).toEqual([]);
    expect([...recipes.keys()].filter(isRun)).toEqual(fronts.map(({ name }) => name));
  });

  it.each(requests)('%s: the settings find the visitor, whatever they forge', async (recipe, peer, headers) => {
    expect(await askedAbout(recipe, peer, headers)).toBe(visitor);
  });

  it.each(requests)('%s: no other header counts when the named one is missing', async (recipe, peer, headers) => {
    const named = settingsOf(recipe).trustHeader ?? 'x-forwarded-for';
    const { [named]: _, ...others }: Record<string, string> = { 'x-real-ip': forged, ...headers };
    expect(await askedAbout(recipe, peer, others)).toBe(peer === '' ? undefined : peer);
  });

  it('Cloudflare: who comes past it is not believed', async () => {
    expect(await askedAbout('Cloudflare', '81.2.69.160', { 'cf-connecting-ip': forged })).toBe('81.2.69.160');
  });

  it.each(requests)('%s ends in the same check', (recipe) => {
    const blocks = [...(recipes.get(recipe) ?? '').matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block]) => block);
    const check = "curl -s -H 'X-Forwarded-For: 9.9.9.9' -H 'X-Visitor-IP: 9.9.9.9' https://shop.example/geo";
    expect(blocks.at(-1)).toBe(`${check}\n`);
  });
});
