import { currencyDigits } from '../record/countries.built.ts';
import { bindingPrefix } from '../rules/markup/bindings.ts';
import { originalAttribute } from '../rules/markup/written.ts';
import { memoize } from '../rules/memoize.ts';
import type { Price } from '../rules/money/price.ts';
import { type PageElement, treeReader } from './page-tree.ts';

type WrittenPrice = Pick<Price, 'amount' | 'currency'>;

/** A longer text is more than a price. */
const mostCharacters = 200;

/** How many elements and texts are looked through for the text of one. */
const mostNodes = 200;

/**
 * The price in the owner's text, where visitors read another there than the first of the list. Only what is surely a
 * price counts, and a text that has the first price says that one, whatever else it says.
 */
export function readWrittenPrice(
  element: PageElement,
  [base]: readonly Price[],
  locale: string,
): WrittenPrice | undefined {
  const text = ownText(element);
  if (!base || text.length > mostCharacters || hasUnit.test(text)) return undefined;
  const numbers = [...text.matchAll(number)].map(({ 0: digits, index }) => {
    const currency =
      currencyOf(before.exec(text.slice(0, index))?.[1], base.currency, locale) ??
      currencyOf(after.exec(text.slice(index + digits.length))?.[1], base.currency, locale);
    const isDecimal = currencyDigits[currency ?? base.currency] === 3 && digits.includes(decimalSign(locale) ?? '.');
    const amounts = amountsOf(digits);
    return { currency, amounts: isDecimal ? amounts.toReversed() : amounts };
  });
  const isBase = numbers.some(
    ({ amounts, currency }) => amounts.includes(base.amount) && (currency ?? base.currency) === base.currency,
  );
  if (isBase) return undefined;
  // The sign of a lone number may stand beside the element.
  const isLone = numbers.length === 1 && /^[\s.,*–—-]*$/.test(text.replace(number, ''));
  const found = numbers.flatMap(({ amounts: [amount], currency = isLone ? base.currency : undefined }) =>
    amount === undefined || currency === undefined ? [] : { amount, currency },
  );
  const [first, ...rest] = found;
  return rest.every((one) => one.amount === first?.amount && one.currency === first.currency) ? first : undefined;
}

/** Three digits behind it are decimals in the seven currencies that have so many, and a group in all others. */
const decimalSign = memoize(
  (locale: string) =>
    new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')
      ?.value,
);

/** Digits in groups or not, and decimals: `1,299.00`, `1 299,50`, `1'299`. */
const number = /\d+(?:[.,]\d+|[\s'’]\d{3}(?!\d))*/g;

/** `$1.5M` has the amount in other digits. */
const hasUnit = /\d\s?(?:[kmb]|mio|mrd|tsd|mil|thousand|million|billion|lakh|crore)(?!\p{L})/iu;

/** What stands before a number, and behind it: `US$ 49`, `CHF 49.–`, `49,- kr.`. */
const before = /(?<![\p{L}\p{Sc}.])([\p{L}\p{Sc}.]+)[\s:]*$/u;
const after = /^(?:[.,]?[–—-]+)?\s*([\p{L}\p{Sc}.]+)/u;

/** What visitors read of the element with the price: without former prices, and without what has a price of its own. */
function ownText(element: PageElement): string {
  const original = treeReader.children(element).find(({ attributes }) => attributes.has(originalAttribute));
  let text = '';
  let last: PageElement | undefined;
  const waiting: [node: PageElement | string, parent: PageElement | undefined][] = [[original ?? element, undefined]];
  for (let looked = 0; looked < mostNodes && text.length <= mostCharacters; looked++) {
    const [node, parent] = waiting.pop() ?? [];
    if (node === undefined) break;
    if (typeof node === 'string') {
      const added = inPlainDigits(node.slice(0, mostCharacters + 1));
      text += (last === parent ? '' : between(text, added)) + added;
      last = parent;
      continue;
    }
    last = undefined;
    if (parent && isApart(node)) continue;
    for (const inner of node.content.slice(0, mostNodes).toReversed()) waiting.push([inner, node]);
  }
  return text.trim();
}

function isApart({ tagName, attributes }: PageElement): boolean {
  return (
    /^(s|del|strike|template|script|style|geo-currency)$/.test(tagName) ||
    attributes.has('hidden') ||
    attributes.has(`${bindingPrefix}currency`)
  );
}

/** Between the texts of two elements. Two digits behind a number are its decimals: `$49<sup>99</sup>`. */
function between(text: string, added: string): string {
  if (/\d$/.test(text) && /^\d/.test(added)) return /^\d\d(?!\d)/.test(added) ? '.' : ' ';
  return /\d[.,]?$/.test(text) && /^[.,]?\d|^[.,]/.test(added) ? '' : ' ';
}

/** Zeros of the digits that prices are written in: Arabic, Persian, Hindi, Bengali, Thai, and wide ones. */
const zeros = Array.from('٠۰०০๐０', (zero) => zero.charCodeAt(0));

/** With digits from 0 to 9, and without signs that nobody sees. */
function inPlainDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/٫/g, '.')
    .replace(/[٬،]/g, ',')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = zeros.find((one) => code >= one && code < one + 10);
      return zero === undefined ? digit : String(code - zero);
    });
}

/** The amounts that a number may stand for: `1.299` is more than a thousand, or a little more than one. */
function amountsOf(digits: string): readonly number[] {
  const parts = digits.split(/\D/);
  const separators = digits.replace(/\d/g, '').split('');
  const [wholes, decimals] = [parts.slice(0, -1), parts.at(-1) ?? ''];
  const isDecimal = /^[.,]$/.test(separators.at(-1) ?? '') && areGroups(wholes, separators.slice(0, -1));
  return [
    ...(areGroups(parts, separators) ? [Number(parts.join(''))] : []),
    ...(isDecimal ? [Number(`${wholes.join('')}.${decimals}`)] : []),
  ];
}

/** Groups of three digits, or in India of two with three at the end. */
function areGroups(parts: readonly string[], separators: readonly string[]): boolean {
  if (separators.length === 0) return true;
  return new Set(separators).size === 1 && /^[1-9]\d{0,2}(?: \d{2,3})* \d{3}$/.test(parts.join(' '));
}

/** @returns undefined for a word that is no currency, and for one that several call theirs. */
function currencyOf(word: string | undefined, base: string, locale: string): string | undefined {
  const sign = word?.replaceAll('.', '');
  if (!sign) return undefined;
  const ofBase = [signOf(base, locale, 'symbol'), signOf(base, locale, 'narrowSymbol'), signOf(base, 'en', 'symbol')];
  const character = /\p{Sc}/u.exec(sign)?.[0];
  const isLikeBase = character !== undefined && ofBase.some((one) => one?.includes(character));
  if (sign.toUpperCase() === base || ofBase.includes(sign) || (isLikeBase && sign === character)) return base;
  // `C$` is what some call their dollar.
  return knownSigns()?.get(sign) ?? (isLikeBase ? base : undefined);
}

const signOf = memoize((currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')
    ?.value.replace(/[.\p{Cf}]/gu, ''),
);

/** Currencies by their codes and signs. In English no two have the same sign. */
const knownSigns = memoize((): ReadonlyMap<string, string> => {
  const codes = Intl.supportedValuesOf('currency');
  const signs = codes.map((code): [string, string] => [signOf(code, 'en', 'symbol') ?? code, code]);
  return new Map([['US$', 'USD'], ...codes.map((code): [string, string] => [code, code]), ...signs]);
});
