import { currencyDigits } from '../record/countries.built.ts';
import { listCountryCodes } from '../record/packed-countries.ts';
import type { VisitorRecord } from '../record/record.ts';
import { splitEntries } from './conditions/entries.ts';
import type { Choice } from './visitor-words.ts';
import { spellCountry } from './text/normalize.ts';

/**
 * What a link may choose: codes that exist, and nothing else. A link comes from strangers, and no word of theirs may
 * stand in the page. So it takes less than `geolet.override`.
 */
export interface LinkChoice {
  /** Empty: the visitor's place is unknown. */
  readonly country?: string;
  readonly state?: string;
  readonly currency?: string;
}

/** What follows from a country, and the codes of its states, with blanks between them. */
export interface CountryRow {
  readonly fields: VisitorRecord;
  readonly states: string;
}

const mostCharacters = 64;

/**
 * Reads `DE`, `US-CA`, `currency: EUR`, `EUR`, `country: CH; currency: EUR` and `unknown`.
 *
 * @returns undefined for everything else. Whether the country has the state, `choiceOfLink` says.
 */
export function parseLinkChoice(text: string): LinkChoice | undefined {
  if (text.length > mostCharacters || !/^[\w\s:;-]+$/.test(text)) return undefined;
  const parts = splitEntries(text.toUpperCase()).map(readPart);
  const link: LinkChoice = Object.assign({}, ...parts);
  const { country, state } = link;
  const isNamedOnce = Object.keys(link).length === parts.flatMap((part) => Object.keys(part ?? {})).length;
  const isUnderstood = parts.length > 0 && parts.every(Boolean) && isNamedOnce && (state === undefined || country);
  return isUnderstood && (!country || listCountryCodes().includes(country)) ? link : undefined;
}

/** The choice in its shortest words. */
export function textOfLink({ country, state, currency }: LinkChoice): string {
  const place = country === '' ? ['unknown'] : [country, state].filter(Boolean);
  return [place.join('-'), currency && `currency: ${currency}`].filter(Boolean).join('; ');
}

/**
 * @param row of the link's country.
 * @returns undefined for a country or a state that does not exist.
 */
export function choiceOfLink(
  { country, state, currency }: LinkChoice,
  row: CountryRow | undefined,
): Choice | undefined {
  if (country && !row) return undefined;
  if (state !== undefined && !row?.states.split(' ').includes(state)) return undefined;
  return {
    fields: {
      ...(country && row?.fields),
      ...(state !== undefined && { stateCode: state }),
      ...(currency !== undefined && { currencyCode: currency }),
    },
    place: country !== undefined,
    currency: currency !== undefined,
  };
}

/** @param entry in upper case. */
function readPart([name, value]: readonly [name: string, value: string]): LinkChoice | undefined {
  const [kind, code] = value === '' ? [/^[A-Z]{3}$/.test(name) ? 'CURRENCY' : 'COUNTRY', name] : [name, value];
  if (kind === 'CURRENCY') return Object.hasOwn(currencyDigits, code) ? { currency: code } : undefined;
  if (code === 'UNKNOWN' && value === '') return { country: '' };
  const [, country, , state] = /^([A-Z]{2})(-([A-Z\d]{1,3}))?$/.exec(code) ?? [];
  const place = country !== undefined && { country: spellCountry(country.toLowerCase()).toUpperCase() };
  if (kind === 'COUNTRY') return place ? { ...place, ...(state !== undefined && { state }) } : undefined;
  if (kind !== 'STATE') return undefined;
  if (place && state !== undefined) return { ...place, state };
  return /^[A-Z\d]{1,3}$/.test(code) ? { state: code } : undefined;
}
