import { startGeolet } from 'geolet';

const geolet = startGeolet();

/** Code of a shop that keeps its Geolet in a module. */
export function currency(): string {
  return geolet.visitor?.currencyCode ?? 'USD';
}
