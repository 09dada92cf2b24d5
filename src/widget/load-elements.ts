import type { LazyFileStarter } from './lazy-files.ts';
import { native } from './native.ts';

/** The tags whose elements are in the file `elements`, together with lit's base class. */
const coreTags = 'geo-if,geo-switch,geo-text,geo-currency';

/** The files with one element each. They build on the file `elements`. */
const singleElements = ['flag', 'suggest', 'select', 'time', 'nearest'] as const;

/** Fetches the elements whose tags are in these trees, each file once. */
export function loadElements(trees: readonly ParentNode[], { once }: LazyFileStarter): void {
  const has = (selector: string) => trees.some((tree) => native(tree).querySelector(selector));
  // Nearly everything that comes to a page is defined, and one query is enough to see that.
  if (!has(':not(:defined)')) return;
  if (has(coreTags)) void once('elements');
  if (has('geo-preview')) void once('preview');
  for (const name of singleElements) if (has(`geo-${name}`)) void once(name, once('elements'));
}
