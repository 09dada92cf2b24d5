// @guard sinks
import { sinkOf } from './sink.ts';
import { checkUrl } from './url.ts';

/**
 * Whether an element's value from before a binding wrote there may be restored from a mark in the page. Anyone who can
 * write inert markup can also write such a mark. So it may do no more than a binding: a `javascript:` link is refused.
 *
 * @param value null for an attribute that was not there.
 */
export function mayRestore(localName: string, attribute: string, value: string | null, base: string): boolean {
  if (attribute === 'class' || attribute === 'hidden') return true;
  const sink = sinkOf(localName, attribute);
  return !!sink && (value === null || sink !== 'link' || checkUrl(value, value, sink, base) !== undefined);
}
