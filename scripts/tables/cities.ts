import { largeAirports } from './airports.ts';

type City = readonly [country: string, name: string, latitude: number, longitude: number];

/**
 * Cities by their first large airport: for previews of a page, whose owner writes `city: Lyon` and wants to see the
 * nearest shop. `Köln (Cologne)` and `Raleigh/Durham` are two names each.
 */
export function citiesTable(): readonly City[] {
  const cities = new Map<string, City>();
  for (const { municipality, country, latitude, longitude } of largeAirports())
    for (const part of municipality.split(/[/(),]/)) {
      const name = part.trim();
      const key = `${country} ${name}`;
      if (name && !cities.has(key)) cities.set(key, [country, name, latitude, longitude]);
    }
  return [...cities.values()].toSorted(([a, b], [c, d]) => (`${a} ${b}` < `${c} ${d}` ? -1 : 1));
}
