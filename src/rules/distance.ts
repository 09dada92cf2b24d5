/** A point on the Earth, in decimal degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export type DistanceUnit = 'km' | 'mi';

const earthRadiusKm = 6371;
export const kilometresPerMile = 1.609344;

/** Where road signs count in miles: the United States and its territories, the United Kingdom, Liberia and Myanmar. */
const countriesInMiles = /^(US|GB|LR|MM|AS|GU|MP|PR|VI|UM|IM|JE|GG)$/;

export function unitIn(country: string | undefined): DistanceUnit {
  return countriesInMiles.test(country ?? '') ? 'mi' : 'km';
}

/** @returns undefined for anything that is no point on Earth; the contract has coordinates as strings. */
export function parsePoint(latitude: unknown, longitude: unknown): Point | undefined {
  const [north, east] = [toNumber(latitude), toNumber(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : undefined;
}

/** Along a great circle. https://en.wikipedia.org/wiki/Haversine_formula */
export function distanceKm(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const across = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfChord(to.longitude - from.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(halfChord(to.latitude - from.latitude) + across)));
}

/** Reads `52.52,13.40,50km`. */
export function parseArea(text: string): { readonly centre: Point; readonly radiusKm: number } | undefined {
  const [, latitude, longitude, radius = ''] = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,(.*)$/s.exec(text) ?? [];
  const centre = parsePoint(latitude, longitude);
  const radiusKm = parseDistanceKm(radius);
  return centre && radiusKm !== undefined ? { centre, radiusKm } : undefined;
}

/** Reads `50km` and `30 mi`. */
export function parseDistanceKm(text: string): number | undefined {
  const [, distance, unit] = /^\s*(\d+(?:\.\d+)?)\s*(km|mi)\s*$/i.exec(text) ?? [];
  return distance === undefined ? undefined : Number(distance) * (unit?.toLowerCase() === 'mi' ? kilometresPerMile : 1);
}

function toNumber(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim()) ? Number(value) : Number.NaN;
}
