import { loadGeolet } from './loader.ts';

/** `geolet-bindings.js`: for pages without elements. One that has them fetches their file. */
loadGeolet({});
