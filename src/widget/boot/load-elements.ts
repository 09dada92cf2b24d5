import { startedTags } from '../elements/element-tags.built.ts';
import type { LazyFileStarter } from './lazy-files.ts';
import { native } from '../dom/native.ts';

/** Starts the elements whose tags are in these trees, each file once: it is fetched, or it is in `geolet.js`. */
export function loadElements(trees: readonly ParentNode[], files: LazyFileStarter): void {
  const has = (selector: string) => trees.some((tree) => native(tree).querySelector(selector));
  if (has(startedTags)) void files.once('elements').then((kit) => kit?.startOthers(trees, files.once));
  if (has('[data-geo-offer]')) void files.once('offer');
  if (has('geo-preview')) void files.once('preview');
}
