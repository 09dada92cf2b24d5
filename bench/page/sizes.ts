import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

export interface Size {
  readonly file: string;
  /** Brotli at its best, as the files are served. */
  readonly bytes: number;
}

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const packages = fileURLToPath(new URL('node_modules/', import.meta.url));

const peers = ['petite-vue/dist/petite-vue.iife.js', 'alpinejs/dist/cdn.min.js', 'knockout/build/output/knockout-latest.js', 'lit-html/lit-html.js'];

/** Our own files as built, and the peers' as published. */
export function measureSizes(): Size[] {
  const own = readdirSync(dist).filter((name) => name.endsWith('.js') && !name.includes('.disk.'));
  return [...own.map((name) => sizeOf(name, dist + name)), ...peers.map((name) => sizeOf(name, packages + name))];
}

function sizeOf(file: string, path: string): Size {
  return { file: file.replace(/\.[\w-]{8}\.js$/, '.js'), bytes: brotliCompressSync(readFileSync(path)).length };
}
