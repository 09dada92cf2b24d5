import type { Currency } from '../../src/record/countries.ts';
import type { Country } from '../../src/record/country.ts';
import { readPackage } from './packages.ts';

interface ListedCountry {
  readonly name: string;
  readonly capital: string;
  readonly continent: string;
  readonly languages: readonly string[];
}

interface ListedCurrency {
  readonly symbol: string;
  readonly decimals: number;
}

interface Tender {
  readonly _to?: string;
  readonly _tender?: 'false';
}

interface Territory {
  readonly languagePopulation?: Dictionary<{ readonly _populationPercent: string; readonly _officialStatus?: string }>;
}

interface Cldr {
  readonly supplemental: {
    readonly currencyData: { readonly region: Dictionary<ReadonlyArray<Dictionary<Tender>>> };
    readonly territoryContainment: Dictionary<{ readonly _contains: readonly string[] }>;
    readonly territoryInfo: Dictionary<Territory>;
  };
}

type Dictionary<Value> = Readonly<Record<string, Value>>;

const { countries: listedCountries } = readPackage('countries-list') as { countries: Dictionary<ListedCountry> };
const { currencies: listedCurrencies } = readPackage('countries-list/currencies') as {
  currencies: Dictionary<ListedCurrency>;
};
const { countries: phones } = readPackage('libphonenumber-js/metadata.min.json') as {
  countries: Dictionary<readonly [string, ...unknown[]]>;
};
const { effectiveCoverageLevels: locales } = readPackage('cldr-core/coverageLevels.json') as {
  effectiveCoverageLevels: Dictionary<string>;
};
const { currencyData } = (readPackage('cldr-core/supplemental/currencyData.json') as Cldr).supplemental;
const { territoryContainment } = (readPackage('cldr-core/supplemental/territoryContainment.json') as Cldr).supplemental;
const { territoryInfo } = (readPackage('cldr-core/supplemental/territoryInfo.json') as Cldr).supplemental;

/** countries-list has these without diacritics, or under a name that is no longer the usual one. */
const names: Dictionary<string> = {
  AX: 'Åland Islands',
  BL: 'Saint Barthélemy',
  BQ: 'Caribbean Netherlands',
  CI: "Côte d'Ivoire",
  CW: 'Curaçao',
  RE: 'Réunion',
  ST: 'São Tomé and Príncipe',
  TL: 'Timor-Leste',
};

/** undefined: has no capital. */
const capitals: Dictionary<string | undefined> = {
  AQ: undefined,
  BV: undefined,
  // Since January 2026; it was Malabo.
  GQ: 'Ciudad de la Paz',
  HK: 'Hong Kong',
  HM: undefined,
  MN: 'Ulaanbaatar',
  MO: undefined,
  PF: 'Papeete',
  // The seat of government; Lobamba is the seat of parliament.
  SZ: 'Mbabane',
  // The government moves from atoll to atoll every year.
  TK: undefined,
  UM: undefined,
  US: 'Washington, D.C.',
};

/** countries-list says Asia; geolocation databases, and the capital, say Europe. */
const continents: Dictionary<string> = { RU: 'EU' };

/** CLDR lists the rand first. */
const currencyOverrides: Dictionary<string> = { LS: 'LSL' };

/** Codes in use where libphonenumber has no numbers to parse. */
const callingCodes: Dictionary<number> = { AQ: 672, BV: 47, GS: 500, HM: 672, PN: 64, TF: 262, UM: 1 };

/** Where the most spoken official language is not the one that pages for the country are written in. */
const languages: Dictionary<string> = {
  BV: 'nb',
  BY: 'be',
  CW: 'nl',
  IN: 'en',
  KE: 'en',
  KZ: 'kk',
  LU: 'fr',
  NO: 'nb',
  PK: 'ur',
  PY: 'es',
  SN: 'fr',
  UG: 'en',
};

/** The sign of the Kyrgyz som: few fonts have it. */
const unprintableSymbols: readonly string[] = ['\u20c0'];

/**
 * Territories outside the 27 members where Union law applies: https://eur-lex.europa.eu/eli/treaty/tfeu_2012/art_355/oj
 */
const outermostRegions: readonly string[] = ['AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT'];

/** https://unstats.un.org/unsd/methodology/m49/ */
const subregions: Dictionary<string> = {
  '005': 'South America',
  '011': 'Western Africa',
  '013': 'Central America',
  '014': 'Eastern Africa',
  '015': 'Northern Africa',
  '017': 'Middle Africa',
  '018': 'Southern Africa',
  '021': 'Northern America',
  '029': 'Caribbean',
  '030': 'Eastern Asia',
  '034': 'Southern Asia',
  '035': 'South-eastern Asia',
  '039': 'Southern Europe',
  '053': 'Australia and New Zealand',
  '054': 'Melanesia',
  '057': 'Micronesia',
  '061': 'Polynesia',
  '143': 'Central Asia',
  '145': 'Western Asia',
  '151': 'Eastern Europe',
  '154': 'Northern Europe',
  '155': 'Western Europe',
};

/** Parts of Saint Helena in M49, which CLDR files under its own "Outlying Oceania". */
const subregionOverrides: Dictionary<string> = { AC: 'Western Africa', TA: 'Western Africa' };

export function countriesTable(): Record<string, Country> {
  return Object.fromEntries(
    Object.entries(listedCountries)
      .toSorted(byKey)
      .map(([code, entry]) => [code, country(code, entry)]),
  );
}

/** Only currencies that are some country's own. */
export function currenciesTable(countries: Dictionary<Country>): Record<string, Currency> {
  const codes = new Set(Object.values(countries).flatMap((one) => one.currency ?? []));
  return Object.fromEntries([...codes].toSorted().map((code) => [code, currency(code)]));
}

function country(code: string, entry: ListedCountry): Country {
  const subregion = subregionOf(code);
  const capital = Object.hasOwn(capitals, code) ? capitals[code] : entry.capital;
  const currencyCode = currencyOverrides[code] ?? currencyOf(code);
  const callingCode = callingCodes[code] ?? callingCodeOf(code);
  const language = languages[code] ?? languageOf(code) ?? entry.languages[0];
  return {
    name: names[code] ?? entry.name,
    continent: continents[code] ?? entry.continent,
    ...(subregion === undefined ? {} : { subregion }),
    ...(capital === undefined ? {} : { capital }),
    isEU: members('EU').includes(code) || outermostRegions.includes(code),
    ...(currencyCode === undefined ? {} : { currency: currencyCode }),
    ...(callingCode === undefined ? {} : { callingCode }),
    ...(language === undefined ? {} : { language: new Intl.Locale(language, { region: code }).toString() }),
  };
}

function subregionOf(code: string): string | undefined {
  const region = Object.keys(subregions).find((one) => members(one).includes(code));
  return subregionOverrides[code] ?? subregions[region ?? ''];
}

function members(region: string): readonly string[] {
  const { _contains: codes = [] } = territoryContainment[region] ?? {};
  return codes;
}

/** The first tender still valid; later ones are second currencies (PA, HT and PS would become USD, USD and JOD). */
function currencyOf(code: string): string | undefined {
  return currencyData.region[code]
    ?.flatMap((tenders) => Object.entries(tenders))
    .find(([, { _to: end, _tender: isTender }]) => end === undefined && isTender !== 'false')?.[0];
}

function callingCodeOf(code: string): number | undefined {
  const [callingCode] = phones[code] ?? [];
  return callingCode === undefined ? undefined : Number(callingCode);
}

/** The most spoken of the official languages that programs have a locale for. */
function languageOf(code: string): string | undefined {
  return Object.entries(territoryInfo[code]?.languagePopulation ?? {})
    .map(([tag, { _populationPercent: percent, _officialStatus: status }]) => ({
      language: tag.replace(/_.*/, ''),
      percent: Number(percent),
      status,
    }))
    .filter(
      ({ language, status }) =>
        (status === 'official' || status === 'de_facto_official') && Object.hasOwn(locales, language),
    )
    .toSorted((a, b) => b.percent - a.percent)[0]?.language;
}

function currency(code: string): Currency {
  const { symbol, decimals: digits } = listedCurrencies[code] ?? {};
  if (symbol === undefined || digits === undefined) throw new Error(`countries-list has no currency ${code}`);
  return symbol === code || unprintableSymbols.includes(symbol) ? { digits } : { symbol, digits };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
