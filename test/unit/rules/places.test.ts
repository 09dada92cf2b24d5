import { describe, expect, it } from 'vitest';
import { formatDistance, nearestPlace, parsePlaces } from '../../../src/rules/places.ts';

const paris = { name: 'Paris', latitude: 48.8566, longitude: '2.3522', phone: '+33', open: true, staff: 7 };
const osaka = { name: 'Osaka', latitude: 34.69, longitude: 135.5 };

describe('the owner’s places', () => {
  it('are read with what words may say of them', () => {
    const [place] = parsePlaces([paris], () => {});
    expect(place?.point).toEqual({ latitude: 48.8566, longitude: 2.3522 });
    expect([...(place?.fields ?? [])]).toEqual([['name', 'Paris'], ['latitude', '48.8566'], ['longitude', '2.3522'], ['phone', '+33'], ['staff', '7']]);
  });

  it('are told of where they are nowhere, and the others are kept', () => {
    const wrong: number[] = [];
    const places = parsePlaces([null, 7, 'Paris', {}, { latitude: 148, longitude: 2 }, { latitude: '', longitude: '' }, osaka, { latitude: '48,8', longitude: 2 }], (position) => wrong.push(position));
    expect(wrong).toEqual([0, 1, 2, 3, 4, 5, 7]);
    expect(places).toHaveLength(1);
  });

  it('are chosen by distance, also across the date line, and none from none', () => {
    const places = parsePlaces([paris, osaka], () => {});
    const nearest = (latitude: number, longitude: number) => nearestPlace(places, { latitude, longitude })?.place.fields.get('name');
    expect(nearest(45.75, 4.85)).toBe('Paris');
    expect(nearest(21.3, -157.86)).toBe('Osaka');
    expect(nearestPlace([], { latitude: 0, longitude: 0 })).toBeUndefined();
  });

  it.each([
    [0, 'km', 'en', '0 km'],
    [0.44, 'km', 'en', '0.4 km'],
    [9.94, 'km', 'en', '9.9 km'],
    [9.96, 'km', 'en', '10 km'],
    [391.6, 'km', 'en', '392 km'],
    [391.6, 'mi', 'en', '243 mi'],
    [3.2, 'km', 'de', '3,2 km'],
    [9120, 'km', 'en', '9,120 km'],
  ] as const)('%f km is in %s and %s %j', (km, unit, locale, expected) => {
    expect(formatDistance(km, unit, locale).replace(/\s/g, ' ')).toBe(expected);
  });
});
