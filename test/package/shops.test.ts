import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, nodeForFrameworks, type Shop, startApplication } from './application.ts';
import { consumers } from './packed.ts';

const programOf = (folder: string, path: string) => resolve(consumers, folder, 'node_modules', path);
const react = { 'react/use-visitor.js': 'use-visitor.js', 'react/delivery.jsx': 'delivery.jsx' };
const into = (folder: string, files: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(files).map(([recipe, name]) => [recipe, `${folder}/${name}`]));

/** Islands have no bindings in them. */
const shops: readonly (Shop & { readonly name: string; readonly hasIslands?: true })[] = [
  {
    name: 'React Router',
    folder: 'react-router-app',
    documented: into('app', react),
    statics: 'public',
    built: 'build',
    build: [programOf('react-router-app', '@react-router/dev/bin.cjs'), 'build'],
    start: () => [programOf('react-router-app', '@react-router/serve/bin.cjs'), 'build/server/index.js'],
  },
  {
    name: 'Nuxt',
    folder: 'nuxt-app',
    documented: {
      'vue/nuxt.config.ts': 'nuxt.config.ts',
      'vue/geolet.client.js': 'app/plugins/geolet.client.js',
      'vue/use-visitor.js': 'app/composables/use-visitor.js',
    },
    statics: 'public',
    built: '.output',
    build: [programOf('nuxt-app', 'nuxt/bin/nuxt.mjs'), 'build'],
    start: () => ['.output/server/index.mjs'],
  },
  {
    name: 'SvelteKit',
    folder: 'sveltekit-app',
    documented: into('src/components', { 'svelte/use-visitor.svelte.js': 'use-visitor.svelte.js', 'svelte/Delivery.svelte': 'Delivery.svelte' }),
    statics: 'static',
    built: 'build',
    build: [programOf('sveltekit-app', 'vite/bin/vite.js'), 'build'],
    start: () => ['build'],
    environment: { ADDRESS_HEADER: 'x-forwarded-for', XFF_DEPTH: '1' },
  },
  {
    name: 'Astro',
    folder: 'astro-app',
    documented: { ...into('src', react), 'astro/hand-on.js': 'public/hand-on.js' },
    statics: 'public',
    built: 'dist',
    build: [programOf('astro-app', 'astro/bin/astro.mjs'), 'build'],
    start: () => ['dist/server/entry.mjs'],
    hasIslands: true,
  },
];

describe.each(shops)('a shop made with $name', ({ hasIslands, ...shop }) => {
  let application: Application;

  beforeAll(async () => {
    Object.assign(process.env, { NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' });
    application = await startApplication({ ...shop, node: nodeForFrameworks() });
  }, 180_000);

  afterAll(() => application.stop());

  it('answers each visitor for themselves, and believes the server in front alone', async () => {
    const ask = async (address: string) => (await fetch(`${application.url}/geo`, { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })).json();
    expect(await ask(visitors.lyon)).toMatchObject({ countryCode: 'FR' });
    expect(await ask(visitors.osaka)).toMatchObject({ countryCode: 'JP' });
  });

  it('hydrates without a word, and follows renders, links and the way back, with one look-up', async () => {
    const { page, lines, asked } = await application.visit(visitors.lyon);
    const read = () => visibleText(page.locator('main'));
    const inLyon = (name: string, times: number) => `${name} for Lyon €139 Two days. Hello France No customs. ${times} Lyon, ${times} times${hasIslands ? '' : ' France, counted'} Other`;
    // Once asked over the network, and then with the answer at hand before anything is hydrated.
    for (const _visit of ['first', 'repeat', 'repeat']) {
      await page.goto(application.url);
      await expect.poll(read, { timeout: 10_000 }).toBe(inLyon('Shoes', 0));
    }
    for (const times of [1, 2]) {
      await page.getByRole('button').click();
      await expect.poll(read).toBe(inLyon('Shoes', times));
    }
    await page.getByRole('link').click();
    await expect.poll(read).toBe(inLyon('Boots', 0));
    expect(await page.getAttribute('html', 'data-visitor-country')).toBe('FR');
    await page.goBack();
    await expect.poll(read).toContain('Shoes for Lyon €139 Two days. Hello France');
    expect(lines).toEqual([]);
    expect(asked.filter((path) => path === '/geo')).toHaveLength(1);
    await page.context().close();
  });

  it('shows what is written to who is nowhere', async () => {
    const { page, lines } = await application.visit(visitors.nowhere);
    await page.goto(application.url);
    await page.waitForFunction(() => globalThis.geolet?.ready);
    await page.evaluate(() => globalThis.geolet?.ready);
    expect(await visibleText(page.locator('main'))).toBe(`Shoes for your city $149 ${hasIslands ? 'Five' : 'Two'} days. Hello you Customs may apply. 0 0 times${hasIslands ? '' : ' Counted 0'} Other`);
    expect(lines).toEqual([]);
    await page.context().close();
  });
});
