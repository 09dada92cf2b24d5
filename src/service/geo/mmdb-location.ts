import type { Coordinates, Location, State } from './location.ts';

type Path = readonly (string | number)[];

/**
 * Reads a record of any vendor by its shape, since vendors change their `databaseType` more often than their fields:
 * nested (MaxMind, DB-IP, IP2Location), flat (ip-location-db, IPinfo). Each fact is looked up at every path that one of
 * them uses.
 */
export function mmdbLocation(record: unknown): Location {
  const text = (...paths: Path[]) => firstText(record, paths);
  // DB-IP appends the district: "Zurich (Zurich (Kreis 1) / Hochschulen)".
  const city = text(['city', 'names', 'en'], ['city'])?.replace(/\s*\(.*\)$/, '');
  const postalCode = text(['postal', 'code'], ['postcode'], ['postal_code']);
  return {
    // In IPinfo's older files `country` is the code, in the newer ones the name.
    countryCode: code(text(['country', 'iso_code'], ['country_code'])) ?? code(text(['country'])),
    continentCode: code(text(['continent', 'code'], ['continent_code'])) ?? code(text(['continent'])),
    city: city === '' ? undefined : city,
    state: stateOf(text),
    postalCode,
    timezone: text(['location', 'time_zone'], ['timezone']),
    coordinates: coordinatesOf(record, (city ?? postalCode) !== undefined),
    asn: asnOf(record),
    isp: text(
      ['isp'],
      ['traits', 'isp'],
      ['as_name'],
      ['autonomous_system_organization'],
      ['traits', 'autonomous_system_organization'],
      ['organization'],
      ['traits', 'organization'],
    ),
    isCellular: isCellular(text),
  };
}

function stateOf(text: (...paths: Path[]) => string | undefined): State | undefined {
  const name = text(['subdivisions', 0, 'names', 'en'], ['state1'], ['region']);
  const stateCode = text(['subdivisions', 0, 'iso_code'], ['region_code']);
  return name === undefined
    ? undefined
    : { name, code: stateCode !== undefined && /^[A-Z0-9]{1,3}$/.test(stateCode) ? stateCode : undefined };
}

/** Ignores the centres of countries and large states (a radius of 500 km and more), unless the record names a city. */
function coordinatesOf(record: unknown, isNamed: boolean): Coordinates | undefined {
  const latitude = degreesOf(firstNumber(record, [['location', 'latitude'], ['latitude'], ['lat']]), 90);
  const longitude = degreesOf(firstNumber(record, [['location', 'longitude'], ['longitude'], ['lng']]), 180);
  const radius = firstNumber(record, [['location', 'accuracy_radius'], ['accuracy_radius'], ['radius']]) ?? 0;
  if (latitude === undefined || longitude === undefined || (radius >= 500 && !isNamed)) return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/** Ignores doubles from broken bytes, which are mostly huge or tiny (1.8e-52). Databases write six decimals at most. */
function degreesOf(value: number | undefined, most: number): number | undefined {
  const size = Math.abs(value ?? NaN);
  return size === 0 || (size >= 1e-7 && size <= most) ? value : undefined;
}

/** A number, or IPinfo's `AS15169`. */
function asnOf(record: unknown): number | undefined {
  const paths = [['autonomous_system_number'], ['traits', 'autonomous_system_number'], ['asn']];
  const number = firstNumber(record, paths) ?? Number(/^AS(\d+)$/i.exec(firstText(record, paths) ?? '')?.[1]);
  return Number.isInteger(number) && number > 0 && number < 2 ** 32 ? number : undefined;
}

function isCellular(text: (...paths: Path[]) => string | undefined): boolean | undefined {
  const mobileNetwork = text(['mobile_country_code'], ['traits', 'mobile_country_code']);
  if (mobileNetwork !== undefined) return true;
  const connection = text(['connection_type'], ['traits', 'connection_type']);
  const user = text(['user_type'], ['traits', 'user_type']);
  if (connection === undefined && user === undefined) return undefined;
  return [connection, user].some((kind) => kind?.toLowerCase() === 'cellular');
}

function code(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Z]{2}$/.test(text) ? text : undefined;
}

/**
 * Empty strings and IP2Location's `-` mean unknown. Control characters, U+FFFD and very long texts come from broken
 * bytes.
 */
function firstText(record: unknown, paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const value = at(record, path);
    if (typeof value !== 'string' || value.length > maxTextLength || brokenText.test(value)) continue;
    const text = value.trim();
    if (text !== '' && text !== '-') return text;
  }
  return undefined;
}

const maxTextLength = 300;

const brokenText = /[\p{Cc}\u{fffd}]/u;

/** IPinfo writes coordinates as strings. */
function firstNumber(record: unknown, paths: readonly Path[]): number | undefined {
  for (const path of paths) {
    const value = at(record, path);
    const number = typeof value === 'string' && /^-?\d{1,10}(\.\d{1,20})?$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
  }
  return undefined;
}

function at(record: unknown, path: Path): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
