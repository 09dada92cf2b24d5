import { countryFields } from '../../record/country-fields.ts';
import { countryOf, currencies } from '../../record/countries.ts';
import { type VisitorRecord, parseRecord } from '../../record/record.ts';

/** The fields that a host may know. What follows from the country comes from our own table. */
export const hostFields = [
  'countryCode',
  'city',
  'stateName',
  'stateCode',
  'postalCode',
  'timezone',
  'latitude',
  'longitude',
  'ASN',
  'ISP',
] as const;

export type HostField = (typeof hostFields)[number];

/** What a host says about a visitor. Nothing is checked yet. */
export type HostFacts = { readonly [Field in HostField]?: unknown };

/**
 * The record that a host's facts make. Whatever is not a value of the contract is left out, and nothing is filled in. A
 * place without a known country (`XX`, Cloudflare's `T1` for Tor) is not a place. Neither is
 * 0, 0: hosts write it for unknown.
 */
export function hostRecord(facts: HostFacts): VisitorRecord {
  const { countryCode: code, ASN, ISP } = facts;
  const country = typeof code === 'string' ? countryOf(code) : undefined;
  if (country === undefined || typeof code !== 'string') return { ...parseRecord({ ASN, ISP }) };
  const { latitude, longitude, ...rest } = facts;
  const isNullIsland = Number(latitude) === 0 && Number(longitude) === 0;
  return {
    ...countryFields(code, country, currencies[country.currency ?? '']?.symbol),
    ...parseRecord(isNullIsland ? rest : facts),
  };
}
