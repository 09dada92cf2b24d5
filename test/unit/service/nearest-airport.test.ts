import { describe, expect, it } from 'vitest';
import table from '../../../src/service/geo/airports.generated.json' with { type: 'json' };
import { nearestAirport } from '../../../src/service/geo/nearest-airport.ts';

describe('nearestAirport', () => {
  it.each([
    ['London', 51.5074, -0.1278, 'GB', 'LHR'],
    ['New York', 40.7128, -74.006, 'US', 'JFK'],
    ['Newark', 40.7357, -74.1724, 'US', 'EWR'],
    ['Paris', 48.8566, 2.3522, 'FR', 'CDG'],
    ['Lyon', 45.7485, 4.8467, 'FR', 'LYS'],
    ['Berlin', 52.52, 13.405, 'DE', 'BER'],
    ['Bern', 46.948, 7.4474, 'CH', 'BRN'],
    ['Linköping', 58.4108, 15.6214, 'SE', 'LPI'],
    ['Gibraltar', 36.14, -5.353, 'GI', 'GIB'],
    ['Toronto', 43.6532, -79.3832, 'CA', 'YYZ'],
    ['Chicago', 41.8781, -87.6298, 'US', 'ORD'],
    ['Washington', 38.9072, -77.0369, 'US', 'DCA'],
    ['San Francisco', 37.7749, -122.4194, 'US', 'SFO'],
    ['São Paulo', -23.55, -46.633, 'BR', 'GRU'],
    ['Nairobi', -1.29, 36.82, 'KE', 'NBO'],
    ['Tokyo', 35.6762, 139.6503, 'JP', 'HND'],
    ['Osaka', 34.6937, 135.5023, 'JP', 'ITM'],
    ['Sydney', -33.8688, 151.2093, 'AU', 'SYD'],
    ['Pristina', 42.66, 21.16, 'XK', 'PRN'],
    // Abroad, where there is none of its own.
    ['Liechtenstein', 47.141, 9.521, 'LI', 'ACH'],
    ['Monaco', 43.738, 7.424, 'MC', 'NCE'],
    ['Andorra', 42.5063, 1.5218, 'AD', 'TLS'],
    ['Åland', 60.097, 19.934, 'AX', 'MHQ'],
    ['Svalbard', 78.22, 15.65, 'SJ', 'LYR'],
    // At home rather than a little nearer abroad.
    ['Detroit', 42.33, -83.05, 'US', 'DTW'],
    ['Windsor', 42.31, -83.036, 'CA', 'YQG'],
    ['Annemasse, where the country is not known', 46.19, 6.23, undefined, 'GVA'],
  ])('is for %s the airport that people there name', (_city, latitude, longitude, country, airport) => {
    expect(nearestAirport(latitude, longitude, country)).toBe(airport);
  });

  it('is found across the antimeridian', () => {
    expect(nearestAirport(-16.69, -179.9, 'FJ')).toBe(nearestAirport(-16.69, 179.95, 'FJ'));
    expect(nearestAirport(-16.69, -179.9, 'FJ')).toBeTypeOf('string');
  });

  it.each([
    ['the Atlantic', 30, -40],
    ['the Pacific', -30, -140],
    ['the South Pole', -90, 0],
    ['nowhere', Number.NaN, Number.NaN],
  ])('is none in %s', (_place, latitude, longitude) => {
    expect(nearestAirport(latitude, longitude)).toBeUndefined();
  });
});

describe('the table of airports', () => {
  it('has an IATA code, a place on Earth and a country for each', () => {
    const malformed = table.filter(
      ([iata, latitude, longitude, country, large]) =>
        !/^[A-Z]{3} [A-Z]{2}$/.test(`${iata} ${country}`) ||
        (large !== 0 && large !== 1) ||
        !(Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180),
    );
    expect(malformed).toEqual([]);
    expect(table.length).toBeGreaterThan(3000);
  });

  it('has each code once', () => {
    expect(new Set(table.map(([iata]) => iata)).size).toBe(table.length);
  });
});
