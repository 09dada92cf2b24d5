import { minify, transform } from '@swc/core';
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

/**
 * For code that others minify: says it shorter, as `minifier` does, and leaves names and lines as they are. Bundlers'
 * own minifiers do not get there: `geolet` costs 500 B more with vite without it.
 */
export function simplifier(): Plugin {
  return {
    name: 'simplifier',
    async renderChunk(code) {
      const compress = { passes: 10, hoist_props: false, join_vars: false, sequences: false };
      const simplified = await transform(code, {
        swcrc: false,
        isModule: true,
        minify: false,
        jsc: { target: 'es2022', minify: { compress: { toplevel: true, ...compress }, mangle: false } },
      });
      return { code: simplified.code, map: null };
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

/** A part of a text: from where it begins to what follows it, and what stands there instead. */
interface Part {
  readonly from: string;
  readonly until: string;
  readonly instead: string;
}

/** Parts of lit's base class that no element of ours can reach, by the file they are in. */
const unreachable: Readonly<Record<string, readonly Part[]>> = {
  // Our `css` makes a sheet in the one way that is allowed.
  'css-tag.js': [{ from: 'if(this._$cssResult$=!0,', until: 'this.cssText=', instead: 'this._$cssResult$=!0;' }],
  // Properties that are declared: our elements declare none, and reflect their attributes themselves.
  'reactive-element.js': [
    { from: '{toAttribute(', until: ',f=', instead: '{}' },
    { from: 'static createProperty(', until: 'static getPropertyOptions(', instead: '' },
    { from: '_$ET(t,s){', until: '_$AK(t,s){', instead: '_$ET(){}' },
    { from: '_$AK(t,s){', until: 'requestUpdate(t,', instead: '_$AK(){}' },
  ],
};

/** Takes out of lit's base class what no element of ours can reach. */
export function litMinifier(): Plugin {
  return {
    name: 'lit-minifier',
    enforce: 'pre',
    transform(code, id) {
      const [, file = ''] = /@lit\/reactive-element\/(?:node\/)?([\w-]+\.js)$/.exec(id) ?? [];
      const parts = unreachable[file] ?? [];
      if (parts.length === 0) return undefined;
      return { code: parts.reduce((text, part) => replacePart(text, part, file), code), map: null };
    },
  };
}

function replacePart(text: string, { from, until, instead }: Part, file: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(until, start);
  if (start === -1 || end === -1) throw new Error(`${file} of lit has changed: see scripts/minifier.ts`);
  return text.slice(0, start) + instead + text.slice(end);
}
