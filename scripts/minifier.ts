import { minify, transform } from '@swc/core';
import type { Plugin } from 'vite';

/**
 * swc makes `geolet.js` 280 B smaller than vite's own minifier does, and 100 B smaller than terser. One build is off by
 * 20 B either way, as chance names the variables: compare options by the mean of several orders of internal names.
 */
export function minifier(): Plugin {
  return {
    name: 'minifier',
    async renderChunk(code, _chunk, { format }) {
      const minified = await minify(code, {
        module: format === 'es',
        ecma: 2022,
        toplevel: format === 'es',
        compress: { passes: 10, hoist_vars: true, comparisons: false, loops: false },
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

/**
 * Parts of lit's base class that no element of ours can reach, by the file they are in. Our elements declare no
 * properties and reflect their attributes themselves. They have no controllers, and each update is a whole one.
 */
const unreachable: Readonly<Record<string, readonly Part[]>> = {
  // Our `css` makes a sheet in the one way that is allowed, of one text.
  'css-tag.js': [
    { from: 't.ShadowRoot&&', until: '"adoptedStyleSheets"in', instead: '' },
    { from: 'constructor(t,e,o){', until: 'get styleSheet(', instead: 'constructor(t){this.cssText=t}' },
    {
      from: 'get styleSheet(',
      until: '}const r=',
      instead: 'get styleSheet(){return this.o??=makeSheet(this.cssText)}',
    },
    { from: 'new n("string"==', until: ',i=(', instead: 'new n(t)' },
    { from: 't instanceof CSSStyleSheet?t:t.styleSheet', until: ');else', instead: 't.styleSheet' },
    {
      from: 'c=e?',
      until: ';export{n as',
      instead: 'c=t=>t;function makeSheet(t){const s=new CSSStyleSheet;return s.replaceSync(t),s}',
    },
  ],
  'reactive-element.js': [
    // What reads and compares properties, and what lit's copies on a page know each other by.
    { from: 'const{is:i,', until: 'class y extends', instead: '' },
    {
      from: 'static addInitializer(',
      until: 'static finalizeStyles(',
      instead:
        'static get observedAttributes(){return this.finalize(),[]}static finalize(){Object.hasOwn(this,"finalized")||(this.finalized=!0,this.elementStyles=this.finalizeStyles(this.styles))}',
    },
    { from: 'static _$Eu(', until: 'constructor(){', instead: '' },
    { from: 'this._$Ep=void 0,', until: 'this.isUpdatePending', instead: '' },
    { from: 'this._$Em=null,', until: 'this._$Ev()', instead: '' },
    { from: ',this._$AL=new Map,', until: 'createRenderRoot(){', instead: ',this.requestUpdate()}' },
    { from: ',this._$EO?.forEach(t=>t.hostConnected', until: '}enableUpdating(', instead: '' },
    {
      from: 'disconnectedCallback(){',
      until: 'async _$EP(',
      instead:
        'disconnectedCallback(){}attributeChangedCallback(){}requestUpdate(){this.isUpdatePending||(this._$ES=this._$EP())}',
    },
    {
      from: 'if(!this.hasUpdated){',
      until: 'get updateComplete(',
      instead:
        'this.renderRoot??=this.createRenderRoot();try{this.update()}catch(t){throw this._$EM(),t}this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated())}_$EM(){this.isUpdatePending=!1}',
    },
    { from: 'shouldUpdate(', until: '}y.elementStyles', instead: 'update(){this._$EM()}firstUpdated(){}' },
    {
      from: 'y[d("elementProperties")]',
      until: '//# sourceMapping',
      instead: 'y.finalized=!0;export{y as ReactiveElement};',
    },
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
