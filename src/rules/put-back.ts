import { sinkOf } from './sink.ts';
import { checkUrl } from './url.ts';

/**
 * Whether a value that stood on an element before a binding wrote there may be put back from a mark in the page. Somebody
 * who can only write inert markup can write such a mark, too, so it may do no more than a binding: `javascript:` is no link.
 *
 * @param value null for an attribute that was not there.
 */
export function mayPutBack(localName: string, attribute: string, value: string | null, base: string): boolean {
  if (attribute === 'class' || attribute === 'hidden') return true;
  const sink = sinkOf(localName, attribute);
  return !!sink && (value === null || sink !== 'link' || checkUrl(value, value, sink, base) !== undefined);
}
