import countriesTable from './countries.generated.json' with { type: 'json' };
import type { Country } from './country.ts';
import currenciesTable from './currencies.generated.json' with { type: 'json' };

export interface Currency {
  /** Short symbol, often shared (`$`). Without one, the code stands for it. */
  readonly symbol?: string;
  /** Fraction digits by ISO 4217: engines disagree about them (HUF, IDR), so prices must not ask Intl. */
  readonly digits: number;
}

/** By ISO 3166-1 alpha-2 in upper case, and XK for Kosovo. */
export const countries: Readonly<Record<string, Country>> = countriesTable;

/** By ISO 4217: the currencies that are some country's own. */
export const currencies: Readonly<Record<string, Currency>> = currenciesTable;

/** Only own entries count, so that no code from outside reaches `Object.prototype`. */
export function countryOf(code: string | undefined): Country | undefined {
  return code !== undefined && Object.hasOwn(countries, code) ? countries[code] : undefined;
}
