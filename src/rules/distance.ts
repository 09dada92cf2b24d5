/** A point on the Earth, in decimal degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** As `Intl.NumberFormat` calls them. */
export type DistanceUnit = 'kilometer' | 'mile';

const earthRadiusKm = 6371;
export const kilometresPerMile = 1.609344;

/** Where road signs count in miles: the United States and its territories, the United Kingdom, Liberia and Myanmar. */
const countriesInMiles = /^(US|GB|LR|MM|AS|GU|MP|PR|VI|UM|IM|JE|GG)$/i;

export function unitIn(country: string | undefined): DistanceUnit {
  return countriesInMiles.test(country ?? '') ? 'mile' : 'kilometer';
}

/**
 * Reads `latitude` and `longitude` of a record, or of a place that the owner has written.
 *
 * @returns undefined for anything that is not a point on Earth. In the contract, coordinates are strings.
 */
export function parsePoint(place: unknown): Point | undefined {
  const written: { readonly latitude?: unknown; readonly longitude?: unknown } = Object(place);
  const [latitude, longitude] = [toNumber(written.latitude), toNumber(written.longitude)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Along a great circle. https://en.wikipedia.org/wiki/Spherical_law_of_cosines */
export function distanceKm(from: Point, to: Point): number {
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const angle =
    cosine(to.latitude - from.latitude) -
    cosine(from.latitude) * cosine(to.latitude) * (1 - cosine(to.longitude - from.longitude));
  // Rounding may take it below.
  return earthRadiusKm * Math.acos(Math.max(-1, angle));
}

/** Reads `52.52,13.40,50km`. */
export function parseArea(text: string): { readonly centre: Point; readonly radiusKm: number } | undefined {
  const [, latitude, longitude, radius = ''] = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,(.*)$/s.exec(text) ?? [];
  const centre = parsePoint({ latitude, longitude });
  const radiusKm = parseDistanceKm(radius);
  return centre && radiusKm !== undefined ? { centre, radiusKm } : undefined;
}

/** Reads `50km` and `30 mi`. */
export function parseDistanceKm(text: string): number | undefined {
  const [, distance, unit] = /^\s*(\d+(?:\.\d+)?)\s*(km|mi)\s*$/i.exec(text) ?? [];
  return distance === undefined ? undefined : Number(distance) * (unit?.toLowerCase() === 'mi' ? kilometresPerMile : 1);
}

function toNumber(value: unknown): number {
  return Number(String(value).trim() || Number.NaN);
}
