import type { Core } from '../api/core.ts';
import defineCoreElements from './define.ts';
import type { ElementKit } from './element-kit.ts';

/**
 * The file of the elements for pages of `geolet-bindings.js`, which has them fetched at the first tag. By then the
 * browser may have painted that tag as written: with `geolet.js`, which has the elements in it, it has not.
 */
export default function defineFetchedElements(core: Core): ElementKit {
  core.report('late-elements', 'geolet-bindings.js has fetched the elements, and geolet.js has them in it');
  return defineCoreElements(core);
}
