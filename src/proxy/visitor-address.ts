import { type Address, isInRange, parseAddress, parseForwardedAddress } from '../record/address.ts';
import { forwardedAddresses } from './forwarded.ts';
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
  /** The addresses left of those, the nearest first: a visitor wrote them, or a server that is not trusted. */
  readonly unread: readonly Address[];
}

/**
 * Whose request this is: the peer, unless the peer is trusted to say for whom it speaks. The header is read from the right,
 * since each hop adds to that end and the visitor can write anything further left. The walk ends at the first address that is
 * not trusted, and at the last good one when the header ends or turns malformed: never at something the visitor wrote.
 */
export function findVisitor(request: VisitorRequest, peer: Peer, { trust, trustHeader }: AddressSettings): FoundVisitor {
  let address = parsePeer(peer.ip);
  const named = namedAddresses(request.headers.get(trustHeader) ?? '', trustHeader);
  let read = 0;
  while (trust !== 'none' && isTrusted(trust, address, read)) {
    const next = named[read];
    if (next === undefined) break;
    address = next;
    read++;
  }
  return { address, read, unread: named.slice(read).filter((entry) => entry !== undefined) };
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

/** What a header names, the last hop first. Undefined stands for an entry that is not an address. */
function namedAddresses(value: string, header: string): readonly (Address | undefined)[] {
  const named: (Address | undefined)[] = [];
  for (const address of header === 'forwarded' ? forwardedAddresses(value) : listedAddresses(value)) {
    if (named.push(address) === maxHops) break;
  }
  return named;
}

function* listedAddresses(value: string): Generator<Address | undefined, void> {
  for (const entry of value.split(',').reverse()) yield parseForwardedAddress(entry);
}
