import { currencies } from './countries.ts';

/** Fraction digits by ISO 4217 of every currency that is some country's own: engines disagree about them. */
export const currencyDigits: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(currencies).map(([code, { digits }]) => [code, digits]),
);
