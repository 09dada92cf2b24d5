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
 * Where the visitor is, by the headers of a trusted host. They say it of the visitor whom the same servers name, so
 * they count only where those name one: anyone who reaches the proxy past the host writes such headers for themselves.
 *
 * @returns undefined where no headers are to be read.
 */
export function believedPlace(
  request: VisitorRequest,
  peer: Peer,
  { read }: FoundAddress,
  settings: HostSettings,
): VisitorRecord | undefined {
  const { headerSource, warn } = settings;
  if (headerSource === undefined) return undefined;
  if (read === 0 || !cameThroughHost(request, peer, read, settings)) return {};
  const names = Object.keys(headerSource.headers);
  if (names.every((name) => request.headers.get(name) === null))
    warn(
      `A request came through the trusted servers with no header of the host in it (${names.join(', ')}), so nothing ` +
        'is known about visitors. Turn them on: docs/hosts.md says where.',
    );
  return hostRecord(readFacts(headerSource, request.headers));
}

/**
 * With a number, all servers must have named somebody: a shorter way leads past the first of them. With a list, the
 * first server must be the host. Where the list has public addresses, those are the host's, and private ones the
 * owner's servers behind it.
 */
function cameThroughHost(request: VisitorRequest, peer: Peer, read: number, settings: HostSettings): boolean {
  const { trust } = settings;
  if (trust === 'none') return false;
  if (typeof trust === 'number') return read === trust;
  const first = firstServer(request, peer, read, settings);
  return first !== undefined && (isPublic(first) || !trust.some(isPublicRange));
}

function isPublicRange({ family, prefix, hostBits }: AddressRange): boolean {
  return isPublic({ family, bits: prefix << hostBits, text: '' });
}

/** The trusted server that named the visitor. */
function firstServer(
  { headers }: VisitorRequest,
  { ip }: Peer,
  read: number,
  { trustHeader }: HostSettings,
): Address | undefined {
  if (read === 1) return parsePeer(ip);
  return parseEntry(splitEntries(headers.get(trustHeader), trustHeader).at(1 - read) ?? '', trustHeader);
}
