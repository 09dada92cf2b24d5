import { type FoundAddress, findAddress, parsePeer } from '../http/trusted-hops.ts';
import { type Address, isInRange, parseForwardedAddress } from '../record/address.ts';
import { parseForwardedElement, splitForwarded } from './forwarded.ts';
import type { Trust } from './trust.ts';
import type { Peer, VisitorRequest } from './visitor-request.ts';

export interface AddressSettings {
  readonly trust: Trust;
  readonly trustHeader: string;
}

/** The visitor's address: the peer's own, unless the peer is trusted to name another one. */
export function findVisitorAddress({ headers }: VisitorRequest, peer: Peer, settings: AddressSettings): FoundAddress {
  const { trust, trustHeader } = settings;
  return findAddress(parsePeer(peer.ip), splitEntries(headers.get(trustHeader), trustHeader), {
    isTrusted: (address, hop) => isTrusted(trust, address, hop),
    parse: (entry) => parseEntry(entry, trustHeader),
  });
}

/** Whether the other end of the connection may name the visitor, and the protocol of their request. */
export function isTrustedPeer({ ip }: Peer, trust: Trust): boolean {
  return isTrusted(trust, parsePeer(ip), 0);
}

export function isTrusted(trust: Trust, address: Address | undefined, hop: number): boolean {
  if (trust === 'none') return false;
  if (typeof trust === 'number') return hop < trust;
  return address !== undefined && trust.some((range) => isInRange(address, range));
}

/** The address that one entry of a header names. */
export function parseEntry(entry: string, header: string): Address | undefined {
  return header === 'forwarded' ? parseForwardedElement(entry) : parseForwardedAddress(entry);
}

/** The entries of a header, as servers wrote them from left to right. */
export function splitEntries(value: string | null, header: string): string[] {
  if (value === null) return [];
  return header === 'forwarded' ? splitForwarded(value) : value.split(',');
}
