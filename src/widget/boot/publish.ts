import type { Callback, Geolet } from '../api/api.ts';

/**
 * Makes Geolet available to the page's scripts and runs what they have queued. Called before `geo-ready`, so that no
 * queued listener misses it.
 */
export function publish(geolet: Geolet): void {
  const run = (callback: Callback) => {
    try {
      callback(geolet);
    } catch (error) {
      // The page's own mistake, so it is reported as one. The next callback still runs.
      reportError(error);
    }
  };
  const queued: unknown = globalThis.geoletQueue;
  globalThis.geolet = geolet;
  globalThis.geoletQueue = { push: (...callbacks) => callbacks.forEach(run) };
  if (Array.isArray(queued)) queued.forEach(run);
}
