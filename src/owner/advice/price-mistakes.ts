import { attempt } from '../../rules/attempt.ts';
import { groupNames } from '../../rules/conditions/groups.ts';
import {
  countryName,
  countryNamed,
  meantContinent,
  meantCountry,
  meantCurrency,
  meantGroup,
} from '../../rules/meant-words.ts';
import { closest } from '../../record/closest.ts';
import type { UnusableList } from '../../rules/money/by-place.ts';
import { isPrice, parsePrices } from '../../rules/money/money.ts';
import type { PriceBook } from '../../rules/money/price.ts';
import { didYouMean, either } from './suggestion.ts';

/** Why the places of a price list cannot be used. @param groups the names of the owner's. */
export function placeSentence({ reason, text }: UnusableList, groups: readonly string[]): string {
  const place = text.toUpperCase();
  if (reason === 'first')
    return `the first price is the one in your HTML, for everybody: write it without "${place}:", and the price for ${place} behind it`;
  if (reason === 'twice') return `the list has two prices for ${place}: take one of them out`;
  if (!text) return 'a colon has no place before it: write one, such as IN: USD 19';
  if (groups.includes(text))
    return `the group "${text}" asks for more than a place: in a price list use a group of country, state, continent, subregion and eu`;
  const country = /^[a-z]{2}$/.test(text) ? undefined : meantCountry(text);
  const meant = country ?? meantGroup(text, groups) ?? (meantContinent(text) === 'EU' ? 'eu' : undefined);
  return `there is no place "${place}"${either(meant, `write a country (IN), a state (US-HI), or one of ${[...groupNames, ...groups].join(' ')}`)}`;
}

/** Why the price book gives no list for a name. */
export function skuSentence(sku: string, book: PriceBook | undefined): string {
  if (!book)
    return `the page has no price book yet: write "prices": { "${sku}": "USD 49, EUR 45" } or its address into the settings block`;
  if (book.has(sku)) return `the list "${sku}" of the price book cannot be read`;
  return `the price book has no "${sku}"${didYouMean(closest(sku, book.names), (meant) => `sku="${meant}"`)}`;
}

/** What a `{price-currency}` lacks. */
export const missingListSentence =
  '{price-currency} has no list: write data-geo-prices="USD 149, EUR 139" beside the binding, such as data-geo-href';

/** `$49`, `49 USD`, `USD49` and `EUR 45,00` are read by people. */
export function pricesSentence(attribute: string, text: string, groups: readonly string[]): string {
  const entries = text
    .replace(/,\s*$/, '')
    .split(/,(?!\d)/)
    .map((entry) => entry.trim());
  const wrong = entries.find((entry) => !isPrice(entry)) ?? '';
  const spelt = entries.map((entry) => (isPrice(entry) ? entry : (rightEntry(entry, groups) ?? '')));
  const meant = spelt.every(Boolean) ? spelt.join(', ') : (separated(text) ?? '');
  const cause = wrong ? `"${wrong}" in ${attribute} is not a price` : `${attribute} has no price`;
  return `${cause}: write ${meant ? '' : 'a code and a plain amount, such as '}${attribute}="${meant || 'USD 49, EUR 45'}"`;
}

/** `USD 49; EUR 45` and `USD 49 EUR 45`. @returns undefined where that is not what is wrong. */
function separated(text: string): string | undefined {
  const list = text
    .replace(/(\d)\s+(?=[a-z]{3}\s+\d)/gi, '$1, ')
    .split(/[;|/,]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .join(', ');
  return parsePrices(list) ? list : undefined;
}

/** Why an amount cannot be taken off. @returns undefined for one that can. */
export function minusSentence(text: string): string | undefined {
  const amounts = parsePrices(text);
  if (!amounts) return pricesSentence('minus', text, []);
  const placed = amounts.find(({ places }) => places);
  if (placed)
    return `minus is for everybody: write it without a place, such as minus="${placed.currency} ${placed.amount.toFixed(placed.fractionDigits)}"`;
  const currencies = amounts.map(({ currency }) => currency);
  const twice = currencies.find((currency, index) => currencies.indexOf(currency) < index);
  return twice && `minus has two amounts in ${twice}: take one of them out`;
}

/** `IN: $19`, `IN:USD 19`, `India USD 19` and `ES PT EUR 9`. @returns undefined where a guess could be wrong. */
function rightEntry(entry: string, groups: readonly string[]): string | undefined {
  const words = entry.split(/\s+/);
  const rest = words.slice(0, -2);
  if (rest.length && isPrice(words.slice(-2).join(' '))) {
    const places = placesOf(rest, groups);
    if (places) return `${places}: ${words.slice(-2).join(' ')}`;
  }
  const colon = entry.lastIndexOf(':');
  const [before, behind] = [entry.slice(0, Math.max(0, colon)).trim(), entry.slice(colon + 1).trim()];
  // `USD: 49` is a price.
  const isPlace = before && !(/^[a-z]{3}$/i.test(before) && /^[\d.,'\s]+$/.test(behind));
  const price = rightPrice(isPlace ? behind : entry);
  return isPlace && price ? `${before}: ${price}` : price;
}

/** Countries, states and groups as a list writes them. Only what is surely meant: a wrong place is a wrong price. */
function placesOf(words: readonly string[], groups: readonly string[]): string | undefined {
  const isPlace = (word: string) =>
    [...groupNames, ...groups].includes(word.toLowerCase()) ||
    (/^[a-z]{2}(?:-[a-z0-9]{1,3})?$/i.test(word) && countryName(word.slice(0, 2).toUpperCase()) !== undefined);
  return words.every(isPlace) ? words.join(' ') : countryNamed(words.join(' '));
}

function rightPrice(entry: string): string | undefined {
  const [first, last] = [entry.search(/\d/), entry.search(/\d\D*$/)];
  const amount = entry.slice(first, last + 1);
  if (first < 0 || /[^\d.,'\s]/.test(amount)) return undefined;
  const sign = (entry.slice(0, first).trim() || entry.slice(last + 1)).replace(/[\s:=]/g, '');
  const currency = /^[a-z]{3}$/i.test(sign) ? sign.toUpperCase() : meantCurrency(sign);
  // One and a half dinars, or 1,500 of them.
  if (/^\d{1,3}[.,]\d{3}$/.test(amount) && hasThousandths(currency)) return undefined;
  const plain = amount
    .replace(/[\s']/g, '')
    .replace(/[.,](?=\d{3}(?!\d))/g, '')
    .replace(',', '.');
  const price = `${currency ?? ''} ${plain}`;
  return isPrice(price) ? price : undefined;
}

function hasThousandths(currency: string | undefined): boolean {
  const format = attempt(() => new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? '' }));
  return format?.resolvedOptions().maximumFractionDigits === 3;
}
