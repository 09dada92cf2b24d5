import type { VisitorRecord } from '../../record/record.ts';
import { hostRecord } from '../../proxy/hosts/host-record.ts';

/**
 * What Cloudflare says about the visitor, in the contract's fields.
 * https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties
 */
export function placeOf(cf: unknown): VisitorRecord {
  const facts: Readonly<Record<string, unknown>> = typeof cf === 'object' ? { ...cf } : {};
  return hostRecord({
    countryCode: facts['country'],
    city: facts['city'],
    stateName: facts['region'],
    stateCode: facts['regionCode'],
    postalCode: facts['postalCode'],
    timezone: facts['timezone'],
    latitude: facts['latitude'],
    longitude: facts['longitude'],
    ASN: facts['asn'],
    ISP: facts['asOrganization'],
  });
}
