import { env } from 'node:process';
import { createNodeTransport, readEnvironment } from 'geolet/proxy/node';
import { createGeolet, type Geolet } from 'geolet/server';

let geolet: Geolet | undefined;

/** Made with the first request, so that no build needs the key. */
export function startGeolet(): Geolet {
  geolet ??= createGeolet({
    // GEOLET_UPSTREAM, GEOLET_KEY, GEOLET_TRUST and all other settings of the proxy.
    ...readEnvironment(env).proxy,
    transport: createNodeTransport(),
    pages: { markup: 'elements' },
  });
  return geolet;
}
