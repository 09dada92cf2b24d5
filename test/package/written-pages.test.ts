import { replaceText } from '../support/replace-text.ts';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visibleText } from '../browser/support/test.ts';
import { visitors } from '../support/visitors.ts';
import { type Application, nodeForFrameworks, startApplication } from './application.ts';
import { consumers } from './packed.ts';
import { astro, nuxt, reactRouter, svelteKit } from './shops.ts';

const recipes = "pages written by your framework's server";

const withBindings = 'Hello you Customs may apply in your country. 0 Lyon, 0 times Counted 0 Other';

/** Those of shops.test.ts, with what else they take for their servers to write their pages. */
const shops: readonly {
  readonly shop: typeof svelteKit;
  /** The files of these pages of the documentation, and where they go. */
  readonly documented: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** In a file, a text and what stands in its place. */
  readonly edit?: readonly [file: string, before: string, after: string];
  /** What the widget alone would write. */
  readonly otherwise: string;
}[] = [
  {
    shop: svelteKit,
    documented: { 'geolet.ts': 'src/geolet.ts', 'hooks.server.ts': 'src/hooks.server.ts' },
    otherwise: withBindings,
  },
  {
    shop: astro,
    documented: { 'geolet.ts': 'src/geolet.ts', 'middleware.ts': 'src/middleware.ts' },
    environment: { GEOLET_TRUST: '1' },
    // Pages that the build makes are the same for everybody.
    edit: ['astro.config.mjs', 'defineConfig({', "defineConfig({ output: 'server',"],
    otherwise: withBindings.replace(' Counted 0', ''),
  },
  {
    shop: nuxt,
    documented: { 'geolet.ts': 'server/geolet.ts', 'written-pages.ts': 'server/plugins/written-pages.ts' },
    environment: { GEOLET_TRUST: '1' },
    otherwise: withBindings,
  },
  {
    shop: reactRouter,
    documented: { 'geolet.ts': 'app/geolet.server.ts' },
    environment: { GEOLET_TRUST: '1' },
    edit: [
      'app/root.jsx',
      'export function Layout',
      `import { startGeolet } from './geolet.server';\n\n${documentedLine('export const middleware')};\n\nexport function Layout`,
    ],
    otherwise: withBindings,
  },
];

/** A line that stands in a table of the documentation. */
function documentedLine(start: string): string {
  const text = readFileSync('docs/frameworks.md', 'utf8');
  return text.slice(text.indexOf(`\`${start}`) + 1).replace(/`[\s\S]*/, '');
}

describe.each(shops)('a shop made with $shop.name, whose server writes its pages', ({ shop, edit, ...own }) => {
  const folder = `${shop.folder}-written`;
  let application: Application;

  beforeAll(async () => {
    Object.assign(process.env, { NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' });
    copyShop(shop.folder, folder, edit);
    const places = Object.entries(own.documented).map(([name, place]) => [`${recipes}/${name}`, place]);
    const documented = { ...shop.documented, ...(Object.fromEntries(places) as Record<string, string>) };
    const environment = { ...shop.environment, ...own.environment };
    application = await startApplication({ ...shop, folder, documented, environment, node: nodeForFrameworks() });
    return application.stop;
  }, 180_000);

  afterAll(() => rmSync(join(consumers, folder), { recursive: true, force: true }));

  it('shows each visitor their page with scripts off, and keeps it out of caches', async () => {
    const { page, asked } = await application.visit(visitors.lyon, { javaScriptEnabled: false });
    const read = async () => {
      await page.goto(application.url);
      return visibleText(page.locator('main'));
    };
    // A page whose record comes late leaves as it is: the first lookup of a busy machine can be slow.
    await expect.poll(read, { timeout: 20_000 }).toBe(`Shoes for Lyon €139 Two days. ${own.otherwise}`);
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
    const shows = (text: string) =>
      expect.poll(() => visibleText(page.locator('main')), { timeout: 10_000 }).toContain(text);
    for (const _visit of ['first', 'repeat']) {
      await page.goto(application.url);
      await shows('Shoes for Lyon €139 Two days. Hello France No customs.');
    }
    await page.getByRole('button').click();
    await shows('1 Lyon, 1 times');
    expect(lines).toEqual([]);
    expect(asked).not.toContain('/geo');
    await page.context().close();
  });
});

/** With the packages of the other, so that nothing is installed twice. */
function copyShop(from: string, to: string, [file, before = '', after = '']: readonly string[] = []): void {
  const copy = join(consumers, to);
  rmSync(copy, { recursive: true, force: true });
  const made = /[\\/](node_modules|package-lock\.json|build|dist|\.output|\.nuxt|\.react-router|\.svelte-kit|\.astro)$/;
  cpSync(join(consumers, from), copy, { recursive: true, filter: (path) => !made.test(path) });
  if (file !== undefined) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), replaceText(text, before, after));
  }
  symlinkSync(join(consumers, from, 'node_modules'), join(copy, 'node_modules'), 'junction');
}
