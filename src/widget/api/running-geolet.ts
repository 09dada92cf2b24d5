import type { Geolet } from './api.ts';

/** An element with the id `geolet` is `window.geolet` too. Its `version` is not a string. */
export function runningGeolet(): Geolet | undefined {
  const running: { readonly version?: unknown } | undefined = globalThis.geolet;
  return typeof running?.version === 'string' ? globalThis.geolet : undefined;
}
