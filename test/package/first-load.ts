import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { run } from './packed.ts';

export const bundlers = ['vite', 'webpack', 'esbuild'] as const;
export type Bundler = (typeof bundlers)[number];

/** Bundles entries of `consumers/shop`. */
export function bundle(bundler: Bundler, output: string, entries: readonly string[]): ReturnType<typeof run> {
  return run('node', [`shop/build-with-${bundler}.mjs`, output, ...entries]);
}

/** An entry with everything that it imports at once, each file's code, and not what it may fetch later. */
export function arrives(folder: string, entry: string, seen = new Map<string, string>()): readonly string[] {
  const path = join(folder, entry);
  if (!seen.has(path) && existsSync(path)) {
    const code = readFileSync(path, 'utf8');
    seen.set(path, code);
    for (const [, target = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g))
      arrives(join(path, '..'), target, seen);
  }
  return [...seen.values()];
}

/** Bytes with brotli 11 that Geolet adds to the first load of an app. */
export interface FirstLoad {
  /** The package: core, `<geo-currency>` and `<geo-if>`. */
  readonly package: number;
  /** `geolet.js` itself, put through the same bundler: what it makes of the smallest code that we know. */
  readonly script: number;
}

export function measureFirstLoad(bundler: Bundler, folder: string): FirstLoad {
  const weigh = (entry: string) => {
    const output = join(folder, `${bundler}-${entry}`);
    const { status, output: lines } = bundle(bundler, output, [entry]);
    if (status !== 0) throw new Error(lines);
    return arrives(output, `${entry}.js`).reduce((sum, code) => sum + brotliCompressSync(code).length, 0);
  };
  const before = weigh('app');
  return { package: weigh('app-with-package') - before, script: weigh('app-with-script') - before };
}
