import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, nodeForFrameworks, type Shop, startApplication } from './application.ts';
import { consumers } from './packed.ts';

const recipes = "pages written by your framework's server";

const programOf = (folder: string, path: string) => resolve(consumers, folder, 'node_modules', path);

/** Shops as in shops.test.ts, whose servers write their pages. */
const shops: readonly (Shop & { readonly name: string; readonly from: string; readonly otherwise: string })[] = [
  {
    name: 'SvelteKit',
    from: 'sveltekit-app',
    folder: 'sveltekit-app-written',
    documented: {
      'svelte/use-visitor.svelte.js': 'src/components/use-visitor.svelte.js',
      'svelte/Delivery.svelte': 'src/components/Delivery.svelte',
      [`${recipes}/geolet.ts`]: 'src/geolet.ts',
      [`${recipes}/hooks.server.ts`]: 'src/hooks.server.ts',
    },
    statics: 'static',
    built: 'build',
    build: [programOf('sveltekit-app', 'vite/bin/vite.js'), 'build'],
    start: () => ['build'],
    environment: { ADDRESS_HEADER: 'x-forwarded-for', XFF_DEPTH: '1' },
    otherwise: 'Hello you Customs may apply. 0 Lyon, 0 times Counted 0 Other',
  },
  {
    name: 'Astro',
    from: 'astro-app',
    folder: 'astro-app-written',
    documented: {
      'react/use-visitor.js': 'src/use-visitor.js',
      'react/delivery.jsx': 'src/delivery.jsx',
      'astro/hand-on.js': 'public/hand-on.js',
      [`${recipes}/geolet.ts`]: 'src/geolet.ts',
      [`${recipes}/middleware.ts`]: 'src/middleware.ts',
    },
    statics: 'public',
    built: 'dist',
    build: [programOf('astro-app', 'astro/bin/astro.mjs'), 'build'],
    start: () => ['dist/server/entry.mjs'],
    environment: { GEOLET_TRUST: '1' },
    otherwise: 'Hello you Customs may apply. 0 Lyon, 0 times Other',
  },
];

describe.each(shops)('a shop made with $name, whose server writes its pages', ({ from, otherwise, ...shop }) => {
  let application: Application;

  beforeAll(async () => {
    process.env.ASTRO_TELEMETRY_DISABLED = '1';
    copyShop(from, shop.folder);
    application = await startApplication({ ...shop, node: nodeForFrameworks() });
    return application.stop;
  }, 180_000);

  afterAll(() => rmSync(join(consumers, shop.folder), { recursive: true, force: true }));

  it('shows each visitor their page with scripts off, and keeps it out of caches', async () => {
    const { page, asked } = await application.visit(visitors.lyon, { javaScriptEnabled: false });
    const response = await page.goto(application.url);
    expect(await visibleText(page.locator('main'))).toBe(`Shoes for Lyon €139 Two days. ${otherwise}`);
    expect(response?.headers()['cache-control']).toBe('private, no-cache');
    expect(asked).not.toContain('/geo');
    await page.context().close();
    const nobody = await application.visit(visitors.nowhere, { javaScriptEnabled: false });
    await nobody.page.goto(application.url);
    expect(await visibleText(nobody.page.locator('main'))).toContain('Shoes for your city $149');
    await nobody.page.context().close();
  });

  it('hydrates without a word, and asks nobody', async () => {
    const { page, lines, asked } = await application.visit(visitors.lyon);
    for (const _visit of ['first', 'repeat']) {
      await page.goto(application.url);
      await expect
        .poll(() => visibleText(page.locator('main')), { timeout: 10_000 })
        .toContain('Shoes for Lyon €139 Two days. Hello France No customs.');
    }
    await page.getByRole('button').click();
    await expect.poll(() => visibleText(page.locator('main')), { timeout: 10_000 }).toContain('1 Lyon, 1 times');
    expect(lines).toEqual([]);
    expect(asked).not.toContain('/geo');
    await page.context().close();
  });
});

/** With the packages of the other, so that nothing is installed twice. */
function copyShop(from: string, to: string): void {
  const copy = join(consumers, to);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(consumers, from), copy, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|package-lock\.json|build|dist|\.svelte-kit|\.astro)$/.test(path),
  });
  const settings = join(copy, 'astro.config.mjs');
  // Pages that the build makes are the same for everybody.
  if (existsSync(settings))
    writeFileSync(
      settings,
      readFileSync(settings, 'utf8').replace('defineConfig({', "defineConfig({ output: 'server',"),
    );
  symlinkSync(join(consumers, from, 'node_modules'), join(copy, 'node_modules'), 'junction');
}
