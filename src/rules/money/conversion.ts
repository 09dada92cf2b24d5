import { currencyDigits } from '../../record/countries.built.ts';
import { isDate, dayMs } from '../time/calendar.ts';
import type { Price } from './price.ts';

/** The owner's rates: how much of each currency one unit of the base is. */
export interface Rates {
  readonly base: string;
  /** When they held, in milliseconds since 1970. */
  readonly time: number;
  readonly date: string;
  /** As written: each rate is checked when it is used. */
  readonly rates: Readonly<Record<string, unknown>>;
}

/** How many decimal digits a double holds exactly, before and after the point together. */
const exactDigits = 15;

/** @returns undefined for anything but `{base, date, rates}`, the shape that rate services share. */
export function parseRates(value: unknown): Rates | undefined {
  const { base, date, rates } = (value ?? {}) as { readonly [Name in 'base' | 'date' | 'rates']?: unknown };
  const time = typeof date === 'string' ? timeOf(date) : NaN;
  if (typeof base !== 'string' || typeof date !== 'string' || Number.isNaN(time) || typeof rates !== 'object' || !rates)
    return undefined;
  return { base: base.toUpperCase(), date, time, rates: rates as Rates['rates'] };
}

function timeOf(date: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  // Engines read the 30th of February as the 2nd of March.
  return year && !isDate(Number(year), Number(month), Number(day)) ? NaN : Date.parse(date);
}

/** Of the setting `ratesMaxAgeDays`. Around Easter the bank's rates get five days old. */
export const defaultMaxAgeDays = 7;

/** The setting `ratesMaxAgeDays`. @returns undefined for one that says no number of days. */
export function parseMaxAgeDays(written: unknown): number | undefined {
  return typeof written === 'number' && written >= 0 ? written : undefined;
}

/** Whether rates are new enough. Two days in the future are allowed: one for time zones, one for slow clocks. */
export function areCurrent({ time }: Rates, now: number, maxAgeDays: number): boolean {
  return now - time <= maxAgeDays * dayMs && time - now <= 2 * dayMs;
}

/** Whether the code is the currency of a country. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(currencyDigits, code);
}

/** The rate of a currency; undefined for one that cannot be used. The base's own is always 1. */
export function rateOf(rates: Rates, currency: string): number | undefined {
  const listed = Object.hasOwn(rates.rates, currency) ? rates.rates[currency] : undefined;
  const rate = currency === rates.base ? 1 : listed;
  return typeof rate === 'number' && rate > 0 && Number.isFinite(rate) ? rate : undefined;
}

/** What a price is multiplied by: `factor` of the other currency are `divisor` of its own. */
export interface Exchange {
  readonly factor: number;
  readonly divisor: number;
}

/**
 * A price in another currency, rounded to that currency's own fraction digits; a half is rounded up. Calculates in whole
 * numbers, as the owner would on paper: in doubles 1.15 × 1.5 is a little less than 1.725, and would become 1.72.
 *
 * @returns undefined for an amount that cannot be shown: it is too large, or so small that it would read as zero.
 */
export function convert({ amount }: Price, currency: string, { factor, divisor }: Exchange): Price | undefined {
  const fractionDigits = currencyDigits[currency] ?? 2;
  const [price, times, by] = [decimalOf(amount), decimalOf(factor), decimalOf(divisor)];
  const zeros = fractionDigits + by.decimals - price.decimals - times.decimals;
  const numerator = price.units * times.units * powerOfTen(zeros);
  const denominator = by.units * powerOfTen(-zeros);
  const minor = (2n * numerator + denominator) / (2n * denominator);
  return minor > 0n && minor < powerOfTen(exactDigits)
    ? { currency, amount: Number(minor) / 10 ** fractionDigits, fractionDigits }
    : undefined;
}

/** A number as it is written: whole units, of which 1 is the last of so many decimals. */
function decimalOf(number: number): { readonly units: bigint; readonly decimals: number } {
  const [digits = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length - Number(exponent) };
}

/** 1 for an exponent below zero. */
function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(Math.max(0, exponent));
}
