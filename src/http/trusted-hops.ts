// @guard visitors
import {
  type Address,
  type AddressRange,
  parseAddress,
  parseForwardedAddress,
  specialRanges,
} from '../record/address.ts';

/** More entries than any real chain of servers writes, and more characters. They limit what a long header can cost. */
export const maxEntries = 32;
export const maxCharacters = 8_192;

/** Whether the server at this address may name the next one. `hop` is 0 for the server that opened the connection. */
export type IsTrusted = (address: Address | undefined, hop: number) => boolean;

export interface FoundAddress {
  /** Undefined when the host gave no usable address and no trusted server named another one. */
  readonly address: Address | undefined;
  /** The trusted server that named it; undefined when it is the peer's own. */
  readonly namedBy: Address | undefined;
  readonly believedCount: number;
  /** The entries behind those that were believed. A visitor wrote them, or a server that is not trusted. */
  readonly unbelieved: AddressList;
}

/** The entries of a header, from its end: the nearest server's first. Undefined is one that names no address. */
export type AddressList = readonly (Address | undefined)[];

/** Reads `X-Forwarded-For`, and headers like it. */
export function readAddressList(header: string): AddressList {
  return endOf(header).split(',').slice(-maxEntries).toReversed().map(parseForwardedAddress);
}

/** The end of a header, without an entry that is cut: a part of an address can be another address. */
function endOf(header: string): string {
  if (header.length <= maxCharacters) return header;
  const end = header.slice(-maxCharacters);
  return end.slice(end.indexOf(',') + 1);
}

/**
 * Finds the address of the visitor. The entries are read from the header's end, since each server adds its own there,
 * and a visitor can write anything before it. Reading stops at the first address that is not trusted. It also stops
 * where an entry is missing or malformed, at the last good address.
 *
 * With a list of trusted servers, the result is never something that the visitor wrote. With a number of servers, that
 * holds only if every request passes through that many servers.
 */
export function findAddress(peer: Address | undefined, entries: AddressList, isTrusted: IsTrusted): FoundAddress {
  let address = peer;
  let namedBy: Address | undefined;
  let believedCount = 0;
  while (isTrusted(address, believedCount)) {
    const next = entries[believedCount];
    if (next === undefined) break;
    namedBy = address;
    address = next;
    believedCount++;
  }
  return { address, namedBy, believedCount, unbelieved: entries.slice(believedCount) };
}

/**
 * The address of a socket. A link-local one comes with a network interface (`fe80::1%eth0`), which is not part of it.
 */
export function parsePeer(ip: string): Address | undefined {
  return parseAddress(ip.replace(/%.*/, ''));
}

/**
 * Whether ranges together have every address of a family that a visitor can have. To trust them is to trust whatever
 * visitors write. If an address is left out, then the first of all or the one behind some range is, too.
 */
export function trustsEverybody(ranges: readonly AddressRange[]): boolean {
  return families.some(({ family, first, isPossible }) => {
    const known = [...ranges, ...specialRanges].filter((range) => range.family === family);
    const behind = known.map(({ prefix, hostBits }) => (prefix + 1n) << hostBits);
    return [first, ...behind].every(
      (bits) => !isPossible(bits) || known.some(({ prefix, hostBits }) => bits >> hostBits === prefix),
    );
  });
}

/** Visitors with IPv6 come from 2000::/3. https://www.iana.org/assignments/ipv6-address-space */
const families = [
  { family: 4, first: 0n, isPossible: (bits: bigint) => bits >> 32n === 0n },
  { family: 6, first: 1n << 125n, isPossible: (bits: bigint) => bits >> 125n === 1n },
] as const;
