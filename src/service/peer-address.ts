import { findAddress, parsePeer, readAddressList } from '../http/trusted-hops.ts';
import { type AddressRange, isInRange, parseAddress, visitorKey } from '../record/address.ts';
import { memoize } from './memoize.ts';
import type { RequestHeaders } from './request.ts';

/** Proxies are few and call often. */
const keyOfPeer = memoize(1000, (socketAddress: string) => {
  const address = parsePeer(socketAddress);
  return address === undefined ? 'unknown' : visitorKey(address);
});

/**
 * The peer whose failed keys are counted: the other end of the socket. Behind load balancers that the operator trusts,
 * it is the last address in `X-Forwarded-For` that does not belong to them. Anyone can write what stands to the left of
 * it.
 */
export function peerOf(
  socketAddress: string | undefined,
  headers: RequestHeaders,
  trusted: readonly AddressRange[],
): string {
  if (socketAddress === undefined) return 'unknown';
  if (trusted.length === 0) return keyOfPeer(socketAddress);
  const entries = readAddressList(headers.get('x-forwarded-for') ?? '');
  const { address } = findAddress(
    parsePeer(socketAddress),
    entries,
    (hop) => hop !== undefined && trusted.some((range) => isInRange(hop, range)),
  );
  return address === undefined ? 'unknown' : visitorKey(address);
}

/** Shortens an address for the log, to a network that does not name a person. */
export function shortened(peer: string): string {
  const address = parseAddress(peer.replace(/\/\d+$/, ''));
  if (address === undefined) return 'unknown';
  if (address.family === 4) return address.text.replace(/\d{1,3}$/, '0');
  const groups = [112n, 96n, 80n].map((shift) => ((address.bits >> shift) & 0xffffn).toString(16));
  return `${groups.join(':')}::`;
}
