import type { Groups } from '../conditions/clause.ts';
import { isIn, isPlace, mostSpecificFirst, placesOf, type PlaceRules } from '../conditions/named-places.ts';
import type { Facts } from '../facts.ts';
import type { formatPrice } from './money.ts';
import { isByPlace, type Price, type PriceTag, type ShownPrice } from './price.ts';

/**
 * Price lists that name places: `USD 49, IN: USD 19, DE AT: EUR 39, US-HI: USD 59, gcc: AED 180`. The whole decision is
 * a table in `docs/price-lists.md`.
 */

/** What the choice of a price builds on. The page's lazy file gets it from `geolet.js`. */
export interface PriceRules extends PlaceRules {
  readonly formatPrice: typeof formatPrice;
}

/** What a list comes to for a visitor. */
export interface Decision {
  readonly price: Price;
  /** The place that it is for. Undefined: everybody. */
  readonly place: string | undefined;
  /** The former price of the same place and currency. */
  readonly former: Price | undefined;
  /** Whether the visitor sees it in their own currency if there are rates. */
  readonly converts: boolean;
}

/** Why a list cannot be used. */
export interface UnusableList {
  /** Its first entry has a place, although it is for everybody; a place that there is not; or a price given twice. */
  readonly reason: 'first' | 'place' | 'twice';
  /** What is at fault. */
  readonly text: string;
}

/** The first thing in a list by place that cannot be used. Former prices may all be for a place. */
export function unusableIn(tag: PriceTag, groups: Groups | undefined): UnusableList | undefined {
  if (!isByPlace(tag)) return undefined;
  const { prices, was = [] } = tag;
  const first = prices[0]?.places?.trim();
  if (first !== undefined) return { reason: 'first', text: first };
  /** Groups are long, and may be named again with each currency. Empty: everybody. */
  const known = new Set(['']);
  for (const list of [prices, was]) {
    const seen = new Set<string>();
    for (const { places: written, currency } of list) {
      const places = written === undefined ? [''] : placesOf(written);
      if (!places.length) return { reason: 'place', text: '' };
      for (const place of places) {
        if (!known.has(place) && !isPlace(place, groups)) return { reason: 'place', text: place };
        known.add(place);
        const text = `${place.toUpperCase()} ${currency}`.trim();
        if (seen.has(text)) return { reason: 'twice', text };
        seen.add(text);
      }
    }
  }
  return undefined;
}

/** @returns undefined where the page stays as written: the visitor's country is not known. */
export function decideByPlace(rules: PlaceRules, { prices, was = [] }: PriceTag, facts: Facts): Decision | undefined {
  const [base] = prices;
  const currency = facts.record?.currencyCode?.toUpperCase();
  if (!base || !facts.record) return undefined;
  const pricesAt = groupByPlace(prices);
  const places = [...pricesAt.keys()].flatMap((place) =>
    place !== undefined && isIn(place, rules, facts) ? place : [],
  );
  const [theirs, ...wider] = [...mostSpecificFirst(places), undefined];
  const find = (at: string | undefined, wanted?: string) =>
    pricesAt.get(at)?.find((price) => !wanted || price.currency === wanted);
  const decide = (price: Price, at: string | undefined, converts = false): Decision => ({
    price,
    place: at,
    former: groupByPlace(was)
      .get(at)
      ?.find((one) => one.currency === price.currency),
    converts,
  });

  if (facts.choseCurrency)
    for (const at of [theirs, ...wider]) {
      const chosen = find(at, currency);
      if (chosen) return decide(chosen, at);
    }
  if (!facts.record.countryCode) return undefined;
  const ofPlace = theirs === undefined ? undefined : (find(theirs, currency) ?? find(theirs));
  if (ofPlace) return decide(ofPlace, theirs, facts.choseCurrency);
  const listed = currency && find(undefined, currency);
  return listed ? decide(listed, undefined) : decide(base, undefined, currency !== undefined);
}

/** The prices of each place, folded, as they are written. Undefined: for everybody. */
function groupByPlace(prices: readonly Price[]): ReadonlyMap<string | undefined, readonly Price[]> {
  const groups = new Map<string | undefined, Price[]>();
  for (const price of prices) {
    const places = placesOf(price.places);
    for (const place of places.length ? places : [undefined]) {
      const group = groups.get(place);
      if (group) group.push(price);
      else groups.set(place, [price]);
    }
  }
  return groups;
}

/**
 * Shows the price for a visitor from a list that names places.
 *
 * @returns undefined where the page stays as written, as with a list that cannot be used.
 */
export function showByPlace(rules: PriceRules, tag: PriceTag, facts: Facts, locale: string): ShownPrice | undefined {
  const decision = unusableIn(tag, facts.groups) ? undefined : decideByPlace(rules, tag, facts);
  facts.traceStep?.(decision?.price, decision?.place);
  if (!decision) return undefined;
  const { price, former, converts } = decision;
  const [base = price] = tag.prices;
  const currency = facts.record?.currencyCode?.toUpperCase();
  const own = { ...tag, prices: [withoutPlaces(price)], was: former ? [withoutPlaces(former)] : [] };
  const estimate = converts && currency ? facts.estimate?.(own, currency, facts, locale) : undefined;
  if (estimate) return estimate;
  const format = (one: Price) => rules.formatPrice(one, locale, base.currency, facts);
  const was = former && former.amount > price.amount ? format(former) : undefined;
  // The price that the page is written with.
  if (price === base)
    return was === undefined || tag.writesFormer || currency !== base.currency ? undefined : { text: '', was };
  const text = format(price);
  return text === undefined ? text : { text, was };
}

function withoutPlaces(price: Price): Price {
  return { ...price, places: undefined };
}
