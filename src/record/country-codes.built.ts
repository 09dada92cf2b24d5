import { countries } from './countries.ts';

const codes = Object.keys(countries);
const initials = [...new Set(codes.map((code) => code.charAt(0)))];

/**
 * The codes of all countries, packed for browsers: each first letter, followed by all of its second letters (`QA
 * REOSUW`).
 */
export const countryCodes: string = initials
  .map(
    (initial) =>
      initial +
      codes
        .filter((code) => code.startsWith(initial))
        .map((code) => code.charAt(1))
        .join(''),
  )
  .join(' ');
