import { findAddress, parsePeer } from '../http/trusted-hops.ts';
import { type AddressRange, isInRange, parseAddress, parseForwardedAddress, visitorKey } from '../record/address.ts';
import { memoized } from './memoized.ts';
import type { RequestHeaders } from './question.ts';

/** Proxies are few and ask often. */
const ownKey = memoized(1000, (socketAddress: string) => {
  const address = parsePeer(socketAddress);
  return address === undefined ? 'unknown' : visitorKey(address);
});

/**
 * Whom failed keys are counted against: the other end of the socket. Behind load balancers that the operator trusts, the
 * first address from the right of `X-Forwarded-For` that is none of theirs; what stands left of it, the caller wrote.
 */
export function peerOf(
  socketAddress: string | undefined,
  headers: RequestHeaders,
  trusted: readonly AddressRange[],
): string {
  if (socketAddress === undefined) return 'unknown';
  if (trusted.length === 0) return ownKey(socketAddress);
  const { address } = findAddress(parsePeer(socketAddress), headers.get('x-forwarded-for')?.split(',') ?? [], {
    isTrusted: (hop) => hop !== undefined && trusted.some((range) => isInRange(hop, range)),
    parse: parseForwardedAddress,
  });
  return address === undefined ? 'unknown' : visitorKey(address);
}

/** For the log: a network, not a person. */
export function shortened(peer: string): string {
  const address = parseAddress(peer.replace(/\/\d+$/, ''));
  if (address === undefined) return 'unknown';
  if (address.family === 4) return address.text.replace(/\d+$/, '0');
  const groups = [112n, 96n, 80n].map((shift) => ((address.bits >> shift) & 0xffffn).toString(16));
  return `${groups.join(':')}::`;
}
