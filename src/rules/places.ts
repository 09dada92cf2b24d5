import { distanceKm, type DistanceUnit, kilometresPerMile, parsePoint, type Point } from './distance.ts';

/** One of the owner's places as written, and its distance. */
export interface Place {
  readonly written: unknown;
  readonly km: number;
}

/** @returns the owner's places that have valid coordinates, the nearest first. */
export function placesFrom(from: Point, list: readonly unknown[]): readonly Place[] {
  const places = list.flatMap((written) => {
    const point = parsePoint(written);
    return point ? [{ written, km: distanceKm(from, point) }] : [];
  });
  return places.sort((one, other) => one.km - other.km);
}

/** A field of a place that texts may show. */
export function fieldOf(written: unknown, name: string): string | undefined {
  const value: unknown = new Map(Object.entries(Object(written))).get(name);
  return /string|number/.test(typeof value) ? String(value) : undefined;
}

/** `12 km`: without decimals from ten on, since they do not matter for a long way. */
export function formatDistance(km: number, unit: DistanceUnit, locale: string): string {
  const distance = unit === 'mile' ? km / kilometresPerMile : km;
  return distance.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: distance < 9.95 ? 1 : 0 });
}
