import { Parser } from 'htmlparser2';
import { parseRates, rateOf, type Rates } from '../../../rules/money/conversion.ts';

/** Rates of which each was checked. */
export interface CheckedRates {
  readonly base: string;
  readonly date: string;
  readonly rates: Readonly<Record<string, number>>;
}

/** Two days in the future are allowed: one for time zones, one for slow clocks. */
const aheadMs = 2 * 86_400_000;

/**
 * Reads the European Central Bank's XML, or JSON with `{base, date, rates}`.
 *
 * @throws an Error that says what is wrong with the text: one bad rate spoils all of them.
 */
export function readRates(text: string, now: number): CheckedRates {
  const rates = parseRates(text.trimStart().startsWith('<') ? readXml(text) : readJson(text));
  if (!rates) throw new Error('it is neither the XML of the European Central Bank nor {base, date, rates}');
  // Dates are compared as text, and only those in this form have its order.
  if (!/^\d{4}-\d\d-\d\d(?!\d)/.test(rates.date)) throw new Error(`its date, ${rates.date}, is not like 2026-11-25`);
  if (rates.time - now > aheadMs) throw new Error(`its date, ${rates.date}, is in the future`);
  const checked = Object.keys(rates.rates).map((currency) => [currency, checkedRate(rates, currency)] as const);
  if (checked.length === 0) throw new Error('it has no rates');
  return { base: rates.base, date: rates.date.slice(0, 10), rates: Object.fromEntries(checked) };
}

function checkedRate(rates: Rates, currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new Error(`${JSON.stringify(currency)} is not the code of a currency`);
  const rate = rateOf(rates, currency);
  if (rate === undefined) throw new Error(`the rate of ${currency} is not a number above zero`);
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
function readXml(text: string): object {
  const dates: string[] = [];
  const rates = new Map<string, number>();
  const parser = new Parser(
    {
      onopentag(name, { time, currency, rate }) {
        if (name !== 'Cube') return;
        if (time !== undefined) dates.push(time);
        if (currency === undefined) return;
        if (rates.has(currency)) throw new Error(`it has two rates of ${currency}`);
        rates.set(currency, /^\d+(\.\d+)?$/.test(rate ?? '') ? Number(rate) : NaN);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (dates.length > 1) throw new Error('it has the rates of several days: the file of one day is needed');
  if (dates.length === 1 && !/<\/(\w+:)?Envelope>\s*$/.test(text)) throw new Error('its end is missing');
  return { base: 'EUR', date: dates[0], rates: Object.fromEntries(rates) };
}
