import { packedCities } from './cities.built.ts';
import { toPlainLetters } from './plain-letters.ts';

/** Where a city is, in decimal degrees, as a record has it. */
export interface CityPoint {
  readonly latitude: string;
  readonly longitude: string;
}

/**
 * About where a large city is: at its airport. For previews and tests only: missing coordinates in a lookup stay
 * missing.
 *
 * @param country ISO 3166-1 alpha-2; without it, the city must be the only one of that name.
 * @returns undefined for a city that is not in the table.
 */
export function cityPoint(name: string, country: string | undefined): CityPoint | undefined {
  const wanted = toPlainLetters(name).trim();
  const found = packedCities
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([code, city = '']) => toPlainLetters(city) === wanted && (country ?? code) === code);
  const [, , latitude, longitude] = found[0] ?? [];
  return latitude && longitude && found.length === 1 ? { latitude, longitude } : undefined;
}
