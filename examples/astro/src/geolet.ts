import { env } from 'node:process';
import { createNodeTransport, widgetFilesIn } from 'geolet/proxy/node';
import { createGeolet, type Geolet } from 'geolet/server';

let geolet: Geolet | undefined;

/** Made with the first request, so that no build needs the key. */
export function startGeolet(): Geolet {
  geolet ??= createGeolet({
    upstream: env.GEOLET_UPSTREAM ?? '',
    key: env.GEOLET_KEY,
    trust: Number(env.GEOLET_TRUST) || 'none',
    transport: createNodeTransport(),
    files: widgetFilesIn(),
    pages: { markup: 'elements' },
  });
  return geolet;
}
