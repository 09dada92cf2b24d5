import type { VisitorRecord } from '../../record/record.ts';
import { type HeaderSource, headerSources, isKnownHost } from './header-sources.ts';
import type { HostField } from './host-record.ts';
import { netlifyGeoHeader, writeNetlifyGeo } from './netlify-geo.ts';

/**
 * The place that the doctor writes into forged headers, to see whether the proxy believes them: an island without
 * people, and values that no real visitor has.
 */
const forgedPlace = {
  countryCode: 'BV',
  city: 'Geolet Doctor',
  stateName: 'Geolet Doctor',
  stateCode: 'ZZZ',
  postalCode: 'GEOLET',
  timezone: 'Antarctica/Troll',
  latitude: '-54.4208',
  longitude: '3.3464',
  // Reserved for documentation. https://www.rfc-editor.org/rfc/rfc5398
  ASN: 64496,
  ISP: 'Geolet Doctor',
} as const satisfies Readonly<Record<HostField, unknown>>;

/** Whether any field of a record is the doctor's claim. */
export function isForgedPlace(record: VisitorRecord | undefined): boolean {
  return Object.entries(forgedPlace).some(([field, value]) => record?.[field as HostField] === value);
}

/**
 * Each header of a host, with the doctor's claim in it.
 *
 * @param host a name of the proxy's report.
 * @param own the owner's table, where the host is not a known one.
 * @returns none for a host that says it in no header.
 */
export function forgedHeaders(
  host: string,
  own: HeaderSource | undefined,
): ReadonlyArray<readonly [name: string, value: string]> {
  if (host === 'netlify') return [[netlifyGeoHeader, writeNetlifyGeo(forgedPlace)]];
  const source: HeaderSource | undefined = isKnownHost(host) ? headerSources[host] : own;
  return Object.entries(source?.headers ?? {}).map(([name, format]) => [name, format.write(forgedPlace)]);
}
