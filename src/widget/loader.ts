import { createGeolet, type Geolet } from './geolet.ts';
import { readSettings } from './settings.ts';

/** Set by the build: this version, and the content-hashed names of the files beside `geolet.js`. */
declare const __VERSION__: string;
declare const __SIBLINGS__: Readonly<Record<string, string>>;

declare global {
  var geolet: Geolet | undefined;
  var geoletQueue: { push(...callbacks: ((geolet: Geolet) => void)[]): unknown } | ((geolet: Geolet) => void)[] | undefined;
}

/** An `<img name="currentScript">` would be `document.currentScript` too. It is null for modules and async injectors. */
const { currentScript } = document;
const script = currentScript instanceof HTMLScriptElement ? currentScript : undefined;
const settings = readSettings(script);
const base = script?.src || settings.endpoint || location.href;

const present: unknown = globalThis.geolet;
if (present && !(present instanceof Element)) {
  const { version } = present as Partial<Geolet>;
  if (version !== __VERSION__) console.warn(`[geolet] duplicate: ${version} runs already, ${__VERSION__} does nothing. Remove one script tag.`);
} else {
  const geolet = createGeolet(settings, __VERSION__, (name) => import(/* @vite-ignore */ new URL(__SIBLINGS__[name] ?? '', base).href));
  globalThis.geolet = geolet;
  const queued = Array.isArray(globalThis.geoletQueue) ? globalThis.geoletQueue : [];
  const run = (callback: (geolet: Geolet) => void) => {
    try {
      callback(geolet);
    } catch (error) {
      // The page's own mistake: told as such, and the next callback still runs.
      reportError(error);
    }
  };
  globalThis.geoletQueue = { push: (...callbacks) => callbacks.forEach(run) };
  queued.forEach(run);
}
