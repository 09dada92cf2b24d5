import type { Core } from '../api/core.ts';
import defineCoreElements from './define.ts';
import type { CoreElements } from './base/element-kit.ts';
import { native } from '../dom/native.ts';

/**
 * The file of the elements for pages of `geolet-bindings.js`, which has them fetched at the first tag. By then the
 * browser may have painted that tag as written: with `geolet.js`, which has the elements in it, it has not.
 */
export default function defineFetchedElements(core: Core): CoreElements {
  // The suggestion of a redirect is added behind everything else that could wait for this file.
  const first = [...native(document).querySelectorAll(':not(:defined)')].find(({ localName }) =>
    localName.startsWith('geo-'),
  );
  if (!first?.matches('[data-redirect]')) core.report('late-elements', 'use geolet.js');
  return defineCoreElements(core);
}
