import { distanceKm, type DistanceUnit, kilometresPerMile, parsePoint, type Point } from './distance.ts';

/** One of the owner's places as they have written it, and how far it is. */
export interface Place {
  readonly written: unknown;
  readonly km: number;
}

/** @returns those of the owner's places that can be placed, the nearest first. */
export function placesFrom(from: Point, list: readonly unknown[]): readonly Place[] {
  const places = list.flatMap((written) => {
    const point = parsePoint(written);
    return point ? [{ written, km: distanceKm(from, point) }] : [];
  });
  return places.sort((one, other) => one.km - other.km);
}

/** What words may say of a place. */
export function fieldOf(written: unknown, name: string): string | undefined {
  const value: unknown = new Map(Object.entries(Object(written))).get(name);
  return /string|number/.test(typeof value) ? String(value) : undefined;
}

/** `12 km`: whole ones from ten on, since nobody walks by the decimals of a long way. */
export function formatDistance(km: number, unit: DistanceUnit, locale: string): string {
  const distance = unit === 'mile' ? km / kilometresPerMile : km;
  return distance.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: distance < 9.95 ? 1 : 0 });
}
