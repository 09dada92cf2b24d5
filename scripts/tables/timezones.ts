import { readPackage } from './packages.ts';

type Dictionary<Value> = Readonly<Record<string, Value>>;

interface MapZone {
  /** `_other` is Windows' name for the clock that these zones share today. */
  readonly mapZone: { readonly _type: string; readonly _territory: string; readonly _other: string };
}

interface Cldr {
  readonly supplemental: {
    readonly windowsZones: { readonly mapTimezones: readonly MapZone[] };
    readonly primaryZones: Dictionary<string>;
  };
}

const { mapTimezones } = (readPackage('cldr-core/supplemental/windowsZones.json') as Cldr).supplemental.windowsZones;
const { primaryZones } = (readPackage('cldr-core/supplemental/primaryZones.json') as Cldr).supplemental;
const { keyword } = readPackage('cldr-bcp47/bcp47/timezone.json') as { keyword: { u: { tz: Dictionary<unknown> } } };

/** Where there are several zones and CLDR calls none of them the first: the capital's, or where most people live. */
const mainZones: Dictionary<string> = {
  // Parts of Saint Helena.
  AC: 'Atlantic/St_Helena',
  TA: 'Atlantic/St_Helena',
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CY: 'Asia/Nicosia',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  RU: 'Europe/Moscow',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  // Not in CLDR's list; its clocks are Belgrade's.
  XK: 'Europe/Belgrade',
};

/** Nobody lives there. */
const uninhabited: readonly string[] = ['BV', 'HM'];

/** States by which people try pages, in the zone of most of their people. https://www.iana.org/time-zones */
const stateZones: Dictionary<string> = {
  'America/Chicago': 'US-AL US-AR US-IA US-IL US-KS US-LA US-MN US-MO US-MS US-ND US-NE US-OK US-SD US-TN US-TX US-WI',
  'America/Denver': 'US-CO US-ID US-MT US-NM US-UT US-WY',
  'America/Phoenix': 'US-AZ',
  'America/Los_Angeles': 'US-CA US-NV US-OR US-WA',
  'America/Anchorage': 'US-AK',
  'Pacific/Honolulu': 'US-HI',
  'America/Vancouver': 'CA-BC',
  'America/Edmonton': 'CA-AB CA-NT',
  'America/Whitehorse': 'CA-YT',
  'America/Regina': 'CA-SK',
  'America/Winnipeg': 'CA-MB',
  'America/Halifax': 'CA-NB CA-NS CA-PE',
  'America/St_Johns': 'CA-NL',
  'Australia/Brisbane': 'AU-QLD',
  'Australia/Adelaide': 'AU-SA',
  'Australia/Darwin': 'AU-NT',
  'Australia/Perth': 'AU-WA',
  'Australia/Hobart': 'AU-TAS',
};

/** The main zone of each country, and of states of the largest ones where it is another. */
export function timezonesTable(countries: Dictionary<unknown>): Record<string, string> {
  const ofCountries = Object.keys(countries).flatMap((code) =>
    uninhabited.includes(code) ? [] : [[code, zoneOf(code)] as const],
  );
  const ofStates = Object.entries(stateZones).flatMap(([zone, states]) =>
    states.split(' ').map((state) => [state, zone] as const),
  );
  return Object.fromEntries([...ofCountries, ...ofStates].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The zone of each country that has one clock everywhere. Germany has two zones (Büsingen) and one clock; China has two
 * clocks (Ürümqi).
 */
export function soleTimezonesTable(countries: Dictionary<unknown>): Record<string, string> {
  const inhabited = Object.keys(countries)
    .filter((code) => !uninhabited.includes(code))
    .toSorted();
  return Object.fromEntries(inhabited.filter((code) => clocksOf(code).size < 2).map((code) => [code, zoneOf(code)]));
}

function clocksOf(country: string): ReadonlySet<string> {
  return new Set(mapTimezones.flatMap(({ mapZone }) => (mapZone._territory === country ? mapZone._other : [])));
}

function zoneOf(country: string): string {
  const zones = mapTimezones
    .filter(({ mapZone }) => mapZone._territory === country)
    .flatMap(({ mapZone }) => mapZone._type.trim().split(' '));
  const zone = mainZones[country] ?? primaryZones[country] ?? (zones.length === 1 ? zones[0] : undefined);
  if (zone === undefined) throw new Error(`Which of ${zones.join(', ') || 'no zones'} is the main one of ${country}?`);
  return ianaName(zone);
}

/** CLDR keeps to the name that it had first. */
function ianaName(zone: string): string {
  const entries = Object.values(keyword.u.tz).filter(
    (entry): entry is { _alias: string; _iana?: string } =>
      typeof entry === 'object' && entry !== null && '_alias' in entry,
  );
  return entries.find(({ _alias }) => _alias.split(' ').includes(zone))?._iana ?? zone;
}
