import { groupNames, placesIn } from '../../rules/conditions/groups.ts';
import { fold } from '../../rules/text/normalize.ts';
import { stateNames } from './state-names.ts';

/** A place that a change may be for. */
export interface Place {
  /** As conditions write it: `FR`, `US-CA`, `eu`. */
  readonly code: string;
  readonly name: string;
  readonly kind: 'Group' | 'Country' | 'State';
}

export interface Places {
  readonly all: readonly Place[];
  nameOf(code: string): string;
  /** The places that a text may mean, the likeliest first. */
  search(text: string): readonly Place[];
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

const mostFound = 8;

/** @param own the names of the owner's groups. */
export function createPlaces(
  countries: ReadonlyArray<readonly [code: string, name: string]>,
  own: readonly string[],
): Places {
  const groups = [...own, ...groupNames.filter((name) => !own.includes(name))];
  const all: readonly Place[] = [
    ...groups.map((code) => ({ code, name: groupTitles[code] ?? code, kind: 'Group' as const })),
    ...countries.map(([code, name]) => ({ code, name, kind: 'Country' as const })),
    ...stateNames.map(([code, name]) => ({ code, name: `${name} (${code})`, kind: 'State' as const })),
  ];
  const folded = all.map((place) => [place, fold(place.name), fold(place.code)] as const);

  return {
    all,
    nameOf: (code) => all.find((place) => place.code === code)?.name ?? code,
    search(text) {
      const wanted = fold(text);
      if (!wanted) return all.slice(0, mostFound);
      const rank = (name: string, short: string): number => {
        if (short === wanted || name === wanted) return 0;
        if (name.startsWith(wanted)) return 1;
        if (name.split(/[\s,(:]+/).some((word) => word.startsWith(wanted))) return 2;
        return name.includes(wanted) ? 3 : 4;
      };
      const found = folded
        .map(([place, name, short]) => ({ place, rank: rank(name, short) }))
        .filter((one) => one.rank < 4)
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ place }) => place)
        .slice(0, mostFound);
      // States of other countries have no names here.
      const code = /^[a-z]{2}-[a-z0-9]{1,3}$/.test(wanted) ? wanted.toUpperCase() : undefined;
      return code && !found.some((place) => place.code === code)
        ? [...found, { code, name: code, kind: 'State' }]
        : found;
    },
    visitorFrom(code) {
      if (/^[A-Z]{2}(-|$)/.test(code)) return code;
      const [first = ''] = placesIn(own.includes(code) ? '' : code);
      // `eu` is a group of the record, not a list.
      return first === 'eu' ? 'FR' : first.toUpperCase();
    },
  };
}
