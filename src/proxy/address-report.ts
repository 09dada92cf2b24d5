import { type Address, isPublic } from '../record/address.ts';
import { type AddressSettings, type FoundVisitor, isTrusted, parseEntry } from './visitor-address.ts';
import type { VisitorRequest } from './visitor-request.ts';

/** What an owner needs to know of how an address was found, without the address and without the settings. */
export interface AddressReport {
  readonly isPublic: boolean;
  /** Whether it is one that the list of trusted servers has. */
  readonly isTrusted: boolean;
  /** How many entries of the header were believed. */
  readonly read: number;
  /** How many were there and were not. */
  readonly unread: number;
  /** How many more would have been believed: whoever writes them is believed. */
  readonly missing: number;
  /** A CDN's own header that names another visitor. */
  readonly cdnHeader: string | undefined;
}

/** Each set by one CDN for every request, so that with another address in it the CDN itself was taken for the visitor. */
export const cdnHeaders = [
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-vercel-forwarded-for',
  'x-nf-client-connection-ip',
  'x-azure-clientip',
] as const;

export function reportOn(
  { headers }: VisitorRequest,
  { address, read, unread }: FoundVisitor & { readonly address: Address },
  { trust, trustHeader }: AddressSettings,
): AddressReport {
  const addresses = unread.map((entry) => parseEntry(entry, trustHeader)).filter((entry) => entry !== undefined);
  const isListed = trust !== 'none' && typeof trust !== 'number' && isTrusted(trust, address, read);
  return {
    isPublic: isPublic(address),
    isTrusted: isListed,
    read,
    // A host that knows the visitor by itself may write its header as well, with the same address in it.
    unread:
      addresses.length - (trust === 'none' && isPublic(address) && addresses.at(-1)?.text === address.text ? 1 : 0),
    missing: typeof trust === 'number' ? trust - read : isListed && read === 0 ? 1 : 0,
    cdnHeader: cdnHeaders.find((name) => {
      const other = parseEntry(headers.get(name) ?? '', name);
      return other !== undefined && isPublic(other) && other.text !== address.text;
    }),
  };
}

/** What the log says of a visitor with a private address. @returns undefined where nothing points to a server in front. */
export function adviceOn(
  { isPublic, read, unread, missing }: AddressReport,
  { trust, trustHeader }: AddressSettings,
): string | undefined {
  if (isPublic) return undefined;
  if (trust === 'none')
    return unread === 0
      ? undefined
      : 'Requests come through another server, so every visitor has its address. Set trust (GEOLET_TRUST), to 1 for one server in front.';
  if (read === 0)
    return missing === 0
      ? undefined
      : `A request came from a trusted server (GEOLET_TRUST) that names no visitor in ${trustHeader}, so every visitor has its address. Let it write that header. If nothing stands in front, take GEOLET_TRUST out.`;
  if (unread > 0)
    return `A trusted server names a private address in ${trustHeader}, and more is written beside it. If that address is another server's, every visitor has it: set trust (GEOLET_TRUST) to ${read + 1}, or add the server's address to the list.`;
  return `A trusted server names a private address as the visitor's in ${trustHeader}. That is right for visitors in your own network. If others come with it too, something in front hides their addresses (NAT, or a container's port): let the first server see them.`;
}
