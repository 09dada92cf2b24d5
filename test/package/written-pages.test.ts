import { replaceText } from '../support/replace-text.ts';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, nodeForFrameworks, type Shop, startApplication } from './application.ts';
import { consumers } from './packed.ts';

const recipes = "pages written by your framework's server";

const programOf = (folder: string, path: string) => resolve(consumers, folder, 'node_modules', path);

/** Shops as in shops.test.ts, whose servers write their pages. */
const shops: readonly (Shop & {
  readonly name: string;
  readonly from: string;
  /** What else it takes: in a file, a text and what stands in its place. */
  readonly edit?: readonly [file: string, before: string, after: string];
  /** What the widget alone would write. */
  readonly otherwise: string;
})[] = [
  {
    name: 'SvelteKit',
    from: 'sveltekit-app',
    folder: 'sveltekit-app-written',
    documented: {
      'svelte/Delivery.svelte': 'src/components/Delivery.svelte',
      [`${recipes}/geolet.ts`]: 'src/geolet.ts',
      [`${recipes}/hooks.server.ts`]: 'src/hooks.server.ts',
    },
    statics: 'static',
    built: 'build',
    build: [programOf('sveltekit-app', 'vite/bin/vite.js'), 'build'],
    start: () => ['build'],
    environment: { ADDRESS_HEADER: 'x-forwarded-for', XFF_DEPTH: '1' },
    otherwise: 'Hello you Customs may apply in your country. 0 Lyon, 0 times Counted 0 Other',
  },
  {
    name: 'Astro',
    from: 'astro-app',
    folder: 'astro-app-written',
    documented: {
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
    // Pages that the build makes are the same for everybody.
    edit: ['astro.config.mjs', 'defineConfig({', "defineConfig({ output: 'server',"],
    otherwise: 'Hello you Customs may apply in your country. 0 Lyon, 0 times Other',
  },
  {
    name: 'Nuxt',
    from: 'nuxt-app',
    folder: 'nuxt-app-written',
    documented: {
      'vue/nuxt.config.ts': 'nuxt.config.ts',
      'vue/geolet.client.js': 'app/plugins/geolet.client.js',
      'vue/Delivery.vue': 'app/components/Delivery.vue',
      [`${recipes}/geolet.ts`]: 'server/geolet.ts',
      [`${recipes}/written-pages.ts`]: 'server/plugins/written-pages.ts',
    },
    statics: 'public',
    built: '.output',
    build: [programOf('nuxt-app', 'nuxt/bin/nuxt.mjs'), 'build'],
    start: () => ['.output/server/index.mjs'],
    environment: { GEOLET_TRUST: '1' },
    otherwise: 'Hello you Customs may apply in your country. 0 Lyon, 0 times Counted 0 Other',
  },
  {
    name: 'React Router',
    from: 'react-router-app',
    folder: 'react-router-app-written',
    documented: {
      'react/delivery.jsx': 'app/delivery.jsx',
      [`${recipes}/geolet.ts`]: 'app/geolet.server.ts',
    },
    statics: 'public',
    built: 'build',
    build: [programOf('react-router-app', '@react-router/dev/bin.cjs'), 'build'],
    start: () => [programOf('react-router-app', '@react-router/serve/bin.cjs'), 'build/server/index.js'],
    environment: { GEOLET_TRUST: '1' },
    edit: [
      'app/root.jsx',
      'export function Layout',
      `import { startGeolet } from './geolet.server';\n\n${documentedLine('export const middleware')};\n\nexport function Layout`,
    ],
    otherwise: 'Hello you Customs may apply in your country. 0 Lyon, 0 times Counted 0 Other',
  },
];

/** A line that stands in a table of the documentation. */
function documentedLine(start: string): string {
  const text = readFileSync('docs/frameworks.md', 'utf8');
  return text.slice(text.indexOf(`\`${start}`) + 1).replace(/`[\s\S]*/, '');
}

describe.each(shops)('a shop made with $name, whose server writes its pages', ({ from, edit, otherwise, ...shop }) => {
  let application: Application;

  beforeAll(async () => {
    Object.assign(process.env, { NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' });
    copyShop(from, shop.folder, edit);
    application = await startApplication({ ...shop, node: nodeForFrameworks() });
    return application.stop;
  }, 180_000);

  afterAll(() => rmSync(join(consumers, shop.folder), { recursive: true, force: true }));

  it('shows each visitor their page with scripts off, and keeps it out of caches', async () => {
    const { page, asked } = await application.visit(visitors.lyon, { javaScriptEnabled: false });
    const read = async () => {
      await page.goto(application.url);
      return visibleText(page.locator('main'));
    };
    // A page whose record comes late leaves as it is: the first lookup of a busy machine can be slow.
    await expect.poll(read, { timeout: 20_000 }).toBe(`Shoes for Lyon €139 Two days. ${otherwise}`);
    const response = await page.reload();
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
function copyShop(from: string, to: string, [file, before = '', after = '']: readonly string[] = []): void {
  const copy = join(consumers, to);
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(consumers, from), copy, {
    recursive: true,
    filter: (path) =>
      !/[\\/](node_modules|package-lock\.json|build|dist|\.output|\.nuxt|\.react-router|\.svelte-kit|\.astro)$/.test(
        path,
      ),
  });
  if (file !== undefined) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), replaceText(text, before, after));
  }
  symlinkSync(join(consumers, from, 'node_modules'), join(copy, 'node_modules'), 'junction');
}
