import { listCountryCodes } from '../record/packed-countries.ts';
import { linkedChoice } from '../pages/front/link-choice.ts';
import { chosenRecord, factsOfChoice } from '../rules/choice.ts';
import { answer } from '../rules/conditions/condition.ts';
import type { Facts } from '../rules/facts.ts';
import { decidePrice } from '../rules/money/decide-price.ts';
import { formatPrice } from '../rules/money/money.ts';
import type { Price } from '../rules/money/price.ts';
import { decideOffer, type OfferPrice } from '../rules/offer/offer.ts';
import type { Choice } from '../rules/visitor-words.ts';
import { tokensOf } from '../rules/text/normalize.ts';
import type { ListedPrice, PagePrices, StatedPrice } from './page-prices.ts';

/** The crawlers of search engines come from here. */
export const crawlers = 'US';

/** A price to compare. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The page as somebody gets it. */
export interface View {
  /** What the address chooses. Undefined: nothing. */
  readonly words?: string;
  /** Behind a price, such as `for DE`. */
  readonly label: string;
  readonly prices: PagePrices;
  readonly facts: Facts;
  /** Whether scripts run there. */
  readonly isScripted: boolean;
}

/** @returns whether a link may choose this. Only what `parseLinkChoice` reads, and exists. */
export function isChoice(words: string): boolean {
  return choiceOf(words) !== undefined;
}

export function choiceOf(words: string): Choice | undefined {
  const url = new URL('https://shop.example/');
  url.searchParams.set('geo-choice', words);
  return linkedChoice(new Request(url), { choiceCookie: undefined, choiceParameter: 'geo-choice' });
}

export function linkTo(pageUrl: string, parameter: string, words: string): string {
  const url = new URL(pageUrl);
  url.searchParams.set(parameter, words);
  return url.href;
}

/** What somebody may read: without a password. */
function shownLink(pageUrl: string, parameter: string, words: string): string {
  const url = new URL(linkTo(pageUrl, parameter, words));
  url.username = '';
  url.password = '';
  return url.href;
}

/** Where a link could lead. */
export interface Links {
  readonly url: string;
  readonly parameter: string;
  readonly choices: readonly string[];
  readonly views: readonly View[];
}

/** A link with which a list shows a price, for ads and feeds. */
export function linkShowing(
  { url, parameter, choices, views }: Links,
  listed: ListedPrice,
  wanted: Money,
): string | undefined {
  const facts = views[0]?.facts;
  if (parameter === 'off' || !facts) return undefined;
  const ofPlaces = listed.tag.prices.filter((price) => isSame(price, wanted)).flatMap(({ places }) => tokensOf(places));
  const candidates = [...choices, ...ofPlaces, wanted.currency, 'unknown', ...listCountryCodes()];
  const shows = (candidate: string, from?: string) => {
    const choice = choiceOf(candidate);
    if (!choice) return false;
    const record = from === undefined ? undefined : chosenRecord(choiceOf(from), undefined);
    const chosen = { ...facts, record: chosenRecord(choice, record), ...factsOfChoice(choice) };
    const shown = shownPrice(listed, { facts: chosen, isScripted: true });
    return shown !== undefined && isSame(shown, wanted);
  };
  // With a currency alone, all stay where they are, and somewhere the list may have another price in it.
  const words =
    candidates.find((candidate) => shows(candidate) && listCountryCodes().every((from) => shows(candidate, from))) ??
    candidates.find((candidate) => shows(candidate));
  return words === undefined ? undefined : shownLink(url, parameter, words);
}

/** The price that a list comes to for a visitor with scripts. */
export function decide({ tag, when }: ListedPrice, facts: Facts): Price | undefined {
  const isUsed = !when || answer(when, facts) === true;
  return decidePrice({ answer }, tag, isUsed ? facts : { ...facts, record: undefined })?.price;
}

/** The price that shows. Undefined: one that is in no list, as one that was converted. */
export function shownPrice(
  listed: ListedPrice,
  { facts, isScripted }: Pick<View, 'facts' | 'isScripted'>,
): Money | undefined {
  const { tag, serverText, writtenPrice, locale } = listed;
  const [base] = tag.prices;
  // A list is for its first price, and is not used where the text says another.
  if (isScripted || serverText === undefined || !base)
    return writtenPrice ?? (isScripted ? decide(listed, facts) : base);
  const digits = (text: string) => text.replace(/\D/g, '');
  const sameDigits = tag.prices.filter(
    ({ amount, fractionDigits }) => digits(amount.toFixed(fractionDigits)) === digits(serverText),
  );
  return sameDigits.find((price) => formatPrice(price, locale, base.currency, facts) === serverText) ?? sameDigits[0];
}

/** The price that programs read. */
export function saidPrice({ price, original, list }: StatedPrice, { facts, isScripted }: View): Money {
  const decided = isScripted && list !== undefined ? decideOffer({ answer }, list, facts, original) : undefined;
  return moneyOf(decided ?? (decided === null ? original : price));
}

/** The lists on the page that are for the same product. */
export function listsFor({ list, original }: StatedPrice, { listed, text }: PagePrices): readonly ListedPrice[] {
  const equal = listed.filter((one) => list !== undefined && fold(one.list) === fold(list));
  if (equal.length) return equal;
  const written = moneyOf(original);
  const containing = listed.filter(({ tag }) => tag.prices.some((price) => isSame(price, written)));
  const isOnlyOne = new Set(listed.map((one) => fold(one.list))).size === 1;
  // The page's one list may be for something else, as free delivery, and the product's price stands in its text.
  return containing.length || !isOnlyOne || standsIn(text, written) ? containing : listed;
}

/** Whether a text has an amount, with separators of thousands or without: `1,299.00` and `1 299,00`. */
export function standsIn(text: string, { amount }: Money): boolean {
  const plain = text.replace(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/g, '');
  const [whole = '', decimals] = String(amount).split('.');
  const ending = decimals === undefined ? '(?:[.,]0+)?' : `[.,]${decimals}0*`;
  return new RegExp(`(?<!\\d)${whole}${ending}(?![.,]?\\d)`).test(plain);
}

export const fold = (list: string): string => list.replace(/\s/g, '').toUpperCase();

export function isSame(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

export function moneyOf({ amount, currency }: OfferPrice): Money {
  return { amount: Number(amount), currency };
}

export function textOf(price: Money): string {
  return `${price.currency} ${price.amount}`;
}
