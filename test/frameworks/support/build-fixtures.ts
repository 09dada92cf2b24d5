import { resolve } from 'node:path';
import { build } from 'vite';
import { builtValues } from '../../../scripts/built-values.ts';
import { writeRecipes } from './recipes.ts';

const folder = resolve(import.meta.dirname, '..');

const modes = ['development', 'production'] as const;
export type Mode = (typeof modes)[number];

const entries = {
  react: ['client.jsx', 'server.jsx'],
  react18: ['client.jsx', 'server.jsx'],
  vue: ['client.js', 'server.js'],
  svelte: ['client.js', 'server.js'],
} as const;
export type Framework = keyof typeof entries;

/** React 18 stands under names of its own beside the newest. */
const react18 = { react: 'react18', 'react-dom': 'react-dom18' };

/** Frameworks that set properties of elements, or attributes where there is none. */
export const propertyFixtures = ['react18', 'react', 'preact', 'solid', 'lit', 'angular'] as const;

/** Geolet itself, bundled with the development build of lit. */
export const library = 'library';

export function propertyFixture(name: string): string {
  return resolve(folder, '.cache/properties', `${name}.js`);
}

async function buildPropertyFixtures(): Promise<void> {
  for (const name of [...propertyFixtures, library]) {
    await build({
      define: { __VERSION__: '"0.0.0"' },
      plugins: [builtValues()],
      configFile: resolve(folder, 'vite.config.js'),
      mode: 'development',
      resolve: { alias: name === 'react18' ? react18 : {} },
      build: {
        outDir: resolve(folder, '.cache/properties'),
        emptyOutDir: false,
        minify: false,
        // `sideEffects` of package.json speaks of the built package, and not of the sources.
        rolldownOptions: {
          treeshake: name !== library,
          input: resolve(folder, 'fixtures/properties', `${name}.js${name === 'solid' ? 'x' : ''}`),
          output: { entryFileNames: `${name}.js`, codeSplitting: false },
        },
      },
    });
  }
}

export function builtFile(framework: Framework, mode: Mode, side: 'client' | 'server'): string {
  return resolve(folder, '.cache', framework, mode, side, `${side}.js`);
}

/** Builds every fixture as an owner would, for the browser and for the server. */
export async function buildFixtures(): Promise<void> {
  writeRecipes(resolve(folder, '.cache/recipes'));
  const { NODE_ENV } = process.env;
  for (const mode of modes) {
    // What the frameworks and their plugins go by.
    process.env.NODE_ENV = mode;
    for (const [framework, files] of Object.entries(entries) as [Framework, readonly string[]][]) {
      for (const [index, side] of (['client', 'server'] as const).entries()) {
        await build({
          configFile: resolve(folder, 'vite.config.js'),
          mode,
          resolve: { alias: framework === 'react18' ? react18 : {} },
          // Left outside, its server renderer would find the newest React.
          ssr: { noExternal: framework === 'react18' ? true : [] },
          build: {
            ssr: side === 'server',
            outDir: resolve(builtFile(framework, mode, side), '..'),
            minify: mode === 'production',
            rolldownOptions: {
              input: resolve(folder, 'fixtures', framework.replace('18', ''), files[index] ?? ''),
              output: { entryFileNames: `${side}.js` },
            },
          },
        });
      }
    }
  }
  process.env.NODE_ENV = 'development';
  await buildPropertyFixtures();
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}
