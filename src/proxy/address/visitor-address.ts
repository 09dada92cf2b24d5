// @guard visitors
import {
  type AddressList,
  type FoundAddress,
  findAddress,
  parsePeer,
  readAddressList,
} from '../../http/trusted-hops.ts';
import { type Address, isInRange } from '../../record/address.ts';
import { readForwarded } from './forwarded.ts';
import { connectingAddress, connectingHeaders } from './pseudo-address.ts';
import type { Trust } from './trust.ts';
import type { Peer, VisitorRequest } from '../request/visitor-request.ts';

export interface AddressSettings {
  readonly trust: Trust;
  readonly trustHeader: string;
}

/** The visitor's address: the peer's own, unless the peer is trusted to name another one. */
export function findVisitorAddress({ headers }: VisitorRequest, peer: Peer, settings: AddressSettings): FoundAddress {
  const { trust, trustHeader } = settings;
  return findAddress(parsePeer(peer.ip), readEntries(headers, trustHeader), (address, hop) =>
    isTrusted(trust, address, hop),
  );
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

function readEntries(headers: VisitorRequest['headers'], header: string): AddressList {
  const value = header === connectingHeaders.any ? connectingAddress(headers) : headers.get(header);
  if (value === null) return [];
  return header === 'forwarded' ? readForwarded(value) : readAddressList(value);
}
