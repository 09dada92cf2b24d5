import type { Callback, Geolet } from './api.ts';

/** Puts the page's one Geolet where its scripts find it, and runs what they have queued: before `geo-ready` can come, so that no listener added there misses it. */
export function publish(geolet: Geolet): void {
  const run = (callback: Callback) => {
    try {
      callback(geolet);
    } catch (error) {
      // The page's own mistake: told as such, and the next callback still runs.
      reportError(error);
    }
  };
  const queued: unknown = globalThis.geoletQueue;
  globalThis.geolet = geolet;
  globalThis.geoletQueue = { push: (...callbacks) => callbacks.forEach(run) };
  if (Array.isArray(queued)) queued.forEach(run);
}
