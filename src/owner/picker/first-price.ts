import { attempt } from '../../rules/attempt.ts';
import { memoize } from '../../rules/memoize.ts';

/** The price that stands in the page. */
export interface FirstPrice {
  /** Empty: the text does not say it, or several currencies have this sign. */
  readonly currency: string;
  /** As price lists write it: `1299.00`. */
  readonly amount: string;
  /** Whether the text says more than the price. */
  readonly hasWords: boolean;
}

/** Digits in groups or not, and decimals: `1,299.00`, `1 299,50`, `1'299`, `.99` behind a sign. */
const number = /(?:(?<=\p{Sc})\.)?\d+(?:[.,]\d+|[\s'’]\d{3}(?!\d))*/gu;
/** What stands before a number, and behind it: `US$ 49`, `SFr. 49.–`, `49,- zł`. */
const before = /(?<![\p{L}\p{Sc}.])([\p{L}\p{Sc}.]+)\s*$/u;
const after = /^(?:[.,]?[–—-]+)?\s*([\p{L}\p{Sc}]+)/u;

/** Each number looks at all that stands around it. */
const longestText = 1000;

/** Reads the first price of a text. A price of which the currency is known goes before other numbers. */
export function readFirstPrice(text: string): FirstPrice {
  const plain = text.slice(0, longestText).replace(/\p{Cf}/gu, '');
  const all = [...plain.matchAll(number)].map(({ 0: digits, index }) => {
    const rest = [plain.slice(0, index), plain.slice(index + digits.length)] as const;
    const currency = currencyOf(before.exec(rest[0])?.[1]) ?? currencyOf(after.exec(rest[1])?.[1]) ?? '';
    const words = `${rest[0].replace(currency ? before : '', '')} ${rest[1].replace(currency ? after : '', '')}`;
    return { currency, amount: amountOf(digits, currency), hasWords: /[\p{L}\d]/u.test(words) };
  });
  return all.find(({ currency }) => currency) ?? all[0] ?? { currency: '', amount: '', hasWords: false };
}

function amountOf(digits: string, currency: string): string {
  const parts = digits.split(/\D/);
  const last = parts.at(-1) ?? '';
  const separators = new Set(digits.replace(/\d/g, ''));
  const isGrouped = separators.size === 1 && last.length === 3 && /^[1-9]\d{0,2}$/.test(parts[0] ?? '');
  // `1.299` is more than a thousand, but for currencies with so many decimals.
  const isWhole = parts.length === 1 || (isGrouped && !(parts.length === 2 && decimalsOf(currency) === 3));
  return isWhole ? parts.join('') : `${parts.slice(0, -1).join('') || '0'}.${last}`;
}

function decimalsOf(currency: string): number | undefined {
  return attempt(() => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions())
    ?.maximumFractionDigits;
}

/** @returns undefined for a word that is no currency, and for a sign of several. */
function currencyOf(word: string | undefined): string | undefined {
  const sign = word?.replaceAll('.', '');
  return sign ? knownSigns()?.get(sign) : undefined;
}

/** Currencies by their codes and signs. In English no two have the same sign. */
const knownSigns = memoize((): ReadonlyMap<string, string> => {
  const codes = Intl.supportedValuesOf?.('currency') ?? [];
  const signs = codes.map((code): [string, string] => [signOf(code, 'symbol'), code]);
  // `zł` and `₺`. A short one of plain letters may be a word, and `kr` is of several.
  const short = codes.map((code): [string, string] => [signOf(code, 'narrowSymbol'), code]);
  const own = short.filter(([sign]) => /[^\x20-\x7e]/.test(sign) && isOnce(short, sign));
  return new Map([
    ['US$', 'USD'],
    ['SFr', 'CHF'],
    ['Fr', 'CHF'],
    ...own,
    ...codes.map((code): [string, string] => [code, code]),
    ...signs,
  ]);
});

function isOnce(list: ReadonlyArray<readonly [string, string]>, sign: string): boolean {
  return list.filter(([one]) => one === sign).length === 1;
}

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(1);
  return (parts.find(({ type }) => type === 'currency')?.value ?? currency).replace(/[.\p{Cf}]/gu, '');
}
