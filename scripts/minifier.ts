import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** swc makes `geolet.js` 280 B smaller than vite's own minifier does, and 100 B smaller than terser. */
export function minifier(): Plugin {
  return {
    name: 'minifier',
    async renderChunk(code, _chunk, { format }) {
      const minified = await minify(code, {
        module: format === 'es',
        ecma: 2022,
        toplevel: format === 'es',
        compress: { passes: 3, collapse_vars: false, conditionals: false },
        mangle: true,
        sourceMap: true,
      });
      return { code: minified.code, map: minified.map ?? null };
    },
  };
}
