import { maxStringLength } from '../../record/record.ts';
import { memoize } from '../memoize.ts';

/** A website has few pages that many visit. */
const readOnce = memoize(1000, read);

/** Origin and path of a page. Queries and fragments may contain private data: search words, tokens, addresses. */
export function pageAddress(header: string | null): string | undefined {
  if (header === null) return undefined;
  return header.length > 256 ? read(header) : readOnce(header);
}

function read(header: string): string | undefined {
  if (!URL.canParse(header)) return undefined;
  const { protocol, origin, pathname } = new URL(header);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return `${origin}${pathname}`.slice(0, maxStringLength);
}
