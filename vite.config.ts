import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { builtValues } from './scripts/built-values.ts';
import { hashedNames } from './scripts/hashed-names.ts';
import { lazyFilePaths } from './scripts/lazy-file-paths.ts';
import { minifier } from './scripts/minifier.ts';
import { moduleAsFunction } from './scripts/module-as-function.ts';
import { compressScripts, writeCountries, writeFlags } from './scripts/widget-assets.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const lazyFiles = lazyFilePaths();

/** What owners paste into their pages: `docs/install.md` has the text. */
const pasted = {
  snippet: 'src/widget/boot/snippet.ts',
  ask: 'src/widget/boot/ask.ts',
  header: 'src/widget/boot/header.ts',
};

/**
 * Most of the loader runs on every page, and most of the file of rules on a page with rules. So V8 compiles them while
 * they arrive, on another thread, and not function by function during the first write:
 * https://v8.dev/blog/explicit-compile-hints.
 */
const compiledAtOnce = '//# allFunctionsCalledOnLoad';

/** What a page's script tag loads: all that a page shows, or bindings alone. */
const loaders = {
  geolet: browserFile('src/widget/boot/geolet-js.ts', 'iife', 'geolet.js', compiledAtOnce),
  bindings: browserFile('src/widget/boot/geolet-bindings-js.ts', 'iife', 'geolet-bindings.js', compiledAtOnce),
};

/** Where the files go. Tests that build for themselves name a folder of their own. */
const dist = resolve(process.env.GEOLET_DIST ?? 'dist');

const names = hashedNames(dist, Object.keys(lazyFiles), Object.keys(loaders));

/** The file of the elements, with lit in it, as a function in `geolet.js`. The rules of the loader are there once. */
const elementsInside = moduleAsFunction({
  isShared: (path) => /\/src\/(record|rules|widget)\//.test(path) && !path.includes('/src/widget/elements/'),
  build: browserFile('', 'es', 'elements.js').build ?? {},
});

/** `npm run dev` takes each file as it is asked for: whole, with a name that stays. */
export default defineConfig(({ mode }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [elementsInside, builtValues(), ...(mode === 'development' ? [] : [names.plugin, minifier()])],
  define: {
    __VERSION__: JSON.stringify(version),
    ...(mode === 'development' && { __HASH__: JSON.stringify(mode) }),
  },
  build: {
    target: 'es2022',
    outDir: dist,
    emptyOutDir: false,
    sourcemap: mode === 'development' ? 'inline' : true,
    write: mode !== 'development',
    modulePreload: false,
  },
  environments: {
    ...environmentsOf(lazyFiles, (name, entry) =>
      browserFile(entry, 'es', `geolet-${name}.js`, name === 'rules' ? compiledAtOnce : ''),
    ),
    ...environmentsOf(pasted, (name, entry) => pastedFile(entry, `geolet-${name}.js`)),
    ...loaders,
  },
  builder: {
    async buildApp(builder) {
      rmSync(dist, { recursive: true, force: true });
      // The loaders are the last: they contain the hash of the lazy files.
      for (const name of [lazyFiles, pasted, loaders].flatMap((files) => Object.keys(files))) {
        const environment = builder.environments[environmentOf(name)];
        if (environment) await builder.build(environment);
      }
      names.rename();
      compressScripts(dist);
      writeFlags(dist);
      writeCountries(dist);
    },
  },
}));

function environmentsOf(
  entries: Readonly<Record<string, string>>,
  fileOf: (name: string, entry: string) => EnvironmentOptions,
): Record<string, EnvironmentOptions> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [environmentOf(name), fileOf(name, entry)]));
}

/** The name of an environment has no hyphen, as that of a lazy file may have. */
function environmentOf(name: string): string {
  return name.replaceAll('-', '_');
}

/** One file with everything in it. */
function browserFile(entry: string, format: 'es' | 'iife', fileName: string, firstLine = ''): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      minify: false,
      rolldownOptions: {
        // Don't print how long each plugin takes.
        checks: { pluginTimings: false },
        input: entry,
        // lit's index starts its templates as well, which make a policy of Trusted Types. Nothing here uses them.
        treeshake: { moduleSideEffects: [{ test: /\/node_modules\/lit(-\w+)?\//, sideEffects: false }] },
        output: { format, entryFileNames: fileName, codeSplitting: false, minify: false, postBanner: firstLine },
        preserveEntrySignatures: 'strict',
      },
    },
  };
}

/** Without a source map, whose name would stand in the page. */
function pastedFile(entry: string, fileName: string): EnvironmentOptions {
  const file = browserFile(entry, 'iife', fileName);
  return { ...file, build: { ...file.build, sourcemap: false } };
}
