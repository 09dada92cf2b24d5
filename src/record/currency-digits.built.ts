import { currencies } from './countries.ts';

/** Fraction digits of all countries' currencies by ISO 4217. Engines disagree about them. */
export const currencyDigits: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(currencies).map(([code, { digits }]) => [code, digits]),
);
