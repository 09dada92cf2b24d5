import { coreTags, singleElements } from '../elements/element-tags.built.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { native } from '../dom/native.ts';

/** Starts the elements whose tags are in these trees, each file once: it is fetched, or it is in `geolet.js`. */
export function loadElements(trees: readonly ParentNode[], files: LazyFileStarter): void {
  const has = (selector: string) => trees.some((tree) => native(tree).querySelector(selector));
  // Nearly nothing that comes to a page has such a tag, and one query is enough to see that.
  if (!has([coreTags, 'geo-preview', '[data-geo-offer]', ...singleElements.map((name) => `geo-${name}`)].join()))
    return;
  if (has(coreTags)) void files.once('elements');
  if (has('[data-geo-offer]')) void files.once('offer');
  if (has('geo-preview')) void files.once('preview');
  for (const name of singleElements) if (has(`geo-${name}`)) void files.once(name, files.once('elements'));
}
