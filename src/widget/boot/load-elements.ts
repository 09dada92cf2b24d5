import { contains } from '../dom/nodes.ts';
import { startedTags } from '../elements/element-tags.built.ts';
import type { LazyFileStarter } from './lazy-files.ts';

/**
 * Starts the elements whose tags are in these parts of the page, each file once: it is fetched, or it is in `geolet.js`.
 */
export function loadElements(parts: readonly ParentNode[], files: LazyFileStarter): void {
  const has = (selector: string) => parts.some((part) => contains(part, selector));
  if (has(startedTags)) void files.once('elements').then((kit) => kit?.startOthers(parts, files.once));
  if (has('[data-geo-offer]')) void files.once('offer');
  if (has('geo-preview')) void files.once('preview');
}
