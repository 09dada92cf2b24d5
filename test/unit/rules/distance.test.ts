import { describe, expect, it } from 'vitest';
import { distanceKm, parseArea, parsePoint, unitIn } from '../../../src/rules/distance.ts';

const point = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('distance', () => {
  it.each([
    ['Paris to London', point(48.8566, 2.3522), point(51.5074, -0.1278), 344],
    ['Fiji across the date line to Samoa', point(-18.1416, 178.4419), point(-13.8507, -171.7514), 1151],
    ['pole to pole', point(90, 0), point(-90, 0), 20_015],
    ['a place to itself', point(10, 10), point(10, 10), 0],
    ['a place to its antipode', point(37.3, 12.7), point(-37.3, -167.3), 20_015],
  ])('%s', (_name, from, to, km) => expect(Math.round(distanceKm(from, to))).toBe(km));

  it('is told apart to the metre', () => {
    expect(distanceKm(point(45.7485, 4.8467), point(45.74851, 4.8467))).toBeCloseTo(0.0011, 4);
  });

  it('reads coordinates as the contract has them, and nothing else', () => {
    expect(parsePoint({ latitude: '48.85', longitude: '2.35' })).toEqual(point(48.85, 2.35));
    for (const [latitude, longitude] of [
      ['', ''],
      [' ', ' '],
      ['x', '1'],
      ['48,8', '2'],
      [null, 1],
      [true, {}],
      ['91', '0'],
      ['0', '181'],
      [undefined, undefined],
    ])
      expect(parsePoint({ latitude, longitude })).toBeUndefined();
    for (const nothing of [undefined, null, 7, 'Paris', []]) expect(parsePoint(nothing)).toBeUndefined();
  });

  it('reads an area in kilometres and miles', () => {
    expect(parseArea('52.52,13.40,50km')).toEqual({ centre: point(52.52, 13.4), radiusKm: 50 });
    expect(parseArea('52.52, -13.40, 10 mi')?.radiusKm).toBeCloseTo(16.09);
    for (const text of ['52.52,13.40', '52.52,13.40,50', '152,13,5km', 'Berlin,50km', '52,52,13,40,5km'])
      expect(parseArea(text)).toBeUndefined();
  });

  it('counts as the road signs of a country do', () => {
    expect(['US', 'GB', 'FR', undefined].map(unitIn)).toEqual(['mile', 'mile', 'kilometer', 'kilometer']);
  });
});
