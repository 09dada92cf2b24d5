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
 */
export function applyCharm(price: Price, ending: number): Price {
  const { currency, amount, fractionDigits } = price;
  let step = 1;
  while (amount / step >= mostSteps || !fits(ending * step, step > 1 ? 0 : fractionDigits)) step *= 10;
  if (amount < step) return price;
  const steps = Math.max(Math.ceil(amount / step - ending - 0.5), ending ? 0 : 1);
  const digits = step > 1 ? 0 : fractionDigits;
  return { currency, amount: Number(((steps + ending) * step).toFixed(digits)), fractionDigits: digits };
}

function fits(amount: number, digits: number): boolean {
  return Math.abs(Number(amount.toFixed(digits)) - amount) < 1e-9;
}
