import { type Address, type AddressRange, isPublic } from '../../record/address.ts';
import { type FoundAddress, parsePeer } from '../../http/trusted-hops.ts';
import type { VisitorRecord } from '../../record/record.ts';
import { type AddressSettings, parseEntry, splitEntries } from '../visitor-address.ts';
import type { Peer, VisitorRequest } from '../visitor-request.ts';
import type { HeaderSource } from './header-sources.ts';
import { hostRecord } from './host-record.ts';
import { readFacts } from './read-facts.ts';

export interface HostSettings extends AddressSettings {
  /** The headers that say where the visitor is; undefined for a service, or where an adapter says it. */
  readonly headerSource: HeaderSource | undefined;
  readonly warn: (line: string) => void;
}

/**
 * Where the visitor is, as the headers of a trusted host say. They are believed only if the trusted servers also name
 * the visitor's address: anyone who reaches the proxy without the host can write such headers themselves.
 *
 * @returns undefined where no headers are to be read.
 */
export function believedPlace(
  request: VisitorRequest,
  peer: Peer,
  { believedCount }: FoundAddress,
  settings: HostSettings,
): VisitorRecord | undefined {
  const { headerSource, warn } = settings;
  if (headerSource === undefined) return undefined;
  if (believedCount === 0 || !cameThroughHost(request, peer, believedCount, settings)) return {};
  const names = Object.keys(headerSource.headers);
  if (names.every((name) => request.headers.get(name) === null))
    warn(
      `A request came through the trusted servers with no header of the host in it (${names.join(', ')}), so nothing ` +
        "is known about visitors. Turn these headers on in the host's settings.",
    );
  return hostRecord(readFacts(headerSource, request.headers));
}

/**
 * With a number, all servers must have named an address: a request that passed through fewer did not pass the first.
 * With a list, the first server must be the host. Where the list has public addresses, those are the host's, and
 * private ones the owner's servers behind it.
 */
function cameThroughHost(request: VisitorRequest, peer: Peer, believedCount: number, settings: HostSettings): boolean {
  const { trust } = settings;
  if (trust === 'none') return false;
  if (typeof trust === 'number') return believedCount === trust;
  const first = firstServer(request, peer, believedCount, settings);
  return first !== undefined && (isPublic(first) || !trust.some(isPublicRange));
}

function isPublicRange({ family, prefix, hostBits }: AddressRange): boolean {
  return isPublic({ family, bits: prefix << hostBits, text: '' });
}

/** The trusted server that named the visitor. */
function firstServer(
  { headers }: VisitorRequest,
  { ip }: Peer,
  believedCount: number,
  { trustHeader }: HostSettings,
): Address | undefined {
  if (believedCount === 1) return parsePeer(ip);
  return parseEntry(splitEntries(headers.get(trustHeader), trustHeader).at(1 - believedCount) ?? '', trustHeader);
}
