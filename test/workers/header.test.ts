import { expect, it, onTestFinished } from 'vitest';
import { recipeFor } from '../servers/recipe.ts';
import { Miniflare } from './packages.ts';

const [script = ''] = recipeFor('Workers', 'docs/header.md').blocks;

it.each([
  [{ country: 'FR' }, 'geo;desc=FR'],
  [{ country: 'T1' }, 'geo;desc=T1'],
  [{}, null],
])('the recipe for Workers names the country of %j as %s, over what comes from behind', async (cf, named) => {
  const workerd = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-04-01',
    bindings: {},
    cf,
    outboundService: async () => new Response('page', { headers: { 'Server-Timing': 'geo;desc=AQ' } }),
  });
  onTestFinished(() => workerd.dispose());
  const response = await workerd.dispatchFetch('https://shop.example/', {});
  expect([await response.text(), response.headers.get('server-timing')]).toEqual(['page', named]);
});
