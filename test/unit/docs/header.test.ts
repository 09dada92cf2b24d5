import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { recipeFor } from '../../servers/recipe.ts';

/** The code of a recipe, word for word, as a script that sets what it exports. */
function codeOf(heading: string): string {
  const [code = ''] = recipeFor(heading, 'docs/header.md').blocks;
  return code
    .replace(/^import .*\n/gm, '')
    .replace('export default ', 'exported = ')
    .replace(/^export const /gm, 'const ');
}

function run(heading: string, globals: object = {}): (...given: readonly unknown[]) => unknown {
  const context: { exported?: unknown; handler?: unknown } = { ...globals };
  runInNewContext(codeOf(heading), context);
  const made = context.exported ?? context.handler;
  if (typeof made !== 'function') throw new Error(`${heading} has no function.`);
  return (...given) => Reflect.apply(made, undefined, given) as unknown;
}

const fromBehind = () => new Response('page', { headers: { 'Server-Timing': 'geo;desc=AQ' } });

describe('the recipes of docs/header.md that are functions', () => {
  it('name the country on CloudFront, over what comes from behind, and none where it is unknown', () => {
    const answer = (headers: object) => {
      const response = { statusCode: 200, headers: { 'server-timing': { value: 'geo;desc=AQ' } } };
      return run('CloudFront')({ request: { method: 'GET', headers }, response });
    };
    expect(answer({ 'cloudfront-viewer-country': { value: 'FR' } })).toMatchObject({
      headers: { 'server-timing': { value: 'geo;desc=FR' } },
    });
    expect(answer({})).toMatchObject({ statusCode: 200, headers: {} });
    expect(JSON.stringify(answer({}))).not.toContain('geo');
  });

  it('name the country on Netlify, likewise', async () => {
    const answer = async (geo: object | undefined) => {
      const response = await run('Netlify')(new Request('https://shop.example/'), {
        geo,
        next: async () => fromBehind(),
      });
      return (response as Response).headers.get('server-timing');
    };
    expect(await answer({ country: { code: 'FR', name: 'France' } })).toBe('geo;desc=FR');
    expect(await answer({})).toBeNull();
    expect(await answer(undefined)).toBeNull();
  });

  it('name the country on Vercel', () => {
    const answer = (headers: Record<string, string>) =>
      run('Vercel', { next: (init: unknown) => init })(new Request('https://shop.example/', { headers }));
    expect(answer({ 'x-vercel-ip-country': 'FR' })).toEqual({ headers: { 'Server-Timing': 'geo;desc=FR' } });
    expect(answer({})).toBeUndefined();
  });
});

it('docs/header.md says of each recipe how it was tried', () => {
  const page = readFileSync('docs/header.md', 'utf8');
  const [, recipes = ''] = page.split('## Where the header comes from');
  const headings = [...recipes.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  const table = recipes.split(/^## /m)[0] ?? '';
  const told = [...table.matchAll(/\[([^\]]*)\]\(#[^)]*\)/g)].map(([, heading = '']) => heading);
  expect(told.toSorted()).toEqual(headings.toSorted());
});
