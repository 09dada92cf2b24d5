import type { Price } from './price.ts';

/** With more digits before the ending, readers do not see the price as a charm price: `785,234.99`. */
const mostSteps = 10_000;

/** What a price must end in. `.90` has two digits, and `.9` one. */
export interface Charm {
  /** The part of a step: 0.99 for `.99`. */
  readonly ending: number;
  readonly digits: number;
}

/** @returns undefined for anything but a point and one or two digits. */
export function parseCharm(text: string): Charm | undefined {
  const [, digits] = /^\s*\.(\d{1,2})\s*$/.exec(text) ?? [];
  return digits ? { ending: Number(`.${digits}`), digits: digits.length } : undefined;
}

/**
 * The nearest price with the ending; of two that are equally near, the lower one. A step is one unit. It is ten, a
 * hundred or more units where the ending must be made of whole units: in currencies without decimals (`.99` gives
 * ¥7,299, and `.90` ¥7,290), and where one unit is worth too little (VND 1,234,990). A price below one step stays as it is, so that it
 * never becomes zero.
 *
 * Calculates in whole minor units, since 2.49 - 0.99 is not 1.5 in a double.
 */
export function applyCharm(price: Price, { ending, digits }: Charm): Price {
  const { currency, amount, fractionDigits } = price;
  const unit = 10 ** fractionDigits;
  const minor = Number(amount.toFixed(fractionDigits).replace('.', ''));
  const hundredths = Math.round(ending * 100);
  let step = unit;
  const hasRoom = () => (step > unit ? step / unit : step) % 10 ** digits === 0;
  while (minor / step >= mostSteps || !hasRoom()) step *= 10;
  if (minor < step) return price;
  const above = (minor - (hundredths * step) / 100) % step;
  const charmed = minor - above + (above * 2 > step ? step : 0);
  return { currency, amount: charmed / unit, fractionDigits: step > unit ? 0 : fractionDigits };
}
