import type { Geolet } from '../widget/api.ts';
import type { Core } from '../widget/core.ts';
import { createGeolet } from '../widget/geolet.ts';
import { publish } from '../widget/publish.ts';
import { readSettings } from '../widget/settings.ts';
import { inertGeolet } from './inert-geolet.ts';
import type { GeoletOptions } from './options.ts';
import { fetchLazyFile } from './lazy-files.ts';
import { version } from './version.ts';

let core: Core | undefined;
const waiting: ((core: Core) => void)[] = [];

/**
 * Starts the page's one Geolet, or gives the one that runs: options count the first time. On a server, where there is no
 * page, it gives one that knows nothing and does nothing. Never throws.
 */
export function startGeolet(options: GeoletOptions = {}): Geolet {
  const published: { readonly version?: unknown } | undefined = globalThis.geolet;
  // An element with the id `geolet` is `window.geolet` too; it has no version in words.
  if (globalThis.geolet && typeof published?.version === 'string') return globalThis.geolet;
  if (!hasPage()) return inertGeolet;
  const settings = readSettings({ dataset: options });
  // The proxy serves flags at the root of its origin.
  const fileUrl = (path: string) => new URL(path, new URL('/', settings.endpoint)).href;
  const running = createGeolet({ settings, version, fileUrl, fetchFile: fetchLazyFile });
  const { geolet, start } = running;
  core = running.core;
  publish(geolet);
  for (const use of waiting.splice(0)) use(core);
  start();
  return geolet;
}

/**
 * Calls back with what elements build on. Where nothing runs yet, it starts once the importing scripts have run, so that a
 * `startGeolet({…})` in them comes first. Where the page's script tag runs, it registers the elements, and nobody is called.
 */
export function withCore(use: (core: Core) => void): void {
  if (!hasPage()) return;
  if (core) return use(core);
  waiting.push(use);
  queueMicrotask(() => startGeolet());
}

/** A document alone is none: jsdom, in which tests run, lays nothing out and has no media queries. */
function hasPage(): boolean {
  return typeof document !== 'undefined' && typeof matchMedia === 'function';
}
