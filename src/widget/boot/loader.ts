import type { Geolet } from '../api/api.ts';
import { createGeolet } from './geolet.ts';
import type { FetchLazyFile, FileSources } from './lazy-files.ts';
import { publish } from './publish.ts';
import { warn } from '../report.ts';
import { readSettings } from './settings.ts';
import { attempt } from '../../rules/attempt.ts';
import { native } from '../dom/native.ts';

/** Set by the build: this version, and the hash in the names of the files beside `geolet.js`. */
declare const __VERSION__: string;
declare const __HASH__: string;

/**
 * Starts Geolet, unless the page has one already. Called once, while the script tag runs.
 *
 * @param inside the lazy files that need not be fetched, because they stand in the same file.
 */
export function loadGeolet(inside: FileSources): void {
  // An element or a frame with the id `geolet` is `window.geolet` too. An element has no `version` of type string, and
  // a frame of another origin throws.
  const version: unknown = attempt(() => (globalThis.geolet as Partial<Geolet> | undefined)?.version);
  if (typeof version !== 'string')
    try {
      load(inside);
    } catch (error) {
      // The browser is too old, or the page has removed what Geolet needs. The page stays as written.
      console.warn(`[geolet] unsupported: ${String(error)}`);
    }
  else if (version !== __VERSION__) warn('duplicate', `${version} runs, ${__VERSION__} does not`);
}

function load(inside: FileSources): void {
  // Null in modules.
  const { currentScript } = native(document);
  const script = currentScript instanceof HTMLScriptElement ? currentScript : undefined;
  const settings = readSettings(script);
  const source = script && sourceOf(script);
  // A script inside the page has no folder. The proxy also serves the files, at the root of its origin.
  const fileUrl = (path: string) => new URL(path, source ?? new URL('/', settings.endpoint)).href;
  const fetchFile: FetchLazyFile = (name) =>
    inside[name]?.() ?? import(/* @vite-ignore */ fileUrl(`geolet-${name}.${__HASH__}.js`));
  const { core, start } = createGeolet({ settings, version: __VERSION__, fileUrl, fetchFile });
  publish(core.geolet);
  start();
}

/**
 * Where the running code came from. Undefined for a script from a blob, from a file, or inside the page. `src` is
 * resolved against the `<base>` of the moment in which it is read, and a `<base>` that an attacker wrote into the
 * page must not choose where the other files come from:
 * docs/architecture/loader.md#where-files-come-from
 */
function sourceOf({ src }: HTMLScriptElement): string | undefined {
  // Empty for a script inside the page. Its stack would have the page's address.
  if (!src) return undefined;
  // Not `new Error()`: the minifier makes a call of it, and a class that a page has put in its place throws then.
  const stack = String(attempt(() => Reflect.construct(Error, []).stack));
  return src.startsWith('http') && stack.includes(src) ? src : /[ (@](http.*):\d+:\d/.exec(stack)?.[1];
}
