import { listCountryCodes } from '../../record/packed-countries.ts';
import type { Facts } from '../facts.ts';
import { spellCountry, tokensOf } from '../text/normalize.ts';
import type { Answer, Groups } from './clause.ts';
import type { answer } from './condition.ts';
import type { ConditionName } from './condition-table.ts';
import { placesIn } from './groups.ts';

/**
 * The places that lists name before a price or a number of days: two letters are a country, `US-HI` is a state, more
 * letters are a group.
 */

/** The most specific first. */
const kinds = ['state', 'country', 'group'] as const satisfies readonly ConditionName[];

/** What a group may ask: servers and browsers agree about it, and it stays as long as the visitor does. */
const namesOfPlaces: readonly ConditionName[] = ['country', 'state', 'continent', 'subregion', 'eu'];

/** The page's lazy files get it from the loader. */
export interface PlaceRules {
  readonly answer: typeof answer;
}

/** @returns places in lower case, as ISO 3166 spells them. */
export function placesOf(written: string | undefined): readonly string[] {
  return tokensOf(written?.toLowerCase()).map((place) => {
    const [country = '', ...state] = place.split('-');
    return [spellCountry(country), ...state].join('-');
  });
}

export function isPlace(place: string, groups: Groups | undefined): boolean {
  const kind = kindOf(place);
  const own = groups?.get(place);
  if (kind !== 'group') return isCountry(place.slice(0, 2)) && (kind === 'country' || /^..-[a-z0-9]{1,3}$/.test(place));
  return own ? own.length > 0 && own.every(({ name }) => namesOfPlaces.includes(name)) : placesIn(place).length > 0;
}

/** Whether the visitor is in a place. */
export function isIn(place: string, { answer }: PlaceRules, facts: Facts): Answer {
  return answer([{ name: kindOf(place), not: false, values: [place] }], { ...facts, traceStep: undefined });
}

/** Places of the same kind stay as they are written. */
export function mostSpecificFirst(places: readonly string[]): readonly string[] {
  return kinds.flatMap((kind) => places.filter((place) => kindOf(place) === kind));
}

function kindOf(place: string): (typeof kinds)[number] {
  if (place.includes('-')) return 'state';
  return place.length === 2 && place !== 'eu' ? 'country' : 'group';
}

let countries: ReadonlySet<string> | undefined;

function isCountry(code: string): boolean {
  countries ??= new Set(listCountryCodes().map((known) => known.toLowerCase()));
  return countries.has(code);
}
