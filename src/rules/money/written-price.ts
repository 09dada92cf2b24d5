import type { Facts } from '../facts.ts';
import { platformText } from '../text/platform-text.ts';
import { formatterOf } from './money.ts';
import type { Around, Price } from './price.ts';

/** A longer text is more than a price. */
const mostCharacters = 500;

/** Words and signs. A sign with letters is one: `US$`, `$US`, `kr.`, `S/`. */
const words = /\p{L}{0,3}\p{Sc}(?:[A-Z]{2}(?!\p{L}))?|\p{L}(?:\.?\p{L})*[./]?/gu;

/**
 * An amount with its signs, which are `¤` here: `¤49`, `¤: 49.–`, `49,- ¤`, `49¤99`, `1'299.00 ¤`. Around it stands what
 * makes it another one: `49 %`, `¤-49`, `¤24 – 27`, `24 to 27 ¤`, `¤49k`.
 */
const amounts = new RegExp(
  [
    /([%٪％]\s?|¤\s?[−-])?(¤[¤\s:./]*)?/u,
    /(\d+(?:[.,'’]\d+|¤+\d\d(?!\d)|\s\d{3}\b)*)(?![.,'’]?\d)/u,
    /((?:\s*[\p{Pd}−~～…→至]\s*|\s(?:to|bis|à|a|до)\s)\d+(?![.\d]*\s?%))?/u,
    /(?:[.,:]?\p{Pd}+)?((?:\s*¤)+(?!\s?\d))?(\s?[%٪％]|\p{L}|[⁰¹²³⁴-⁹]{2})?/u,
  ]
    .map(({ source }) => source)
    .join(''),
  'gu',
);

/** Signs that the platform does not write, or not in each language. */
const moreSigns: Readonly<Record<string, string>> = {
  CHF: 'FR SFR',
  CNY: '元',
  INR: 'RS',
  KRW: '원',
  PEN: 'S',
  RUB: 'РУБ',
  THB: 'บาท',
  TRY: 'TL',
  TWD: '元 NT$',
  UAH: 'ГРН',
  VND: 'Đ VNĐ',
};

/**
 * Finds the price in a text: its only amount of money. Where an amount has a sign, those without one count nothing;
 * percentages never do.
 *
 * @param base the price that the text should say.
 * @returns undefined for a text that says no price, or any other. A blank text says what the list says.
 */
export function aroundPrice(text: string, base: Price, locale: string, facts: Facts): Around | undefined {
  if (!text.trim()) return ['', ''];
  if (text.length > mostCharacters) return undefined;
  let isRight = true;
  let start: number | undefined;
  let end = 0;
  const bare: boolean[] = [];
  // As long as the text, as is what comes of it.
  const plain = inPlainDigits(text);
  const marked = plain.replace(words, (word) => {
    const signs = signsOf(base.currency, locale, facts);
    const isWhole = signs.includes(word.toUpperCase());
    const sign = isWhole ? word : word.replace(/[./]$/, '');
    const written = sign.normalize('NFKC').toUpperCase().replaceAll('.', '');
    const symbol = /\p{Sc}/u.exec(written)?.[0] ?? '';
    // A country may stand apart from its sign: `US $49`, `49 $ CA`.
    const isLike =
      (symbol || /^[A-Z]\.?[A-Z]$/.test(sign)) &&
      signs.join().includes(symbol) &&
      base.currency.startsWith(written.replace(symbol, ''));
    if (isLike || signs.includes(written)) return '¤'.repeat(sign.length) + word.slice(sign.length);
    // Some signs are letters in their plain form: `₨` is `Rs`.
    isRight &&= !/\p{Sc}/u.test(word) && !isCode(word, locale, facts);
    return word;
  });
  for (const found of marked.matchAll(amounts)) {
    const [whole, lead, left, digits = '', range, right, tail = ''] = found;
    if (lead || /[%٪％]/.test(tail)) continue;
    const fits = !range && readingsOf(digits).includes(base.amount);
    if (!left && !right && !digits.includes('¤')) {
      bare.push(fits);
      continue;
    }
    // A letter at its end makes it another one.
    isRight &&= fits && !(right ? '' : tail);
    start ??= found.index;
    end = found.index + whole.length - tail.length;
  }
  // Without the mark for the direction, which the platform writes anew.
  if (start !== undefined)
    return isRight ? [text.slice(0, start).replace(/[\u200e\u200f]$/, ''), text.slice(end)] : undefined;
  // Beside a number without a sign, a word may be one.
  return isRight && bare.length && bare.every(Boolean) && !/\p{L}/u.test(text) ? ['', ''] : undefined;
}

/**
 * A currency's code, and its signs and name as the platform writes them in the page's language, and in that language
 * where the currency is at home (`Ksh` in English of Kenya): in capitals, also without full stops.
 */
function signsOf(currency: string, locale: string, facts: Facts): readonly string[] {
  const places = [locale, `${locale.replace(/-.*/, '')}-${currency.slice(0, 2)}`];
  const written = platformText(['signs', currency, locale], facts, () =>
    (['symbol', 'narrowSymbol', 'name'] as const)
      .flatMap((display) =>
        places.map(
          (place) =>
            formatterOf(place, currency, display, 0)
              ?.formatToParts(5)
              .find(({ type }) => type === 'currency')?.value,
        ),
      )
      // A name of several words has some that mean nothing by themselves.
      .filter((sign = '', index) => index < 4 || !/\s/.test(sign))
      .join(' ')
      .normalize('NFKC')
      .toUpperCase(),
  );
  return `${currency} ${moreSigns[currency] ?? currency} ${written} ${written?.replaceAll('.', '')}`.split(' ');
}

/** Whether three letters are a currency's code: then it has another sign or name. */
function isCode(word: string, locale: string, facts: Facts): boolean {
  return /^[A-Z]{3}$/.test(word) && signsOf(word, locale, facts).some((sign) => sign !== word);
}

/** The amounts that digits in groups may say: `1,299` is more than a thousand, or a little more than one. */
export function readingsOf(digits: string): readonly number[] {
  return [/[.,¤](?=\d{1,2}$)/, /[.,](?=\d+$)/].map((decimals) =>
    Number(
      digits
        .replace(decimals, 'e')
        .replace(/[^\de]/g, '')
        .replace('e', '.'),
    ),
  );
}

/** The digits and separators of all scripts as ours, in a text of the same length. */
export function inPlainDigits(text: string): string {
  return text.replace(/\p{Nd}|[٫٬，．\u200e\u200f]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (character[1]) return character;
    if (/\P{Nd}/u.test(character)) return /[\u200e\u200f]/.test(character) ? ' ' : '.';
    // The zeros of Indian scripts end in 6.
    return String((code - (code > 0x8ff && code < 0xe00 ? 6 : 0)) & 15);
  });
}
