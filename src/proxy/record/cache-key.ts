import { visitorKey } from '../../record/address.ts';
import { type Lookup, passedHeaders } from './lookup.ts';

/**
 * Equal for visits that the service is asked the same about: the visitor's address, the site, and exactly the headers
 * that are passed on. Not a digest of them, so nothing can collide, and SHA-256 from Web Crypto would cost far more.
 * Each header has a line of its own and no value can contain a line end, so different headers never give the same key.
 */
export function cacheKey({ site, address, headers }: Lookup): string {
  const values: Array<string | undefined> = [visitorKey(address), site];
  for (const name of passedHeaders) values.push(headers[name]);
  return values.join('\n');
}
