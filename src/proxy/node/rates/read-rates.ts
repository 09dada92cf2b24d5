import { isCurrency, parseRates, rateOf, type Rates } from '../../../rules/money/conversion.ts';
import { readingLimits } from '../../../rules/reading-limits.ts';
import { readXml } from '../read-xml.ts';

/** Rates of which each was checked. */
export interface CheckedRates {
  readonly base: string;
  readonly date: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** Two days in the future are allowed: one for time zones, one for slow clocks. */
const aheadMs = 2 * 86_400_000;

/** Of the weakest currency for the strongest, and the reverse, with room for a crisis: a dinar is some 4 million rials. */
const [leastRate, greatestRate] = [1e-9, 1e9];

/**
 * Reads the European Central Bank's XML, or JSON with `{base, date, rates}`. What is no currency of ISO 4217 is left out:
 * services that sell rates list coins and islands, too.
 *
 * @throws an Error that says what is wrong with the text: one bad rate spoils all of them.
 */
export function readRates(text: string, now: number): CheckedRates {
  if (text.length > readingLimits.fileBytes) throw new Error('it is larger than 1 MB');
  const rates = parseRates(text.trimStart().startsWith('<') ? readXmlRates(text) : readJson(text));
  if (!rates) throw new Error('it is neither the XML of the European Central Bank nor {base, date, rates}');
  if (!isCode(rates.base)) throw new Error(`its base, ${quote(rates.base)}, is not the code of a currency`);
  // Dates are compared as text, and only those in this form have its order.
  if (!/^\d{4}-\d\d-\d\d(?!\d)/.test(rates.date)) throw new Error(`its date, ${rates.date}, is not like 2026-11-25`);
  if (rates.time - now > aheadMs) throw new Error(`its date, ${rates.date}, is in the future`);
  const listed = Object.keys(rates.rates);
  const wrong = listed.find((currency) => !/^[A-Z]{3}$/.test(currency));
  if (wrong !== undefined) throw new Error(`${quote(wrong)} is not the code of a currency`);
  const checked = listed.filter(isCode).map((currency) => [currency, checkedRate(rates, currency)] as const);
  if (checked.length === 0) throw new Error('it has no rates');
  return { base: rates.base, date: rates.date.slice(0, 10), rates: Object.fromEntries(checked) };
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 40));

/** Of ISO 4217: what our table has, and what this Node knows besides, such as those of former times. */
function isCode(text: string): boolean {
  return isCurrency(text) || Intl.supportedValuesOf('currency').includes(text);
}

function checkedRate(rates: Rates, currency: string): number {
  const rate = rateOf(rates, currency);
  if (rate === undefined) throw new Error(`the rate of ${currency} is not a number above zero`);
  if (rate < leastRate || rate > greatestRate)
    throw new Error(`the rate of ${currency}, ${rate}, is not between 0.000000001 and 1,000,000,000`);
  return rate;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `<Cube time="2026-11-25"><Cube currency="USD" rate="1.08"/>…`: how much of each currency one euro is. */
function readXmlRates(text: string): object {
  const dates: string[] = [];
  const rates = new Map<string, number>();
  readXml(text, {
    onOpen(name, { time, currency, rate }) {
      if (name !== 'Cube') return;
      if (time !== undefined) dates.push(time);
      if (currency === undefined) return;
      if (rates.has(currency)) throw new Error(`it has two rates of ${currency}`);
      rates.set(currency, /^\d+(\.\d+)?$/.test(rate ?? '') ? Number(rate) : NaN);
    },
  });
  if (dates.length > 1) throw new Error('it has the rates of several days: the file of one day is needed');
  if (dates.length === 1 && !/<\/(\w+:)?Envelope>\s*$/.test(text)) throw new Error('its end is missing');
  return { base: 'EUR', date: dates[0], rates: Object.fromEntries(rates) };
}
