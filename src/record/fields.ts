/**
 * The contract's record, field by field. This table is the single source: the TypeScript type, parsing, what the proxy
 * lets through, the OpenAPI schema and the tables in the docs are all derived from it.
 */

/** What kind of JSON value a field carries. The contract has coordinates as strings and two integers. */
export type FieldType = 'string' | 'boolean' | 'integer';

/**
 * What the proxy does with a field unless the owner says otherwise:
 * - `country`: let through, also when the visitor sends Global Privacy Control (it follows from the country alone);
 * - `state`: let through by default, under Global Privacy Control only if the owner keeps the state (`GEOLET_GPC=state`);
 * - `on`: let through by default, kept back under Global Privacy Control;
 * - `off`: kept back until the owner turns it on, and always under Global Privacy Control.
 */
export type Exposure = 'country' | 'state' | 'on' | 'off';

/** What a field follows from: the visitor's address, or the request that the visitor's browser made. */
export type Origin = 'address' | 'request';

export interface Field {
  readonly type: FieldType;
  readonly exposure: Exposure;
  readonly origin: Origin;
  /** What the value says, for the docs and the OpenAPI schema. */
  readonly meaning: string;
  /** A plausible value. */
  readonly example: string | number | boolean;
  /** What it tells a reader of the record when the field is missing. */
  readonly absent: string;
}

const noPlace = 'the address is private, reserved or not listed';

export const fields = {
  continentName: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Continent, in English',
    example: 'Europe',
    absent: noPlace,
  },
  continentCode: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Continent: AF AN AS EU NA OC SA',
    example: 'EU',
    absent: noPlace,
  },
  countryName: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Country, in English',
    example: 'France',
    absent: noPlace,
  },
  countryCode: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Country, ISO 3166-1 alpha-2 (and XK)',
    example: 'FR',
    absent: noPlace,
  },
  region: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'United Nations subregion, in English',
    example: 'Western Europe',
    absent: `${noPlace}, or the country has none (Antarctica)`,
  },
  nationalCapital: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Capital of the country',
    example: 'Paris',
    absent: `${noPlace}, or the country has no capital`,
  },
  city: {
    type: 'string',
    exposure: 'on',
    origin: 'address',
    meaning: 'City',
    example: 'Lyon',
    absent: 'the database knows no city for the address',
  },
  stateName: {
    type: 'string',
    exposure: 'state',
    origin: 'address',
    meaning: 'First-level subdivision, as the database names it',
    example: 'Auvergne-Rhone-Alpes',
    absent: 'the database knows no subdivision for the address',
  },
  stateCode: {
    type: 'string',
    exposure: 'state',
    origin: 'address',
    meaning: 'First-level subdivision, ISO 3166-2 without the country',
    example: 'ARA',
    absent: 'no subdivision, or its name has no ISO code',
  },
  postalCode: {
    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'Postal code',
    example: '69001',
    absent: 'the database has none (DB-IP Lite never does)',
  },
  isEU: {
    type: 'boolean',
    exposure: 'country',
    origin: 'address',
    meaning: 'Whether the country, or outermost region, belongs to the European Union',
    example: true,
    absent: noPlace,
  },
  timezone: {
    type: 'string',
    exposure: 'on',
    origin: 'address',
    meaning: 'Time zone, IANA name',
    example: 'Europe/Paris',
    absent:
      'a country with several clocks of which no city, state or postal code is known, no coordinates, or they lie at sea',
  },
  latitude: {
    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'Latitude in decimal degrees, as a string',
    example: '45.7485',
    absent: 'the database has no coordinates for the address',
  },
  longitude: {
    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'Longitude in decimal degrees, as a string',
    example: '4.8467',
    absent: 'the database has no coordinates for the address',
  },
  airportCode: {
    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'Nearest commercial airport, IATA',
    example: 'LYS',
    absent: 'no city, state or postal code, no coordinates, or no commercial airport within 300 km',
  },
  currencyCode: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Currency of the country, ISO 4217',
    example: 'EUR',
    absent: `${noPlace}, or the country has no currency (Antarctica)`,
  },
  currencySymbol: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Short symbol of that currency',
    example: '€',
    absent: 'as currencyCode',
  },
  callingCode: {
    type: 'integer',
    exposure: 'country',
    origin: 'address',
    meaning: 'International telephone calling code',
    example: 33,
    absent: noPlace,
  },
  language: {
    type: 'string',
    exposure: 'country',
    origin: 'address',
    meaning: 'Main language of the country as language-REGION',
    example: 'fr-FR',
    absent: `${noPlace}, or the country has no language (Antarctica)`,
  },
  ASN: {
    type: 'integer',
    exposure: 'off',
    origin: 'address',
    meaning: 'Autonomous system number',
    example: 12322,
    absent: 'the address is not announced, or there is no ASN data',
  },
  ISP: {
    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'Internet service provider',
    example: 'Free SAS',
    absent: 'as ASN',
  },
  isMobile: {
    type: 'boolean',
    exposure: 'on',
    origin: 'request',
    meaning: 'Whether the visitor is on a mobile connection or device',
    example: false,
    absent: 'neither the device nor the connection is known',
  },
  deviceType: {
    type: 'string',
    exposure: 'on',
    origin: 'request',
    meaning: 'desktop, mobile, tablet, tv, console, wearable, xr, embedded or bot',
    example: 'desktop',
    absent: 'the user agent is missing or says nothing',
  },
  dataSaver: {
    type: 'boolean',
    exposure: 'on',
    origin: 'request',
    meaning: 'Whether the visitor asks to save data',
    example: false,
    absent: 'the browser does not tell',
  },
  reducedMotion: {
    type: 'boolean',
    exposure: 'on',
    origin: 'request',
    meaning: 'Whether the visitor asks for less motion',
    example: false,
    absent: 'the browser does not tell (only with Accept-CH)',
  },
  colorPreference: {
    type: 'string',
    exposure: 'on',
    origin: 'request',
    meaning: 'Colour scheme: light or dark',
    example: 'dark',
    absent: 'the browser does not tell (only with Accept-CH)',
  },
  OS: {
    type: 'string',
    exposure: 'on',
    origin: 'request',
    meaning: 'Operating system, without its version',
    example: 'Windows',
    absent: 'the user agent is missing or says nothing',
  },
  currentPage: {
    type: 'string',
    exposure: 'on',
    origin: 'request',
    meaning: 'Page the visitor is on, without query and fragment',
    example: 'https://shop.example/shoes',
    absent: 'no Referer came with the request',
  },
  referer: {
    type: 'string',
    exposure: 'on',
    origin: 'request',
    meaning: 'Page the visitor came from, without query and fragment',
    example: 'https://search.example/',
    absent: 'no X-Visitor-Referer came with the request',
  },
  userAgent: {
    type: 'string',
    exposure: 'on',
    origin: 'request',
    meaning: 'Browser and its version in short form',
    example: 'Chrome/118.0.0.0',
    absent: 'the user agent is missing or says nothing',
  },
  IP: {
    type: 'string',
    exposure: 'off',
    origin: 'address',
    meaning: 'The address that the record describes',
    example: '212.27.48.10',
    absent: 'the proxy keeps it back',
  },
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;

/** The names of the fields that follow from the address, or from the request. */
export type FieldFrom<From extends Origin> = {
  [Name in FieldName]: (typeof fields)[Name]['origin'] extends From ? Name : never;
}[FieldName];

export const fieldNames = Object.keys(fields).filter(isFieldName);

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fields, name);
}
