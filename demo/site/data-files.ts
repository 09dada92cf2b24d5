import { readdirSync, readFileSync } from 'node:fs';
import { fields } from '../../src/record/fields.ts';
import { choices } from '../choices.ts';
import { ratesOfToday } from '../rates.ts';
import { searchedSections } from './searched-sections.ts';

const dist = new URL('../../dist/', import.meta.url);

/** JSON that pages fetch, by its address. Some of it comes as a promise. */
export const dataFiles: Readonly<Record<string, () => unknown>> = {
  'rates.json': ratesOfToday,
  'fields.json': () => fields,
  'choices.json': () => choices,
  'search.json': searchedSections,
  'playground/modules.json': widgetModules,
};

/**
 * The modules that `geolet.js` fetches, by their names. A frame without an origin cannot import them from a host that
 * sends no CORS headers.
 */
function widgetModules(): Readonly<Record<string, string>> {
  const names = readdirSync(dist).filter((name) => /^geolet-\w+\.[\w-]{8}\.js$/.test(name));
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(new URL(name, dist), 'utf8').replace(/\n\/\/# sourceMappingURL.*/, '')]),
  );
}
