import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { builtValues } from './built-values.ts';
import { lazyFilePaths } from './lazy-file-paths.ts';
import { simplifier } from './minifier.ts';
import { keepImports } from './modules.ts';

/** The entry of each file that a page may need later, by its name. An app has all countries in a chunk of its own. */
const lazyFiles = { ...lazyFilePaths(), choose: 'src/library/choose.ts' };

/**
 * Builds what `import 'geolet'` gives, in pieces that cost a bundle no more than `geolet.js` costs a page: what starts,
 * each element, and each lazy file with all that it needs in it. A module that two of them shared would come with the
 * first, with everything that the second uses of it:
 * docs/architecture/package.md#the-same-files-as-a-page
 */
export async function buildLibrary(folder: string, version: string): Promise<void> {
  const buildFiles = async (files: Record<string, string>, outside: RegExp, output: Rolldown.OutputOptions) => {
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      appType: 'custom',
      publicDir: false,
      plugins: [lazyFilesOutside(folder), builtValues(), simplifier(), keepImports()],
      define: { __VERSION__: JSON.stringify(version) },
      // lit's index would bring its templates, which make a policy of Trusted Types at once, and throw where a page refuses it.
      resolve: { alias: { lit: '@lit/reactive-element' } },
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: 'es2022',
        outDir: resolve(folder),
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: files,
          external: (id) => outside.test(id),
          output: { format: 'es', minify: false, entryFileNames: '[name].js', ...output },
        },
      },
    });
    return [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  };

  const entries = [
    'index',
    'define',
    ...readdirSync('src/library/elements').map((name) => `elements/${name.slice(0, -3)}`),
  ];
  const input = Object.fromEntries(entries.map((name) => [name, `src/library/${name}.ts`]));
  const chunks = await buildFiles(input, /^(@lit\/|idb-keyval)/, { chunkFileNames: 'shared/[name].js' });
  const imported = chunks.flatMap((chunk) =>
    chunk.type === 'chunk' ? chunk.dynamicImports.map((id) => basename(id, '.js')) : [],
  );
  for (const [name, path] of Object.entries(lazyFiles))
    if (imported.includes(name)) await buildFiles({ [`lazy/${name}`]: path }, /^@lit\//, { codeSplitting: false });
}

/** The entries import lazy files by the names that those are built under. */
function lazyFilesOutside(folder: string): Plugin {
  const names = new Map(Object.entries(lazyFiles).map(([name, path]) => [resolve(path), name]));
  return {
    name: 'lazy-files-outside',
    enforce: 'pre',
    async resolveId(id, importer, { kind }) {
      // `geolet/testing` changes the very object that an app holds.
      if (id.endsWith('/inert-geolet.ts')) return { id: resolve(folder, 'inert-geolet.js'), external: 'relative' };
      if (kind !== 'dynamic-import') return undefined;
      const module = await this.resolve(id, importer, { skipSelf: true });
      const name = module && names.get(module.id);
      return name === undefined ? undefined : { id: resolve(folder, 'lazy', `${name}.js`), external: 'relative' };
    },
  };
}
