import { readPackage } from './packages.ts';

interface Zones {
  readonly supplemental: {
    readonly windowsZones: {
      readonly mapTimezones: readonly { readonly mapZone: { readonly _territory: string; readonly _type: string } }[];
    };
  };
}

interface Names {
  readonly keyword: {
    readonly u: { readonly tz: Readonly<Record<string, { readonly _alias?: string; readonly _iana?: string }>> };
  };
}

const { mapTimezones } = (readPackage('cldr-core/supplemental/windowsZones.json') as Zones).supplemental.windowsZones;
const { tz } = (readPackage('cldr-bcp47/bcp47/timezone.json') as Names).keyword.u;

/**
 * The IANA's own name of a zone, where CLDR keeps to an older one: browsers report either (`Asia/Calcutta`,
 * `Asia/Kolkata`).
 */
const newNames = new Map(
  Object.values(tz).map(({ _alias: aliases = '', _iana: name }) => [aliases.split(' ')[0], name]),
);

/**
 * The places that a country's time zones are named for: the part after the last slash. Places of two countries are left
 * out.
 */
export function zonesTable(countries: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const countriesOf = new Map<string, Set<string>>();
  for (const {
    mapZone: { _territory: country, _type: zones },
  } of mapTimezones) {
    if (!Object.hasOwn(countries, country)) continue;
    for (const zone of zones.split(' ').flatMap((one) => [one, newNames.get(one) ?? one])) {
      const place = zone.split('/').at(-1) ?? '';
      countriesOf.set(place, (countriesOf.get(place) ?? new Set()).add(country));
    }
  }
  const table: Record<string, string[]> = {};
  for (const [place, [country = '', ...others]] of countriesOf) if (!others.length) (table[country] ??= []).push(place);
  return Object.fromEntries(
    Object.entries(table)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([country, places]) => [country, places.join(' ')]),
  );
}
