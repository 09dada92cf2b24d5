import { countryOf, currencies } from '../../record/countries.ts';
import { countryFields } from '../../record/country-fields.ts';
import { type VisitorRecord, parseRecord } from '../../record/record.ts';

/**
 * What Cloudflare says about the visitor's place, as fields of the contract. What follows from the country comes from
 * our table. `XX` and `T1` (Tor) are not countries.
 * https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties
 */
export function placeOf(cf: unknown): VisitorRecord {
  const properties: Readonly<Record<string, unknown>> = typeof cf === 'object' ? { ...cf } : {};
  const { country: code } = properties;
  const country = typeof code === 'string' ? countryOf(code) : undefined;
  const place = {
    city: properties['city'],
    stateName: properties['region'],
    stateCode: properties['regionCode'],
    postalCode: properties['postalCode'],
    timezone: properties['timezone'],
    latitude: properties['latitude'],
    longitude: properties['longitude'],
    ASN: properties['asn'],
    ISP: properties['asOrganization'],
  };
  const known =
    country && typeof code === 'string' ? countryFields(code, country, currencies[country.currency ?? '']?.symbol) : {};
  return { ...known, ...parseRecord(place) };
}
