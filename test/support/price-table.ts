import { countries } from '../../src/record/countries.ts';

/**
 * The table of `docs/price-lists.md`, "Prices by place", written down row by row from its words, with nothing of the rules in
 * it. Lists and visitors are plain text here.
 */

export interface TableVisitor {
  readonly country?: string | undefined;
  /** As in `US-HI`. */
  readonly state?: string | undefined;
  readonly currency?: string | undefined;
  readonly choseCurrency: boolean;
  readonly isGuessed: boolean;
  /** The groups, `eu` among them, whose answer is yes. */
  readonly groups: readonly string[];
}

/** `49 USD`, `49 USD, was 59 USD`; with a `?` in front where it is converted first if there are rates. */
export type Seen = string;

export const children = 'children';
export const unusable = 'unusable';

const groupsThatExist = 'eu eea gdpr dach nordics benelux latam gcc usoptout'.split(' ');

interface Entry {
  /** In capitals; groups in lower case. */
  readonly places: readonly string[];
  readonly currency: string;
  readonly amount: string;
}

function entriesOf(list: string): readonly Entry[] {
  if (!list) return [];
  return list.split(', ').map((text) => {
    const [price = '', places] = text.split(': ').toReversed();
    const [currency = '', amount = ''] = price.split(' ');
    return { places: places?.split(' ').map(spelt) ?? [], currency, amount };
  });
}

function spelt(place: string): string {
  if (place.toLowerCase() === 'eu' || (!place.includes('-') && place.length > 2)) return place.toLowerCase();
  return place.toUpperCase().replace(/^UK\b/, 'GB').replace(/^EL\b/, 'GR');
}

function exists(place: string, owners: readonly string[]): boolean {
  if (place === place.toLowerCase()) return groupsThatExist.includes(place) || owners.includes(place);
  return Object.hasOwn(countries, place.slice(0, 2)) && /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(place);
}

function cannotBeUsed(entries: readonly Entry[], owners: readonly string[]): boolean {
  const pairs = entries.flatMap(({ places, currency }) =>
    (places.length ? places : ['everybody']).map((place) => `${place}/${currency}`),
  );
  return new Set(pairs).size < pairs.length || entries.some(({ places }) => places.some((one) => !exists(one, owners)));
}

/** @param owners the groups of the owner's that a list may use. */
export function readTable(list: string, was: string, visitor: TableVisitor, owners: readonly string[]): Seen {
  const entries = entriesOf(list);
  const formerEntries = entriesOf(was);
  const [first] = entries;
  const { country, state, currency, groups } = visitor;
  // Row 1.
  if (!first || first.places.length || cannotBeUsed(entries, owners) || cannotBeUsed(formerEntries, owners))
    return unusable;

  const isThere = (place: string) =>
    place === state || place === country || (place === place.toLowerCase() && groups.includes(place));
  const named = entries.flatMap(({ places }) => places).filter(isThere);
  const steps = [
    named.find((place) => place.includes('-')),
    named.find((place) => place.length === 2 && place !== 'eu'),
    ...named.filter((place) => place === place.toLowerCase()),
  ].filter((place) => place !== undefined);

  const see = ({ currency: shown, amount }: Entry, place: string, mayConvert: boolean): Seen => {
    const former = formerEntries.find(
      (one) => one.currency === shown && (place === 'everybody' ? !one.places.length : one.places.includes(place)),
    );
    const text =
      former && Number(former.amount) > Number(amount)
        ? `${amount} ${shown}, was ${former.amount} ${shown}`
        : `${amount} ${shown}`;
    return `${mayConvert ? '?' : ''}${text}`;
  };
  const isFor = (place: string) => (entry: Entry) =>
    place === 'everybody' ? !entry.places.length : entry.places.includes(place);

  // Row 2.
  if (visitor.choseCurrency)
    for (const place of [...steps, 'everybody']) {
      const chosen = entries.filter(isFor(place)).find((entry) => entry.currency === currency);
      if (chosen) return see(chosen, place, false);
    }
  // Row 3.
  if (!country || visitor.isGuessed) return children;
  // Row 4.
  const [place] = steps;
  if (place !== undefined) {
    const there = entries.filter(isFor(place));
    const shown = there.find((entry) => entry.currency === currency) ?? there[0];
    if (shown) return see(shown, place, visitor.choseCurrency);
  }
  // Row 5.
  const everybodys = entries.filter(isFor('everybody')).find((entry) => entry.currency === currency);
  if (everybodys) return see(everybodys, 'everybody', false);
  // Rows 6 and 7: without rates the first price shows, which is in the children.
  return see(first, 'everybody', currency !== undefined);
}
