import { distanceKm, type DistanceUnit, kilometresPerMile, parsePoint, type Point } from './distance.ts';

/** One of the owner's places: where it is, and what words may say of it. */
export interface Place {
  readonly point: Point;
  readonly fields: ReadonlyMap<string, string>;
}

/** @param report told of each entry that cannot be placed, by its position in the list. */
export function parsePlaces(list: readonly unknown[], report: (position: number) => void): Place[] {
  const places: Place[] = [];
  for (const [position, entry] of list.entries()) {
    const fields = new Map<string, unknown>(Object.entries(entry ?? {}));
    const point = parsePoint(fields.get('latitude'), fields.get('longitude'));
    if (point) places.push({ point, fields: new Map([...fields].flatMap(([name, value]) => (typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []))) });
    else report(position);
  }
  return places;
}

/** @returns the nearest place and how far it is; undefined only when there are none. */
export function nearestPlace(places: readonly Place[], from: Point): { readonly place: Place; readonly km: number } | undefined {
  return places.map((place) => ({ place, km: distanceKm(from, place.point) })).sort((a, b) => a.km - b.km)[0];
}

/** `12 km`: whole ones from ten on, since nobody walks by the decimals of a long way. */
export function formatDistance(km: number, unit: DistanceUnit, locale: string): string {
  const distance = unit === 'mi' ? km / kilometresPerMile : km;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: unit === 'mi' ? 'mile' : 'kilometer', maximumFractionDigits: distance < 9.95 ? 1 : 0 }).format(distance);
}
