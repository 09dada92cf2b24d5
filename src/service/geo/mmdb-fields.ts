/** A fact that a record may hold. */
export type Fact = keyof typeof names;

export type Path = readonly string[];

/**
 * Where vendors write each fact; the first that holds something counts. A dot leads into an object or a list. Vendors
 * change their `databaseType` more often than their fields, so the names alone decide.
 *
 * - MaxMind, DB-IP: https://dev.maxmind.com/geoip/docs/databases, https://db-ip.com/db/format
 * - IPinfo: https://github.com/ipinfo/sample-database
 * - IP2Location: https://www.ip2location.com/database/ip2location
 * - ip-location-db: https://github.com/sapics/ip-location-db
 * - IPLocate, ipgeolocation.io, ipapi.is, GeoOpen and ip-api: https://iplocate.io/docs,
 *   https://ipgeolocation.io/documentation, https://ipapi.is, https://github.com/adulau/mmdb-server,
 *   https://ip-api.com/docs
 */
const names = {
  countryCode:
    'country.iso_code country.code country.code_iso_2 country.iso2 country_code countryCode country_iso_code country_code2 country_short geo.country_code location.country_code location.country.code location.country.iso_code',
  // In IPinfo's older files `country` is the code, in the newer ones the name.
  countryCodeOrName: 'country geo.country location.country',
  countryName:
    'country.names country.name country_name countryName country_long geo.country_name location.country.name location.country_name',
  continentCode:
    'continent.code continent_code continentCode geo.continent_code location.continent_code location.continent.code continent geo.continent location.continent',
  city: 'city.names city.name city_name cityName geo.city.name geo.city location.city.names location.city.name location.city city',
  stateName:
    'subdivisions.0.names subdivisions.0.name region.names region.name region_name regionName state1 state.names state.name state_name stateName state_prov stateprov subdivision_1_name geo.region_name location.region.name location.state.name',
  stateCode:
    'subdivisions.0.iso_code subdivisions.0.code region.iso_code region.code region_code regionCode region_iso_code state.iso_code state.code state_code stateCode subdivision_1_iso_code geo.region_code location.region_code location.region.code location.state.code',
  // ip-api writes the code here, IPinfo the name.
  stateCodeOrName: 'region state province geo.region geo.state location.region location.state location.province',
  postalCode:
    'postal.code postcode postal_code postalCode zip_code zipcode zipCode zip postal geo.postal_code geo.postal location.postal_code location.postal.code location.postal location.zip location.zip_code location.zipcode',
  timezone:
    'location.time_zone timezone time_zone timeZone timezone.name timezone.id time_zone.name time_zone.id geo.timezone geo.time_zone location.timezone',
  latitude: 'location.latitude latitude lat geo.latitude geo.lat location.lat coordinates.latitude coordinates.lat',
  longitude:
    'location.longitude longitude lng lon long geo.longitude geo.lng geo.lon location.lng location.lon coordinates.longitude coordinates.lng coordinates.lon',
  coordinates: 'loc geo.loc location.loc',
  radius: 'location.accuracy_radius accuracy_radius radius geo.radius geo.accuracy_radius',
  asn: 'autonomous_system_number traits.autonomous_system_number asn as_number asNumber as.asn as.number asn.asn asn.number asn.as_number autonomous_system.asn autonomous_system.number network.asn network.autonomous_system_number connection.asn country.AutonomousSystemNumber',
  isp: 'isp traits.isp isp.name connection.isp as_name asname asName autonomous_system_organization traits.autonomous_system_organization as_organization as_org asn_name asn_organization as.name as.organization as.org asn.name asn.organization asn.org asn.as_name autonomous_system.name autonomous_system.organization network.autonomous_system_organization country.AutonomousSystemOrganization organization traits.organization org organization.name company.name carrier_name carrier.name carrier mobile.name as name',
  mobileNetwork:
    'mobile_country_code traits.mobile_country_code mcc mobile.mcc carrier.mcc carrier_mcc mobile_brand traits.mcc',
  isMobile: 'is_mobile mobile is_cellular traits.is_mobile connection.is_mobile network.is_mobile',
  connection: 'connection_type traits.connection_type connection.type connectionType',
  user: 'user_type traits.user_type usage_type usageType',
} as const;

function split(list: string): readonly Path[] {
  return list.split(' ').map((name) => name.split('.'));
}

const paths = new Map<string, readonly Path[]>(Object.entries(names).map(([fact, list]) => [fact, split(list)]));

/** Where a fact may stand. */
export function pathsOf(fact: Fact): readonly Path[] {
  return paths.get(fact) ?? [];
}

/** What vendors document besides, and what no field of the record needs: the last word of a name. */
const unneededWords: ReadonlySet<string> = new Set(
  `geoname_id geonames_id geo_name_id confidence geo_changed last_changed metro_code dma_code time_zone_offset
  continent_name elevation weather_code weather_station_code weather_station_name population_density average_income
  user_count static_ip_score ip_risk_snapshot domain as_domain type as_type route network cidr range start_ip end_ip
  ip_range_start ip_range_end mnc mobile_network_code carrier_mnc idd_code area_code calling_code currency currency_code
  capital language languages tld code_iso_3 iso3 iso_code3 country_code3 category address_type net_speed netspeed district
  county state2 accuracy number`.split(/\s+/),
);

const unneededParts = ['registered_country.', 'represented_country.', 'country_info.', 'continent.', 'currency.'];

function isUnneeded(path: string): boolean {
  const word = path.slice(path.lastIndexOf('.') + 1);
  return (
    unneededWords.has(word) ||
    word.startsWith('is_') ||
    unneededParts.some((part) => path.startsWith(part)) ||
    // The second and third division of a country, as a county in a state.
    /^subdivisions\.[1-9]/.test(path)
  );
}

const known: ReadonlySet<string> = new Set(Object.values(names).flatMap((list) => list.split(' ')));

/** The names in a record that hold something and that nobody here reads. The record is bounded, as each in a file. */
export function unreadFields(record: unknown): readonly string[] {
  const unread: string[] = [];
  const waiting: (readonly [path: string, value: unknown])[] = isObject(record) ? Object.entries(record) : [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next;
    if (isUnneeded(path)) continue;
    if (!isObject(value)) {
      if (!known.has(path) && value !== '' && value !== '-') unread.push(path);
    } else if (!known.has(path) || !/\bnames?$/.test(path)) {
      waiting.push(...Object.entries(value).map(([name, inner]) => [`${path}.${name}`, inner] as const));
    }
  }
  return unread;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
