import type { Coordinates, Location, State } from './location.ts';
import { type Fact, pathsOf } from './mmdb-fields.ts';
import { numberAt, textAt, booleanAt } from './mmdb-values.ts';
import { countries } from '../../record/countries.ts';

/** Reads a record of any vendor by its shape: each fact is looked up wherever one of them writes it. */
export function mmdbLocation(record: unknown): Location {
  const city = withoutDistrict(text(record, 'city'));
  const countryCode = countryCodeOf(record);
  const postalCode = postalCodeOf(record, countryCode);
  const asn = asnOf(record);
  return {
    countryCode,
    continentCode: code(text(record, 'continentCode')),
    city: city === '' ? undefined : city,
    state: stateOf(record),
    postalCode,
    timezone: text(record, 'timezone'),
    coordinates: coordinatesOf(record, (city ?? postalCode) !== undefined),
    asn,
    isp: ispOf(record),
    isCellular: isCellular(record),
  };
}

function text(record: unknown, fact: Fact): string | undefined {
  return textAt(record, pathsOf(fact));
}

function number(record: unknown, fact: Fact): number | undefined {
  return numberAt(record, pathsOf(fact));
}

function countryCodeOf(record: unknown): string | undefined {
  const either = text(record, 'countryCodeOrName');
  return (
    code(text(record, 'countryCode')) ??
    code(either) ??
    countryNamed(text(record, 'countryName')) ??
    countryNamed(either)
  );
}

function stateOf(record: unknown): State | undefined {
  const either = text(record, 'stateCodeOrName');
  const shortCode = [text(record, 'stateCode'), either].map(withoutCountry).find((each) => each !== undefined);
  const name = text(record, 'stateName') ?? (withoutCountry(either) === undefined ? either : undefined);
  return name === undefined && shortCode === undefined ? undefined : { name, code: shortCode };
}

/** The code of a state, from `CA` or `US-CA`. */
function withoutCountry(stateCode: string | undefined): string | undefined {
  return /^(?:[A-Z]{2}-)?([A-Z0-9]{1,3})$/.exec(stateCode ?? '')?.[1];
}

/** Countries whose postal codes are digits alone and may begin with zeros, which a number loses. */
const digitsOfPostalCode: Readonly<Record<string, number>> = {
  ...Object.fromEntries('US PR DE FR IT ES MX TR FI EE HR UA KR TH MY GF GP MQ RE YT'.split(' ').map((at) => [at, 5])),
  ...Object.fromEntries('AU BD BG CH DK HU NO NZ PH TN ZA'.split(' ').map((at) => [at, 4])),
  ...Object.fromEntries('CN IN RO RU SG VN'.split(' ').map((at) => [at, 6])),
  JP: 7,
};

function postalCodeOf(record: unknown, countryCode: string | undefined): string | undefined {
  const written = text(record, 'postalCode');
  if (written !== undefined) return written;
  const value = number(record, 'postalCode');
  if (value === undefined || !Number.isInteger(value) || value <= 0) return undefined;
  return String(value).padStart(digitsOfPostalCode[countryCode ?? ''] ?? 0, '0');
}

/** Ignores the centres of countries and large states (a radius of 500 km and more), unless the record names a city. */
function coordinatesOf(record: unknown, isNamed: boolean): Coordinates | undefined {
  const [, first, second] = /^(-?[\d.]+)\s*,\s*(-?[\d.]+)$/.exec(text(record, 'coordinates') ?? '') ?? [];
  const latitude = degreesOf(number(record, 'latitude') ?? Number(first), 90);
  const longitude = degreesOf(number(record, 'longitude') ?? Number(second), 180);
  const radius = number(record, 'radius') ?? 0;
  if (latitude === undefined || longitude === undefined || (radius >= 500 && !isNamed)) return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/** Ignores doubles from broken bytes, which are mostly huge or tiny (1.8e-52). Databases write six decimals at most. */
function degreesOf(value: number, most: number): number | undefined {
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-7 && size <= most) ? value : undefined;
}

/** A number, or text with or without letters: `AS15169`, `AS15169 Google LLC`. */
function asnOf(record: unknown): number | undefined {
  const written = textAt(record, [...pathsOf('asn'), ['as'], ['org']]);
  const value = number(record, 'asn') ?? Number(/^AS(\d{1,10})\b/i.exec(written ?? '')?.[1]);
  return Number.isInteger(value) && value > 0 && value < 2 ** 32 ? value : undefined;
}

/** The name alone, of `AS15169 Google LLC` too. */
function ispOf(record: unknown): string | undefined {
  const name = text(record, 'isp')?.replace(/^AS\d+\s*/i, '');
  return name === '' ? undefined : name;
}

function isCellular(record: unknown): boolean | undefined {
  const carrier = text(record, 'mobileNetwork') ?? number(record, 'mobileNetwork');
  if (carrier !== undefined) return true;
  const said = booleanAt(record, pathsOf('isMobile'));
  if (said !== undefined) return said;
  // `ISP/MOB` is a provider of both.
  const kinds = [text(record, 'connection'), text(record, 'user')].filter((kind) => kind !== undefined);
  if (kinds.length === 0 || kinds.includes('ISP/MOB')) return undefined;
  return kinds.some((kind) => /^(?:cellular|mobile|mob)$/i.test(kind));
}

function code(written: string | undefined): string | undefined {
  return written !== undefined && /^[A-Z]{2}$/i.test(written) ? written.toUpperCase() : undefined;
}

/** DB-IP appends the district: "Zurich (Zurich (Kreis 1) / Hochschulen)". */
function withoutDistrict(city: string | undefined): string | undefined {
  return city?.endsWith(')') ? city.split('(', 1)[0]?.trimEnd() : city;
}

const codesByName: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([codeOfCountry, { name }]) => [name.toLowerCase(), codeOfCountry]),
);

/** The code of a country by its English name, for records that have nothing else. */
function countryNamed(name: string | undefined): string | undefined {
  return codesByName.get(name?.toLowerCase() ?? '');
}
