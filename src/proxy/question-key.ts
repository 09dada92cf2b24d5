import { visitorKey } from '../record/address.ts';
import { type Visit, passedHeaders } from './visit.ts';

/**
 * Says which visits the service is asked the same about: one visitor's address, one site, and exactly the headers that are sent.
 * The headers themselves and no digest of them: nothing can collide, and it costs far less than SHA-256 by Web Crypto.
 * No value can hold a line end and each header has its own line, so no two sets of headers read alike.
 */
export function questionKey({ site, address, headers }: Visit): string {
  const values: Array<string | undefined> = [visitorKey(address), site];
  for (const name of passedHeaders) values.push(headers[name]);
  return values.join('\n');
}
