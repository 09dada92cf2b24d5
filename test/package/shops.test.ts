import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, nodeForFrameworks, type Shop, startApplication } from './application.ts';
import { consumers } from './packed.ts';

const programOf = (folder: string, path: string) => resolve(consumers, folder, 'node_modules', path);
const react = { 'react/delivery.jsx': 'delivery.jsx' };
const into = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([recipe, name]) => [recipe, `${folder}/${name}`]));

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
      'vue/Delivery.vue': 'app/components/Delivery.vue',
    },
    statics: 'public',
    built: '.output',
    build: [programOf('nuxt-app', 'nuxt/bin/nuxt.mjs'), 'build'],
    start: () => ['.output/server/index.mjs'],
  },
  {
    name: 'SvelteKit',
    folder: 'sveltekit-app',
    documented: into('src/components', { 'svelte/Delivery.svelte': 'Delivery.svelte' }),
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

/** Machines of continuous integration are slow at times. */
const patience = { timeout: 10_000 };

describe.each(shops)('a shop made with $name', ({ hasIslands, ...shop }) => {
  let application: Application;

  beforeAll(async () => {
    Object.assign(process.env, { NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' });
    application = await startApplication({ ...shop, node: nodeForFrameworks() });
    return application.stop;
  }, 180_000);

  it('answers each visitor for themselves, and believes the server in front alone', async () => {
    const ask = async (address: string) =>
      (await fetch(`${application.url}/geo`, { headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } })).json();
    expect(await ask(visitors.lyon)).toMatchObject({ countryCode: 'FR' });
    expect(await ask(visitors.osaka)).toMatchObject({ countryCode: 'JP' });
  });

  it('hydrates without a word, and follows renders, links and the way back, with one lookup', async () => {
    const { page, lines, asked } = await application.visit(visitors.lyon);
    const read = () => visibleText(page.locator('main'));
    const inLyon = (name: string, times: number) =>
      `${name} for Lyon €139 Two days. Hello France No customs. ${times} Lyon, ${times} times${hasIslands ? '' : ' France, counted'} Other`;
    // Once asked over the network, and then with the answer at hand before anything is hydrated.
    for (const _visit of ['first', 'repeat', 'repeat']) {
      await page.goto(application.url);
      await expect.poll(read, patience).toBe(inLyon('Shoes', 0));
    }
    for (const times of [1, 2]) {
      await page.getByRole('button').click();
      await expect.poll(read, patience).toBe(inLyon('Shoes', times));
    }
    await page.getByRole('link').click();
    await expect.poll(read, patience).toBe(inLyon('Boots', 0));
    expect(await page.getAttribute('html', 'data-visitor-country')).toBe('FR');
    await page.goBack();
    await expect.poll(read, patience).toContain('Shoes for Lyon €139 Two days. Hello France');
    expect(lines).toEqual([]);
    expect(asked.filter((path) => path === '/geo')).toHaveLength(1);
    await page.context().close();
  });

  it('shows what is written to who is nowhere', async () => {
    const { page, lines } = await application.visit(visitors.nowhere);
    await page.goto(application.url);
    await page.waitForFunction(() => globalThis.geolet?.ready);
    await page.evaluate(() => globalThis.geolet?.ready);
    const read = () => visibleText(page.locator('main'));
    const toNobody = (times: number) =>
      `Shoes for your city $149 ${hasIslands ? 'Five' : 'Two'} days. Hello you Customs may apply in your country. ${times} ${times} times${hasIslands ? '' : ` Counted ${times}`} Other`;
    expect(await read()).toBe(toNobody(0));
    // A click counts once the page is hydrated, which is when a framework says what it does not like.
    let clicks = 0;
    await expect
      .poll(async () => {
        await page.getByRole('button').click();
        clicks++;
        return read();
      }, patience)
      .not.toBe(toNobody(0));
    const times = Number(/country\. (\d+)/.exec(await read())?.[1]);
    expect(times).toBeLessThanOrEqual(clicks);
    await expect.poll(read, patience).toBe(toNobody(times));
    expect(lines).toEqual([]);
    await page.context().close();
  });
});
