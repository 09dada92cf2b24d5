// @guard hosts
import { decodePercent, decodeUtf8, encodeUtf8 } from './header-text.ts';
import type { HostField } from './host-record.ts';

/** What headers say. */
export type HeaderFacts = { readonly [Field in HostField]?: string | number };

/** What a format is, as data: the WordPress plugin reads headers by it. */
export type FormatRule =
  | { readonly kind: 'code' | 'match'; readonly field: HostField; readonly pattern: string }
  | { readonly kind: 'coordinate'; readonly field: HostField; readonly pattern: string; readonly most: number }
  | { readonly kind: 'utf8' | 'percent'; readonly field: HostField }
  | { readonly kind: 'asn' | 'subdivision' | 'coordinates' | 'edgescape' };

/** How one header writes one or several fields. */
export interface HeaderFormat {
  readonly rule: FormatRule;
  /** @returns nothing for a value that is malformed, or that says "unknown". */
  read(value: string): HeaderFacts;
  /** The value that says these facts: what the doctor forges, and the samples of the tests. */
  write(facts: HeaderFacts): string;
}

/** Two letters in either case. A header that came twice is joined (`DE, BR`), and matches nothing. */
export const country = code('countryCode', /^[a-z]{2}$/i);

/** The part of an ISO 3166-2 code after the country. */
export const stateCode = code('stateCode', /^[a-z\d]{1,3}$/i);

/** An IANA name. Abbreviations (`PST`) and offsets are not names. */
export const timezone = matching('timezone', /^(?:UTC|[A-Z][A-Za-z_]+(?:\/[\w+-]+){1,2})$/);

export const latitude = coordinate('latitude', 90);
export const longitude = coordinate('longitude', 180);

/** `12322` or `AS12322`. */
export const asn: HeaderFormat = {
  rule: { kind: 'asn' },
  read: (value) => {
    const number = Number(/^(?:AS)?(\d{1,10})$/i.exec(value)?.[1] ?? 0);
    return number > 0 && number < 2 ** 32 ? { ASN: number } : {};
  },
  write: ({ ASN }) => String(ASN ?? ''),
};

/** A Unicode CLDR subdivision: the country and the part after it, in one (`USCA`). https://cldr.unicode.org */
export const subdivision: HeaderFormat = {
  rule: { kind: 'subdivision' },
  read: (value) => (/^[a-z]{2}[a-z\d]{1,3}$/i.test(value) ? stateCode.read(value.slice(2)) : {}),
  write: ({ countryCode, stateCode: state }) => `${countryCode ?? ''}${state ?? ''}`,
};

/** `45.7485,4.8467` */
export const coordinates: HeaderFormat = {
  rule: { kind: 'coordinates' },
  read: (value) => {
    const [north = '', east = '', more] = value.split(',');
    const facts = { ...latitude.read(north), ...longitude.read(east) };
    return more === undefined && Object.keys(facts).length === 2 ? facts : {};
  },
  write: (facts) => `${latitude.write(facts)},${longitude.write(facts)}`,
};

/** Text as raw UTF-8. */
export const utf8 = (field: TextField): HeaderFormat => text({ kind: 'utf8', field }, decodeUtf8, encodeUtf8);

/** Text with percent-encoded bytes of UTF-8. */
export const percentEncoded = (field: TextField): HeaderFormat =>
  text({ kind: 'percent', field }, decodePercent, encodeURIComponent);

type TextField = 'city' | 'stateName' | 'postalCode' | 'ISP';

/** What hosts write for "unknown". https://www.fastly.com/documentation/reference/vcl/variables/geolocation */
const unknown = /^(?:\?|-|NO REGION)$/;

function text(
  rule: { readonly kind: 'utf8' | 'percent'; readonly field: TextField },
  decode: (value: string) => string | undefined,
  encode: (text: string) => string,
): HeaderFormat {
  const { field } = rule;
  return {
    rule,
    read: (value) => {
      // Lines of one name come joined by a comma and a blank: the host wrote one of them. Companies have such names.
      const isTwice = value.includes(', ') && field !== 'ISP';
      const decoded = isTwice ? undefined : decode(value)?.trim();
      return decoded === undefined || decoded === '' || unknown.test(decoded) || /\p{Cc}/u.test(decoded)
        ? {}
        : { [field]: decoded };
    },
    write: (facts) => encode(String(facts[field] ?? '')),
  };
}

function matching(field: HostField, pattern: RegExp): HeaderFormat {
  return {
    rule: { kind: 'match', field, pattern: pattern.source },
    read: (value) => (pattern.test(value) ? { [field]: value } : {}),
    write: (facts) => String(facts[field] ?? ''),
  };
}

function code(field: HostField, pattern: RegExp): HeaderFormat {
  const { read, write } = matching(field, pattern);
  return {
    rule: { kind: 'code', field, pattern: pattern.source },
    read: (value) => read(value.toUpperCase()),
    write,
  };
}

function coordinate(field: 'latitude' | 'longitude', most: number): HeaderFormat {
  const pattern = /^-?\d{1,3}(?:\.\d+)?$/;
  const { read, write } = matching(field, pattern);
  return {
    rule: { kind: 'coordinate', field, pattern: pattern.source, most },
    read: (value) => (Math.abs(Number(value)) <= most ? read(value.trim()) : {}),
    write,
  };
}
