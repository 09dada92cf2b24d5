import countriesTable from './countries.generated.json' with { type: 'json' };
import type { Country } from './country.ts';
import currenciesTable from './currencies.generated.json' with { type: 'json' };

export interface Currency {
  /** Short symbol, which several currencies may share (`$`). Without one, the code is used. */
  readonly symbol?: string;
  /** Fraction digits by ISO 4217. Engines disagree about them (HUF, IDR), so prices don't use those of `Intl`. */
  readonly digits: number;
}

/** By ISO 3166-1 alpha-2 in upper case, and XK for Kosovo. */
export const countries: Readonly<Record<string, Country>> = countriesTable;

/** By ISO 4217: the currencies of all countries. */
export const currencies: Readonly<Record<string, Currency>> = currenciesTable;

/** Only own entries count: a code from outside may be a name on `Object.prototype`. */
export function countryOf(code: string | undefined): Country | undefined {
  return code !== undefined && Object.hasOwn(countries, code) ? countries[code] : undefined;
}
