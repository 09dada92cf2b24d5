// @guard hosts
import type { HeaderFacts } from './header-formats.ts';
import type { HeaderSource } from './header-sources.ts';
import { type AddressRange, isPublic } from '../../record/address.ts';
import type { FoundAddress } from '../../http/trusted-hops.ts';
import type { VisitorRecord } from '../../record/record.ts';
import type { AddressSettings } from '../address/visitor-address.ts';
import type { VisitorRequest } from '../request/visitor-request.ts';
import { hostRecord } from './host-record.ts';

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
  found: FoundAddress,
  settings: HostSettings,
): VisitorRecord | undefined {
  const { headerSource, warn } = settings;
  if (headerSource === undefined) return undefined;
  if (!cameThroughHost(found, settings)) return {};
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
function cameThroughHost({ believedCount, namedBy }: FoundAddress, { trust }: AddressSettings): boolean {
  if (trust === 'none' || believedCount === 0) return false;
  if (typeof trust === 'number') return believedCount === trust;
  return namedBy !== undefined && (isPublic(namedBy) || !trust.some(isPublicRange));
}

function isPublicRange({ family, prefix, hostBits }: AddressRange): boolean {
  return isPublic({ family, bits: prefix << hostBits, text: '' });
}

/** What the headers of a host say. Whoever calls this knows that the host wrote them. */
export function readFacts({ headers }: HeaderSource, request: { get(name: string): string | null }): HeaderFacts {
  let facts: HeaderFacts = {};
  for (const [name, format] of Object.entries(headers)) {
    const value = request.get(name);
    if (value !== null) facts = { ...facts, ...format.read(value) };
  }
  return facts;
}
