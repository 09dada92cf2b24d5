import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { replaceText } from '../support/replace-text.ts';
import { recipeFor } from '../servers/recipe.ts';
import { next } from './packages.ts';

/** Among the packages, so that their types are found. */
const folder = mkdtempSync(resolve('test/hosts/node_modules/.recipes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocksOf = (heading: string) => recipeFor(heading, 'docs/header.md').blocks;
const [, cloudflare = ''] = blocksOf('Cloudflare');
const [netlify = ''] = blocksOf('Netlify');
const [vercel = ''] = blocksOf('Vercel');

/** @returns what TypeScript says of a file. */
function check(text: string): string {
  const file = join(folder, 'recipe.mts');
  writeFileSync(file, text);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'esnext',
    '--module',
    'nodenext',
  ];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', ...options, '--types', '', '--lib', 'esnext,dom,dom.iterable', file],
    { encoding: 'utf8' },
  );
  return stdout + stderr;
}

const asRuleset = (rule: string) => `
import type { RulesetCreateParams } from 'cloudflare/resources/rulesets/rulesets';
export const ruleset: RulesetCreateParams = {
  zone_id: 'shop', kind: 'zone', name: 'country', phase: 'http_response_headers_transform', rules: [${rule}],
};`;

const asEdgeFunction = (code: string) =>
  `import type { Config, EdgeFunction } from '@netlify/edge-functions';\n${replaceText(
    replaceText(code, 'export default', 'export const answer: EdgeFunction ='),
    'export const config =',
    'export const config: Config =',
  )}`;

describe("the recipes of docs/header.md, by their vendors' own packages", () => {
  it('a rule of Cloudflare is one of its library, and one with another operation is none', () => {
    expect(check(asRuleset(cloudflare))).toBe('');
    expect(check(asRuleset(replaceText(cloudflare, '"set"', '"put"')))).toContain('"put"');
  });

  it('the function of Netlify is one of its types, and one that asks for another place is none', () => {
    expect(check(asEdgeFunction(netlify))).toBe('');
    expect(check(asEdgeFunction(replaceText(netlify, 'geo?.country', 'geo?.land')))).toContain("'land'");
  });

  it('the function of Vercel is one of its types, and goes on with the header by its library', () => {
    expect(check(replaceText(vercel, '(request)', '(request: Request)'))).toBe('');
    const context: { next: typeof next; answer?: (request: Request) => Response } = { next };
    const code = replaceText(vercel, /^import .*\n/m, '');
    runInNewContext(replaceText(code, 'export default function middleware', 'answer = function'), context);
    const ask = (headers: Record<string, string>) =>
      context.answer?.(new Request('https://shop.example/', { headers })).headers;
    expect(ask({ 'x-vercel-ip-country': 'FR' })?.get('server-timing')).toBe('geo;desc=FR');
    expect(ask({ 'x-vercel-ip-country': 'FR' })?.get('x-middleware-next')).toBe('1');
    expect(ask({})?.get('server-timing')).toBeNull();
    expect(ask({})?.get('x-middleware-next')).toBe('1');
  });
});
