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
        compress: { passes: 6, collapse_vars: false, hoist_vars: true },
        mangle: true,
        sourceMap: true,
      });
      return { code: minified.code, map: minified.map ?? null };
    },
  };
}

/** Takes line breaks and indentation out of `css` templates and of constants named `…Style`: a minifier of scripts leaves text as it is. */
export function styleMinifier(): Plugin {
  return {
    name: 'style-minifier',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts')) return undefined;
      const small = code.replaceAll(/(?<=css|Style = )`[^`$]*`/g, (style) =>
        style.replaceAll(/\s+/g, ' ').replaceAll(/ ?([{};]) ?/g, '$1'),
      );
      return { code: small, map: null };
    },
  };
}
