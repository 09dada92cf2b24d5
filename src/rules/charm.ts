import type { Price } from './price.ts';

/** More digits than this before the ending make a price that nobody reads as a charm: `785,234.99`. */
const mostSteps = 10_000;

/** @returns the part of a step that a price shall end in: 0.99 for `.99`; undefined for what is no ending. */
export function parseCharm(text: string): number | undefined {
  return /^\.\d{1,2}$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * The nearest price with an ending, the lower of two that are equally near. A step is one unit, or so many that the
 * ending falls on whole units: without decimals (`.99` is ¥7,299), and where one unit is too little to matter
 * (VND 1,234,990). Below one step it stays as it is, so that it never becomes nothing.
 *
 * All of it is reckoned in whole minor units, since 2.49 - 0.99 is not 1.5 in a double.
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
