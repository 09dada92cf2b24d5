import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { builtValues } from './scripts/built-values.ts';
import { compress } from './scripts/compress.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** The files that `geolet.js` fetches when they are needed, by their names in `Siblings`. */
const siblings = {
  elements: 'src/widget/elements/define.ts',
  choose: 'src/widget/visitor/choose.ts',
  retry: 'src/widget/visitor/retry.ts',
  conditions: 'src/widget/rare-conditions.ts',
  edge: 'src/widget/edge.ts',
  continents: 'src/widget/continent-names.ts',
  media: 'src/widget/failed-media.ts',
  money: 'src/widget/money/estimates.ts',
  flag: 'src/widget/elements/geo-flag.ts',
  suggest: 'src/widget/elements/geo-suggest.ts',
  select: 'src/widget/elements/geo-select.ts',
  redirect: 'src/widget/redirect.ts',
  analytics: 'src/widget/analytics.ts',
  guess: 'src/widget/visitor/guess.ts',
  time: 'src/widget/elements/geo-time.ts',
  nearest: 'src/widget/elements/geo-nearest.ts',
  times: 'src/widget/elements/rare-times.ts',
  suggestion: 'src/widget/elements/suggestion.ts',
  places: 'src/widget/elements/rare-places.ts',
  choices: 'src/widget/elements/rare-choices.ts',
  explain: 'src/widget/explain/explain.ts',
  preview: 'src/widget/preview/preview.ts',
};

/** What owners paste into their pages: `docs/install.md` has the text. */
const pasted = {
  snippet: 'src/widget/snippet.ts',
  ask: 'src/widget/ask.ts',
};

/** Where the files go; tests that build for themselves name a folder of their own. */
const dist = resolve(process.env.GEOLET_DIST ?? 'dist');

export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [builtValues(), hashOfSiblings(), minifier()],
  define: { __VERSION__: JSON.stringify(version) },
  build: { target: 'es2022', outDir: dist, emptyOutDir: false, sourcemap: true, modulePreload: false },
  environments: {
    ...Object.fromEntries(
      Object.entries(siblings).map(([name, entry]) => [name, browserFile(entry, 'es', `geolet-${name}.js`)]),
    ),
    // For pages opened as files, to which browsers refuse modules.
    ...Object.fromEntries(
      Object.entries(siblings).map(([name, entry]) => [
        `${name}FromDisk`,
        browserFile(entry, 'iife', `geolet-${name}.disk.js`, 'geoletFile'),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(pasted).map(([name, entry]) => [name, pastedFile(entry, `geolet-${name}.js`)]),
    ),
    // Last: it carries the hash of the others.
    loader: browserFile('src/widget/loader.ts', 'iife', 'geolet.js'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of [
        ...Object.keys(siblings),
        ...Object.keys(siblings).map((name) => `${name}FromDisk`),
        ...Object.keys(pasted),
        'loader',
      ]) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      renameSiblings();
      compressScripts();
      writeFlags();
    },
  },
});

/**
 * One file with everything in it.
 *
 * @param name of the global variable for what a script exports, if anything.
 */
function browserFile(entry: string, format: 'es' | 'iife', fileName: string, name?: string): EnvironmentOptions {
  return {
    consumer: 'client',
    // How long a plugin takes is of no interest to who builds or packs.
    build: {
      minify: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: entry,
        treeshake: { moduleSideEffects },
        output: { format, ...(name && { name }), entryFileNames: fileName, codeSplitting: false, minify: false },
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

/** lit's index runs the whole of it, templates and their Trusted Types policy too, where only the base class is asked for. */
function moduleSideEffects(id: string): boolean {
  return !/\/lit(-html|-element)?\//.test(id);
}

/** swc makes `geolet.js` 280 B smaller than vite's own minifier does, and 100 B smaller than terser. */
function minifier(): Plugin {
  return {
    name: 'minifier',
    async renderChunk(code, _chunk, { format }) {
      const { code: small, map } = await minify(code, {
        module: format === 'es',
        ecma: 2022,
        toplevel: format === 'es',
        compress: { passes: 3, collapse_vars: false, conditionals: false },
        mangle: true,
        sourceMap: true,
      });
      return { code: small, map: map ?? null };
    },
  };
}

/** Tells the loader what the names of this very build's files have in them, so that versions never mix. */
function hashOfSiblings(): Plugin {
  return {
    name: 'siblings-hash',
    applyToEnvironment: ({ name }) => name === 'loader',
    renderChunk: (code) => ({ code: code.replaceAll('__HASH__', JSON.stringify(siblingsHash())), map: null }),
  };
}

/** One for all of them: a page takes them from one build, and a name in `geolet.js` costs more than a file that is fetched anew after a release. */
function siblingsHash(): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(siblings)) hash.update(readFileSync(resolve(dist, `geolet-${name}.js`)));
  return hash.digest('base64url').slice(0, 8);
}

function renameSiblings(): void {
  const hash = siblingsHash();
  for (const name of Object.keys(siblings)) {
    const plain = resolve(dist, `geolet-${name}`);
    writeFileSync(
      `${plain}.js`,
      readFileSync(`${plain}.js`, 'utf8').replace(`geolet-${name}.js.map`, `geolet-${name}.${hash}.js.map`),
    );
    for (const ending of ['js', 'js.map']) renameSync(`${plain}.${ending}`, `${plain}.${hash}.${ending}`);
  }
}

/** Each flag is a file of its own: a page shows one or two of them. */
function writeFlags(): void {
  const flags = JSON.parse(readFileSync(new URL('src/widget/flags.generated.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  mkdirSync(resolve(dist, 'geolet-flags'), { recursive: true });
  for (const [country, flag] of Object.entries(flags))
    writeFileSync(resolve(dist, 'geolet-flags', `${country}.svg`), flag);
}

/** The proxy serves these where a browser takes them: made once, as small as they get. */
function compressScripts(): void {
  for (const name of readdirSync(dist).filter((name) => name.endsWith('.js'))) {
    const script = readFileSync(resolve(dist, name));
    writeFileSync(resolve(dist, `${name}.br`), compress(script));
    writeFileSync(resolve(dist, `${name}.gz`), gzipSync(script, { level: 9 }));
  }
}
