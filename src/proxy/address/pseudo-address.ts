// @guard visitors
import { type Address, isInRange, parseAddress, parseAddressRange } from '../../record/address.ts';

const pseudoAddresses = parseAddressRange('240.0.0.0/4');

export const connectingHeaders = { any: 'cf-connecting-ip', v6: 'cf-connecting-ipv6' } as const;

/**
 * The address in `CF-Connecting-IP`. Where Pseudo IPv4 is on, Cloudflare writes one of 240.0.0.0/4 there for visitors
 * with IPv6, and their own into `CF-Connecting-IPv6`. Nobody else comes from such an address, so only then that header
 * is Cloudflare's. https://developers.cloudflare.com/network/pseudo-ipv4/
 */
export function connectingAddress(headers: Pick<Headers, 'get'>): string | null {
  const named = headers.get(connectingHeaders.any);
  return isPseudo(parseAddress(named ?? '')) ? (headers.get(connectingHeaders.v6) ?? named) : named;
}

export function isPseudo(address: Address | undefined): boolean {
  return !!address && !!pseudoAddresses && isInRange(address, pseudoAddresses);
}
