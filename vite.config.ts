import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { builtValues } from './scripts/built-values.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** The files that `geolet.js` fetches when they are needed, by their names in `FetchSibling`. */
const siblings = {
  elements: 'src/widget/elements/define.ts',
  choose: 'src/widget/visitor/choose.ts',
  conditions: 'src/widget/rare-conditions.ts',
  continents: 'src/widget/continent-names.ts',
  money: 'src/widget/money/estimates.ts',
  flag: 'src/widget/elements/geo-flag.ts',
  suggest: 'src/widget/elements/geo-suggest.ts',
  redirect: 'src/widget/redirect.ts',
  analytics: 'src/widget/analytics.ts',
  time: 'src/widget/elements/geo-time.ts',
  nearest: 'src/widget/elements/geo-nearest.ts',
};

/** Where the files go; tests that build for themselves name a folder of their own. */
const dist = resolve(process.env.GEOLET_DIST ?? 'dist');

export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [builtValues(), siblingNames()],
  define: { __VERSION__: JSON.stringify(version) },
  build: { target: 'es2022', outDir: dist, emptyOutDir: false, sourcemap: true, modulePreload: false },
  environments: {
    ...Object.fromEntries(Object.entries(siblings).map(([name, entry]) => [name, browserFile(entry, 'es', `geolet-${name}.[hash].js`)])),
    // Last: it carries the hashed names of the others.
    loader: browserFile('src/widget/loader.ts', 'iife', 'geolet.js'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of [...Object.keys(siblings), 'loader']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      compressScripts();
      writeFlags();
    },
  },
});

/** One file with everything in it. */
function browserFile(entry: string, format: 'es' | 'iife', fileName: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: { minify: true, rolldownOptions: { input: entry, treeshake: { moduleSideEffects }, output: { format, entryFileNames: fileName, codeSplitting: false }, preserveEntrySignatures: 'strict' } },
  };
}

/** lit's index runs the whole of it, templates and their Trusted Types policy too, where only the base class is asked for. */
function moduleSideEffects(id: string): boolean {
  return !/\/lit(-html|-element)?\//.test(id);
}

/** Tells the loader the content-hashed names of this very build, so that versions never mix. */
function siblingNames(): Plugin {
  return {
    name: 'sibling-names',
    applyToEnvironment: ({ name }) => name === 'loader',
    renderChunk(code) {
      const names = Object.fromEntries(Object.keys(siblings).map((name) => [name, newestFile(`geolet-${name}.`)]));
      return { code: code.replaceAll('__SIBLINGS__', JSON.stringify(names)), map: null };
    },
  };
}

/** Each flag is a file of its own: a page shows one or two of them. */
function writeFlags(): void {
  const flags = JSON.parse(readFileSync(new URL('src/widget/flags.generated.json', import.meta.url), 'utf8')) as Record<string, string>;
  mkdirSync(resolve(dist, 'geolet-flags'), { recursive: true });
  for (const [country, flag] of Object.entries(flags)) writeFileSync(resolve(dist, 'geolet-flags', `${country}.svg`), flag);
}

/** The proxy serves these where a browser takes them: made once, as small as they get. */
function compressScripts(): void {
  for (const name of readdirSync(dist).filter((name) => name.endsWith('.js'))) {
    const script = readFileSync(resolve(dist, name));
    writeFileSync(resolve(dist, `${name}.br`), brotliCompressSync(script));
    writeFileSync(resolve(dist, `${name}.gz`), gzipSync(script, { level: 9 }));
  }
}

function newestFile(prefix: string): string {
  const found = readdirSync(dist).filter((name) => name.startsWith(prefix) && name.endsWith('.js'));
  const [name] = found;
  if (name === undefined || found.length > 1) throw new Error(`dist/ has ${found.length} files ${prefix}*.js, where this build should have made one; remove dist/`);
  return name;
}
