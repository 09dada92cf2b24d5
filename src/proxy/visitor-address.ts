import { type Address, isInRange, parseAddress, parseForwardedAddress } from '../record/address.ts';
import { parseForwardedElement, splitForwarded } from './forwarded.ts';
import type { Trust } from './trust.ts';
import type { Peer, VisitorRequest } from './visitor-request.ts';

/** Nobody stands behind more servers than this; it bounds what a long header can cost. */
const maxHops = 32;

export interface AddressSettings {
  readonly trust: Trust;
  readonly trustHeader: string;
}

export interface FoundVisitor {
  /** Undefined when the host gave no usable peer address and no trusted hop told another. */
  readonly address: Address | undefined;
  /** How many entries of the header were believed. */
  readonly read: number;
  /** The entries left of those: a visitor wrote them, or a server that is not trusted. */
  readonly unread: readonly string[];
}

/**
 * Whose request this is: the peer, unless the peer is trusted to say for whom it speaks. The header is read from the right,
 * since each hop adds to that end and the visitor can write anything further left. The walk ends at the first address that is
 * not trusted, and at the last good one when the header ends or turns malformed: never at something the visitor wrote.
 */
export function findVisitor(
  request: VisitorRequest,
  peer: Peer,
  { trust, trustHeader }: AddressSettings,
): FoundVisitor {
  let address = parsePeer(peer.ip);
  let read = 0;
  const unread = splitEntries(request.headers.get(trustHeader), trustHeader);
  while (trust !== 'none' && read < maxHops && isTrusted(trust, address, read)) {
    const next = parseEntry(unread.pop() ?? '', trustHeader);
    if (next === undefined) break;
    address = next;
    read++;
  }
  return { address, read, unread };
}

/** Whether whoever opened the connection may say for whom it asks, and how they came. */
export function isTrustedPeer({ ip }: Peer, trust: Trust): boolean {
  return trust !== 'none' && isTrusted(trust, parsePeer(ip), 0);
}

export function isTrusted(trust: Exclude<Trust, 'none'>, address: Address | undefined, hop: number): boolean {
  if (typeof trust === 'number') return hop < trust;
  return address !== undefined && trust.some((range) => isInRange(address, range));
}

/** A link-local peer comes with the name of the network card (`fe80::1%eth0`), which is no part of the address. */
function parsePeer(ip: string): Address | undefined {
  return parseAddress(ip.replace(/%.*/, ''));
}

/** The address that one entry of such a header names. */
export function parseEntry(entry: string, header: string): Address | undefined {
  return header === 'forwarded' ? parseForwardedElement(entry) : parseForwardedAddress(entry);
}

function splitEntries(value: string | null, header: string): string[] {
  if (value === null) return [];
  return header === 'forwarded' ? splitForwarded(value) : value.split(',');
}
