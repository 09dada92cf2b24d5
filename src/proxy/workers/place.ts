import { countryOf, currencies } from '../../record/countries.ts';
import { countryFields } from '../../record/country-fields.ts';
import { type VisitorRecord, parseRecord } from '../../record/record.ts';

/**
 * What Cloudflare says about the visitor's place, in the contract's fields; the country's own follow from our table. `XX` and
 * `T1` (Tor) are no countries. https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties
 */
export function placeOf(cf: unknown): VisitorRecord {
  const told: Readonly<Record<string, unknown>> = typeof cf === 'object' ? { ...cf } : {};
  const { country: code } = told;
  const country = typeof code === 'string' ? countryOf(code) : undefined;
  const place = {
    city: told['city'],
    stateName: told['region'],
    stateCode: told['regionCode'],
    postalCode: told['postalCode'],
    timezone: told['timezone'],
    latitude: told['latitude'],
    longitude: told['longitude'],
    ASN: told['asn'],
    ISP: told['asOrganization'],
  };
  const known =
    country && typeof code === 'string' ? countryFields(code, country, currencies[country.currency ?? '']?.symbol) : {};
  return { ...known, ...parseRecord(place) };
}
