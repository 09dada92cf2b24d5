import { isOneAway } from '../../record/closest.ts';
import { continentNames } from '../../record/country-fields.ts';
import { listCountryCodes, packedCountryFields } from '../../record/packed-countries.ts';
import { attempt } from '../../rules/attempt.ts';
import { groupNames, placesIn } from '../../rules/conditions/groups.ts';
import { countryNamed, groupNamed, meantContinent, meantCountry, plainName } from '../../rules/meant-words.ts';
import { spellCountry } from '../../rules/text/normalize.ts';
import { native } from '../../widget/dom/native.ts';
import { stateNames } from './state-names.ts';

/** A place that a change may be for. */
export interface Place {
  /** As conditions write it: `FR`, `US-CA`, `eu`. A continent is `continent-EU`, since `EU` is no country. */
  readonly code: string;
  readonly name: string;
  readonly kind: 'Group' | 'Country' | 'State' | 'Continent';
}

export interface Places {
  readonly all: readonly Place[];
  nameOf(code: string): string;
  /** The places that a text may mean, the likeliest first. */
  search(text: string): readonly Place[];
  /** The place that a text names, by a code or by whole words. Undefined where it may be another one. */
  named(text: string): Place | undefined;
  /** Those of these kinds alone. */
  only(...kinds: readonly Place['kind'][]): Places;
  /** Somebody to preview, in words. Empty: the page's group is a condition. */
  visitorFrom(code: string): string;
}

const groupTitles: Readonly<Record<string, string>> = {
  eu: 'European Union',
  eea: 'European Economic Area',
  gdpr: 'GDPR: where consent is asked for',
  dach: 'Germany, Austria, Switzerland',
  nordics: 'Nordic countries',
  benelux: 'Belgium, Netherlands, Luxembourg',
  latam: 'Latin America',
  gcc: 'Gulf states (GCC)',
  usoptout: 'US states with an opt-out law',
};

/** The places that a price list or a delivery plan may name. */
export const listed = ['Group', 'Country', 'State'] as const;

const mostFound = 8;

/**
 * @param own the names of the owner's groups.
 * @param languages in which countries are looked for, besides the English that is shown.
 */
export function createPlaces(
  countries: ReadonlyArray<readonly [code: string, name: string]>,
  own: readonly string[],
  languages: readonly string[] = spoken(),
): Places {
  const groups = [...own, ...groupNames.filter((name) => !own.includes(name))];
  const everything: readonly Place[] = [
    ...groups.map((code) => ({ code, name: groupTitles[code] ?? code, kind: 'Group' as const })),
    ...countries.map(([code, name]) => ({ code, name, kind: 'Country' as const })),
    ...stateNames.map(([code, name]) => ({ code, name: `${name} (${code})`, kind: 'State' as const })),
    ...Object.entries(continentNames).map(([code, name]) => ({
      code: `continent-${code}`,
      name,
      kind: 'Continent' as const,
    })),
  ];
  const regions = languages.flatMap(
    (language) => attempt(() => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })) ?? [],
  );
  return among(everything, own, regions);
}

/** A place with all that it is called, as it is compared. */
interface Searched {
  readonly place: Place;
  readonly names: readonly string[];
}

function withNames(place: Place, regions: readonly Intl.DisplayNames[]): Searched {
  const others = place.kind === 'Country' ? regions.flatMap((region) => region.of(place.code) ?? []) : [];
  const names = [place.name.replace(/ \(.*/, ''), place.name, ...others, place.code].map(plainName);
  return { place, names: [...new Set(names)] };
}

function among(all: readonly Place[], own: readonly string[], regions: readonly Intl.DisplayNames[]): Places {
  let known: readonly Searched[] | undefined;
  /** Made once it is needed: a list of places that is only shown has no search. */
  const searched = (): readonly Searched[] => {
    known ??= all.map((place) => withNames(place, regions));
    return known;
  };
  const withCode = (code: string | undefined) => all.find((place) => place.code === code);
  const hasStates = all.some(({ kind }) => kind === 'State');

  function named(text: string): Place | undefined {
    const wanted = plainName(text);
    const continent = meantContinent(text);
    // States of other countries have no names here.
    const code = hasStates && /^[a-z]{2}-[a-z0-9]{1,3}$/.test(wanted) ? wanted.toUpperCase() : undefined;
    if (code) return withCode(code) ?? { code, name: code, kind: 'State' };
    const exact =
      searched().find(({ names }) => names.includes(wanted))?.place ??
      withCode(spellCountry(wanted).toUpperCase()) ??
      withCode(groupNamed(text) ?? countryNamed(text));
    // South Africa is not all of Africa.
    if (exact || !wanted || continent) return exact ?? withCode(`continent-${continent}`);
    const whole = searched().filter(({ names }) => names.some((name) => ` ${name} `.includes(` ${wanted} `)));
    return whole.length === 1 ? whole[0]?.place : undefined;
  }

  return {
    all,
    nameOf: (code) => withCode(code)?.name ?? code,
    named,
    search(text) {
      const wanted = plainName(text);
      if (!wanted) return all.slice(0, mostFound);
      const rank = (name: string): number => {
        if (name.startsWith(wanted)) return 1;
        if (name.split(/[\s,(:]+/).some((word) => word.startsWith(wanted))) return 2;
        return name.includes(wanted) ? 3 : 4;
      };
      const first = named(text);
      const found = searched()
        .map(({ place, names }) => ({ place, rank: Math.min(...names.map(rank)) }))
        .filter((one) => one.rank < 4 && one.place.code !== first?.code)
        // Germany before a group that begins with it.
        .toSorted((one, other) => one.rank - other.rank || one.place.name.length - other.place.name.length)
        .map(({ place }) => place);
      if (first || found.length) return [first ?? [], found].flat().slice(0, mostFound);
      const meant = meantCountry(text);
      return searched()
        .filter(({ place, names }) => place.code === meant || names.some((name) => isNearly(wanted, name)))
        .map(({ place }) => place)
        .slice(0, mostFound);
    },
    only: (...kinds) =>
      among(
        all.filter(({ kind }) => kinds.includes(kind)),
        own,
        regions,
      ),
    visitorFrom(code) {
      if (/^[A-Z]{2}(-|$)/.test(code)) return code;
      // Somebody whom owners would think of, or anybody.
      if (code.startsWith('continent-'))
        return (
          [...'FR JP US BR ZA AU'.split(' '), ...listCountryCodes()].find((one) => continentOf(one) === code) ?? ''
        );
      const [first = ''] = placesIn(own.includes(code) ? '' : code);
      // `eu` is a group of the record, not a list.
      return first === 'eu' ? 'FR' : first.toUpperCase();
    },
  };
}

/** The continent of a country, as a place. */
export function continentOf(country: string): string {
  return `continent-${packedCountryFields(country)?.continentCode}`;
}

/** A shorter word is near to many. */
function isNearly(wanted: string, name: string): boolean {
  return wanted.length > 3 && isOneAway(wanted, name);
}

/** The languages of the page and of the owner's browser. */
function spoken(): readonly string[] {
  return [native(document).documentElement.lang, ...navigator.languages].filter(Boolean);
}
