import { describe, expect, it } from 'vitest';
import { fieldOf, formatDistance, placesFrom } from '../../../src/rules/places.ts';

const paris = { name: 'Paris', latitude: 48.8566, longitude: '2.3522', phone: '+33', open: true, staff: 7 };
const osaka = { name: 'Osaka', latitude: 34.69, longitude: 135.5 };

describe('the owner’s places', () => {
  it('have words and numbers of their own to say', () => {
    expect(['name', 'latitude', 'phone', 'staff'].map((name) => fieldOf(paris, name))).toEqual([
      'Paris',
      '48.8566',
      '+33',
      '7',
    ]);
    for (const name of ['open', 'nothing', 'constructor', '__proto__', ''])
      expect(fieldOf(paris, name)).toBeUndefined();
    for (const nothing of [null, undefined, 7]) expect(fieldOf(nothing, 'name')).toBeUndefined();
  });

  it('are left out where they are nowhere', () => {
    const places = placesFrom({ latitude: 0, longitude: 0 }, [
      null,
      7,
      'Paris',
      {},
      { latitude: 148, longitude: 2 },
      { latitude: '', longitude: '' },
      osaka,
      { latitude: '48,8', longitude: 2 },
    ]);
    expect(places.map(({ written }) => written)).toEqual([osaka]);
  });

  it('go by distance, also across the date line, and none are none', () => {
    const nearest = (latitude: number, longitude: number) =>
      placesFrom({ latitude, longitude }, [paris, osaka])[0]?.written;
    expect(nearest(45.75, 4.85)).toBe(paris);
    expect(nearest(21.3, -157.86)).toBe(osaka);
    expect(placesFrom({ latitude: 0, longitude: 0 }, [])).toEqual([]);
  });

  it.each([
    [0, 'kilometer', 'en', '0 km'],
    [0.44, 'kilometer', 'en', '0.4 km'],
    [9.94, 'kilometer', 'en', '9.9 km'],
    [9.96, 'kilometer', 'en', '10 km'],
    [391.6, 'kilometer', 'en', '392 km'],
    [391.6, 'mile', 'en', '243 mi'],
    [3.2, 'kilometer', 'de', '3,2 km'],
    [9120, 'kilometer', 'en', '9,120 km'],
  ] as const)('%f km is in %s and %s %j', (km, unit, locale, expected) => {
    expect(formatDistance(km, unit, locale).replace(/\s/g, ' ')).toBe(expected);
  });
});
