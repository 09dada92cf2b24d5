import { sourceOf as sourceOfNode } from '../advice/source.ts';
import { domReader } from '../../widget/dom/dom-reader.ts';

export { shorten } from '../advice/source.ts';

/** An element's opening tag with what it is known by and what of it is ours. */
export function sourceOf(element: Element): string {
  return sourceOfNode(domReader, element);
}

/** Words about one thing on the page. */
export interface Part {
  readonly head: string;
  readonly lines: readonly string[];
}
