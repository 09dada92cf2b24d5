import type { Geolet } from '../widget/api/api.ts';
import type { Core } from '../widget/api/core.ts';
import { createGeolet } from '../widget/boot/geolet.ts';
import { publish } from '../widget/boot/publish.ts';
import { runningGeolet } from '../widget/api/running-geolet.ts';
import { readSettings } from '../widget/boot/settings.ts';
import { inertGeolet } from './inert-geolet.ts';
import type { GeoletOptions } from './options.ts';
import { fetchLazyFile } from './lazy-files.ts';
import { version } from './version.ts';

let core: Core | undefined;
const waiting: ((core: Core) => void)[] = [];

/**
 * Starts the page's one Geolet, or returns the one that is running. Options count only the first time. On a server,
 * where there is no page, it returns one that knows nothing and does nothing. Never throws.
 */
export function startGeolet(options: GeoletOptions = {}): Geolet {
  const started = runningGeolet();
  if (started) return started;
  if (!hasPage()) return inertGeolet;
  const settings = readSettings({ dataset: options });
  // The proxy serves flags at the root of its origin.
  const fileUrl = (path: string) => new URL(path, new URL('/', settings.endpoint)).href;
  const running = createGeolet({ settings, version, fileUrl, fetchFile: fetchLazyFile });
  core = running.core;
  publish(core.geolet);
  for (const use of waiting.splice(0)) use(core);
  running.start();
  return core.geolet;
}

/**
 * Calls back with what elements build on. If nothing is running yet, Geolet starts once the importing scripts have
 * run, so that a `startGeolet({…})` in them comes first. If the page's script tag is running, that registers the
 * elements, and `use` is not called.
 */
export function withCore(use: (core: Core) => void): void {
  if (!hasPage()) return;
  if (core) return use(core);
  waiting.push(use);
  queueMicrotask(() => startGeolet());
}

/** A document alone is not a page: jsdom has no layout and no media queries. */
function hasPage(): boolean {
  return typeof document !== 'undefined' && typeof matchMedia === 'function';
}
