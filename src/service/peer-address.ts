import { type Address, type AddressRange, isInRange, parseAddress, parseForwardedAddress, visitorKey } from '../record/address.ts';

/**
 * Whom failed keys are counted against: the other end of the socket. Behind load balancers that the operator trusts, the
 * first address from the right of `X-Forwarded-For` that is none of theirs; what stands left of it, the caller wrote.
 */
export function peerOf(socketAddress: string | undefined, headers: Headers, trusted: readonly AddressRange[]): string {
  let peer = socketAddress === undefined ? undefined : parseAddress(socketAddress.replace(/%.*$/, ''));
  if (peer === undefined) return 'unknown';
  const hops = trusted.length === 0 ? [] : (headers.get('x-forwarded-for')?.split(',') ?? []);
  while (isTrusted(peer, trusted)) {
    const next = parseForwardedAddress(hops.pop() ?? '');
    if (next === undefined) break;
    peer = next;
  }
  return visitorKey(peer);
}

function isTrusted(address: Address, trusted: readonly AddressRange[]): boolean {
  return trusted.some((range) => isInRange(address, range));
}
