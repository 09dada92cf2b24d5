import type { Price } from './price.ts';

/** With more digits before the ending, readers do not see the price as a charm price: `785,234.99`. */
const mostSteps = 10_000;

/** @returns the part of a step that a price must end in: 0.99 for `.99`; undefined for anything else. */
export function parseCharm(text: string): number | undefined {
  return /^\.\d{1,2}$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * The nearest price with the ending; of two that are equally near, the lower one. A step is one unit. It is ten, a
 * hundred or more units where the ending must be made of whole units: in currencies without decimals (`.99` gives
 * ¥7,299), and where one unit is worth too little (VND 1,234,990). A price below one step stays as it is, so that it
 * never becomes zero.
 *
 * Calculates in whole minor units, since 2.49 - 0.99 is not 1.5 in a double.
 */
export function applyCharm(price: Price, ending: number): Price {
  const { currency, amount, fractionDigits } = price;
  const unit = 10 ** fractionDigits;
  const minor = Number(amount.toFixed(fractionDigits).replace('.', ''));
  const hundredths = Math.round(ending * 100);
  let step = unit;
  while (minor / step >= mostSteps || (hundredths * step) % (step > unit ? 100 * unit : 100)) step *= 10;
  if (minor < step) return price;
  const above = (minor - (hundredths * step) / 100) % step;
  const charmed = minor - above + (above * 2 > step ? step : 0);
  return { currency, amount: charmed / unit, fractionDigits: step > unit ? 0 : fractionDigits };
}
