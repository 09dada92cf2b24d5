import {
  asn,
  country,
  type HeaderFacts,
  type HeaderFormat,
  latitude,
  longitude,
  stateCode,
  timezone,
  utf8,
} from './header-formats.ts';

/** `94102-94105+94107` are the codes of an area, and not the visitor's. */
const singlePostalCode: HeaderFormat = {
  ...utf8('postalCode'),
  read: (value) => (/^[a-z\d ]+$/i.test(value) ? { postalCode: value } : {}),
};

/**
 * Which pair of Akamai's list says which field. Not among them: `city`, which has no blanks and no small letters
 * (`SANJOSE`), so that no page could show it.
 */
const pairs: Readonly<Record<string, HeaderFormat>> = {
  country_code: country,
  region_code: stateCode,
  lat: latitude,
  long: longitude,
  timezone,
  asnum: asn,
  zip: singlePostalCode,
};

/**
 * Akamai writes all in one header: `georegion=246,country_code=US,region_code=CA,…`. A name that comes twice means that
 * the header came twice, so that a visitor wrote one of them.
 * https://techdocs.akamai.com/property-mgr/docs/content-tgting
 */
export const edgescape: HeaderFormat = {
  rule: { kind: 'edgescape' },
  read(value) {
    const parts = value.split(',').map((part) => part.split('='));
    const values = new Map(parts.map(([name = '', text = '']) => [name.trim(), text.trim()]));
    if (values.size < parts.length) return {};
    let facts: HeaderFacts = {};
    for (const [name, format] of Object.entries(pairs)) facts = { ...facts, ...format.read(values.get(name) ?? '') };
    return facts;
  },
  write: (facts) =>
    ['georegion=1', ...Object.entries(pairs).map(([name, format]) => `${name}=${format.write(facts)}`)].join(','),
};
