import { maxStringLength } from '../../record/record.ts';

/** Origin and path of a page. Queries and fragments may contain private data: search words, tokens, addresses. */
export function pageAddress(header: string | null): string | undefined {
  if (header === null || !URL.canParse(header)) return undefined;
  const { protocol, origin, pathname } = new URL(header);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return `${origin}${pathname}`.slice(0, maxStringLength);
}
