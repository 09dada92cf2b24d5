import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compress } from '../../scripts/compress.ts';
import { loaderLimits } from '../../test/support/weights.ts';
import type { Section } from './report.ts';

export interface Size {
  readonly file: string;
  /** Brotli at its best, as the files are served. */
  readonly bytes: number;
}

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const packages = fileURLToPath(new URL('node_modules/', import.meta.url));

const peers = [
  'petite-vue/dist/petite-vue.iife.js',
  'alpinejs/dist/cdn.min.js',
  'knockout/build/output/knockout-latest.js',
  'lit-html/lit-html.js',
];

/** Our own files as built, and the peers' as published. */
export function measureSizes(): Size[] {
  const own = readdirSync(dist).filter((name) => name.endsWith('.js'));
  return [...own.map((name) => sizeOf(name, dist + name)), ...peers.map((name) => sizeOf(name, packages + name))];
}

/** The limits are those of the tests. */
export function sizesSection(sizes: readonly Size[]): Section {
  return {
    title: 'Sizes',
    head: ['file', 'bytes (brotli 11)'],
    rows: sizes.map(({ file, bytes }) => [file, bytes.toLocaleString('en-US')]),
    goals: Object.entries(loaderLimits).map(([name, goal]) => ({
      name,
      value: sizes.find(({ file }) => file === name)?.bytes ?? Number.NaN,
      goal,
      unit: 'B',
    })),
  };
}

function sizeOf(file: string, path: string): Size {
  return { file: file.replace(/\.[\w-]{8}\.js$/, '.js'), bytes: compress(readFileSync(path)).length };
}
