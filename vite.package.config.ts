import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { builtValues } from './scripts/built-values.ts';

const { version, dependencies, peerDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as Record<string, object> & { version: string };
const external = Object.keys({ ...dependencies, ...peerDependencies });

/** What `exports` and `bin` of package.json lead to. */
const entries = [
  'src/library/index.ts',
  'src/library/define.ts',
  ...readdirSync('src/library/elements').map((name) => `src/library/elements/${name}`),
  'src/proxy/proxy.ts',
  'src/proxy/node/index.ts',
  'src/proxy/workers/index.ts',
  'src/testing/index.ts',
  'src/command-line/main.ts',
];

/**
 * The files for those who bundle for themselves, and for Node: one module for each of ours, as it was written but for its types, so that
 * bundlers take what is imported and readers find what they know.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [builtValues(), keepImports()],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    ssr: true,
    target: 'es2022',
    outDir: resolve('lib'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      // The modules that run now take their time.
      checks: { pluginTimings: false },
      input: entries,
      external: (id) => id.startsWith('node:') || external.some((name) => id === name || id.startsWith(`${name}/`)),
      output: { format: 'es', preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});

/** `sideEffects` of package.json speaks of what is built here; nothing of the sources may be left out by it. */
function keepImports(): Plugin {
  return { name: 'keep-imports', enforce: 'post', transform: (code) => ({ code, map: null, moduleSideEffects: true }) };
}
