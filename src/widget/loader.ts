import type { Geolet } from './api.ts';
import { createGeolet } from './geolet.ts';
import { publish } from './publish.ts';
import { warn } from './report.ts';
import { readSettings } from './settings.ts';
import { attempt } from '../rules/attempt.ts';
import { native } from './native.ts';

/** Set by the build: this version, and the hash of the files beside `geolet.js`, which their names carry. */
declare const __VERSION__: string;
declare const __HASH__: string;

/** Anything on the page with the id `geolet` is `window.geolet` too; none of it has a version in words, and a frame of another origin throws. */
const version: unknown = attempt(() => (globalThis.geolet as Partial<Geolet> | undefined)?.version);

if (typeof version !== 'string') load();
else if (version !== __VERSION__) warn('duplicate', `${version} runs, ${__VERSION__} does not`);

function load(): void {
  // Null for modules.
  const { currentScript } = native(document);
  const script = currentScript instanceof HTMLScriptElement ? currentScript : undefined;
  const settings = readSettings(script);
  const source = script && sourceOf(script);
  // A script without one has no folder; but the proxy serves the files too, at the root of its origin.
  const fileUrl = (path: string) => new URL(path, source ?? new URL('/', settings.endpoint)).href;
  /** Rejects where the page does not allow it. */
  const fetchFile = async (name: string) => {
    const isFromDisk = fileUrl('').startsWith('file:');
    const url = fileUrl(`geolet-${name}.${isFromDisk ? 'disk' : __HASH__}.js`);
    return isFromDisk ? runFromDisk(url) : import(/* @vite-ignore */ url);
  };
  const { geolet, start } = createGeolet(settings, __VERSION__, fileUrl, fetchFile);
  publish(geolet);
  start();
}

/**
 * Where the running code came from; undefined for a script from a blob, or inside the page. `src` is resolved against the `<base>` of the moment in which
 * it is read, and whoever can write no more than that into the page must not choose where the other files come from: docs/decisions/0100.
 */
function sourceOf({ src }: HTMLScriptElement): string | undefined {
  // Empty of a script inside the page, whose stack has the page's address.
  if (!src) return undefined;
  // Not `new Error()`, of which the minifier makes a call, and a class that a page has put in its place throws then.
  const stack = String(attempt(() => Reflect.construct(Error, []).stack));
  return /^(http|file)/.test(src) && stack.includes(src) ? src : /[ (@]((http|file).*):\d+:\d/.exec(stack)?.[1];
}

declare global {
  /** What the file exports that ran last. */
  var geoletFile: unknown;
}

/** Of a script opened as a file: browsers refuse its page modules. So the files are built as scripts too, which leave what they export under one name. */
function runFromDisk(src: string): Promise<never> {
  return new Promise((resolve, reject) => {
    native(document).head.append(
      Object.assign(native(document).createElement('script'), {
        src,
        onerror: reject,
        onload: () => resolve(globalThis.geoletFile as never),
      }),
    );
  });
}
