import { type Address, parseAddress } from '../record/address.ts';

/** More hops than any real chain of servers has. It limits what a long header can cost. */
const maxHops = 32;

/** How a header such as `X-Forwarded-For` is read. */
export interface HopsReader {
  /** Whether the server at this address may name the next one. `hop` is 0 for the server that opened the connection. */
  readonly isTrusted: (address: Address | undefined, hop: number) => boolean;
  /** @returns the address that an entry names, or undefined for anything else. */
  readonly parse: (entry: string) => Address | undefined;
}

export interface FoundAddress {
  /** Undefined when the host gave no usable address and no trusted server named another one. */
  readonly address: Address | undefined;
  readonly believedCount: number;
  /** The entries to the left of those that were believed. A visitor wrote them, or a server that is not trusted. */
  readonly unbelievedEntries: readonly string[];
}

/**
 * Finds the address of the visitor. The entries are read from the right, since each server adds its own at that end,
 * and a visitor can write anything further left. Reading stops at the first address that is not trusted. It also stops
 * where an entry is missing or malformed, at the last good address.
 *
 * With a list of trusted servers, the result is never something that the visitor wrote. With a number of servers, that
 * holds only if every request passes through that many servers.
 *
 * @param entries of the header, as they stand in it.
 */
export function findAddress(
  peer: Address | undefined,
  entries: readonly string[],
  { isTrusted, parse }: HopsReader,
): FoundAddress {
  const unbelievedEntries = [...entries];
  let address = peer;
  let believedCount = 0;
  while (believedCount < maxHops && isTrusted(address, believedCount)) {
    const next = parse(unbelievedEntries.pop() ?? '');
    if (next === undefined) break;
    address = next;
    believedCount++;
  }
  return { address, believedCount, unbelievedEntries };
}

/**
 * The address of a socket. A link-local one comes with a network interface (`fe80::1%eth0`), which is not part of it.
 */
export function parsePeer(ip: string): Address | undefined {
  return parseAddress(ip.replace(/%.*/, ''));
}
