import { visitorKey } from '../record/address.ts';
import type { Visit } from './visit.ts';

/**
 * Says which visits the service is asked the same about: one visitor's address, one site, and exactly the headers that are sent.
 * The headers themselves and no digest of them: nothing can collide, and it costs far less than SHA-256 by Web Crypto.
 * No value can hold a line end, so no two sets of headers read alike.
 */
export function questionKey({ site, address, headers }: Visit): string {
  let key = `${visitorKey(address)} ${site}`;
  for (const [name, value] of Object.entries(headers)) key += `\n${name}: ${value}`;
  return key;
}
