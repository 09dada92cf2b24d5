import type { FoundAddress } from '../../http/trusted-hops.ts';
import { type Address, isPublic, parseForwardedAddress } from '../../record/address.ts';
import { type AddressSettings, isTrusted } from './visitor-address.ts';
import { connectingHeaders, isPseudo } from './pseudo-address.ts';
import type { VisitorRequest } from '../request/visitor-request.ts';

/** How an address was found, for the owner: without the address and without the settings. */
export interface AddressReport {
  readonly isPublic: boolean;
  /** Whether it is on the list of trusted servers. */
  readonly isTrusted: boolean;
  /** How many entries of the header were believed. */
  readonly read: number;
  /** How many more entries there were. */
  readonly unread: number;
  /** How many more entries would have been believed. Anyone who adds them to a request is believed. */
  readonly missing: number;
  /** A CDN's own header that names another visitor. */
  readonly cdnHeader: string | undefined;
}

/** A CDN sets its header on every request. If it names another address, then the CDN was taken for the visitor. */
export const cdnHeaders = [
  connectingHeaders.any,
  connectingHeaders.v6,
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-vercel-forwarded-for',
  'x-nf-client-connection-ip',
  'x-azure-clientip',
] as const;

export function reportOn(
  { headers }: VisitorRequest,
  { address, believedCount, unbelieved }: FoundAddress & { readonly address: Address },
  { trust }: AddressSettings,
): AddressReport {
  const addresses = unbelieved.filter((entry) => entry !== undefined);
  const isListed = typeof trust === 'object' && isTrusted(trust, address, believedCount);
  // A host that knows the visitor may write its header as well, with the same address in it.
  const isOwnEntry = trust === 'none' && isPublic(address) && addresses[0]?.text === address.text;
  return {
    isPublic: isPublic(address),
    isTrusted: isListed,
    read: believedCount,
    unread: addresses.length - (isOwnEntry ? 1 : 0),
    missing: typeof trust === 'number' ? trust - believedCount : Number(isListed && believedCount === 0),
    cdnHeader: cdnHeaders.find((name) => {
      // Cloudflare writes this header only beside a pseudo address.
      if (name === connectingHeaders.v6 && !isPseudo(address)) return false;
      const other = parseForwardedAddress(headers.get(name) ?? '');
      return other !== undefined && isPublic(other) && other.text !== address.text;
    }),
  };
}

/**
 * What the log says about a visitor with a private address.
 *
 * @returns undefined if nothing points to a server in front.
 */
export function adviceOn(report: AddressReport, { trust, trustHeader }: AddressSettings): string | undefined {
  const { read, unread, missing } = report;
  if (report.isPublic) return undefined;
  if (report.cdnHeader === connectingHeaders.v6)
    return (
      `The address in ${trustHeader} is one of Cloudflare's Pseudo IPv4, which stands for a visitor with IPv6. Set ` +
      'trustHeader (GEOLET_TRUST_HEADER) to cf-connecting-ip, with which the address of IPv6 is taken, or turn ' +
      'Pseudo IPv4 off at Cloudflare.'
    );
  if (trust === 'none')
    return unread === 0
      ? undefined
      : 'Requests come through another server, so every visitor has its address. Set trust (GEOLET_TRUST), to 1 for one server in front.';
  if (read === 0)
    return missing === 0
      ? undefined
      : `A request came from a trusted server (GEOLET_TRUST) that names no visitor in ${trustHeader}, so every ` +
          'visitor has its address. Let it write that header. If nothing stands in front, take GEOLET_TRUST out.';
  if (unread > 0)
    return (
      `A trusted server names a private address in ${trustHeader}, and the header has more entries. If that ` +
      `address is another server's, every visitor has it: set trust (GEOLET_TRUST) to ${read + 1}, or add the ` +
      "server's address to the list."
    );
  return (
    `A trusted server names a private address as the visitor's in ${trustHeader}. That is right for visitors ` +
    'in your own network. If others come with it too, something in front hides their addresses (NAT, or a ' +
    "container's port): let the first server see them."
  );
}
