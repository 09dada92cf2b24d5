import { describe, expect, it } from 'vitest';
import * as formats from '../../../../src/proxy/hosts/header-formats.ts';
import type { HeaderFacts, HeaderFormat } from '../../../../src/proxy/hosts/header-formats.ts';

const isp = formats.utf8('ISP');
const city = formats.percentEncoded('city');
const rawCity = formats.utf8('city');

describe('a header of a host', () => {
  it.each<[name: string, format: HeaderFormat, value: string, facts: HeaderFacts]>([
    ['a country in capitals', formats.country, 'FR', { countryCode: 'FR' }],
    ['a country in small letters', formats.country, 'fr', { countryCode: 'FR' }],
    ['the part of a subdivision', formats.stateCode, 'sp', { stateCode: 'SP' }],
    ['a number as part of a subdivision', formats.stateCode, '75', { stateCode: '75' }],
    ['a time zone', formats.timezone, 'America/Argentina/Buenos_Aires', { timezone: 'America/Argentina/Buenos_Aires' }],
    ['UTC', formats.timezone, 'UTC', { timezone: 'UTC' }],
    ['a latitude', formats.latitude, ' 45.7485 ', { latitude: '45.7485' }],
    ['a latitude without digits behind the point', formats.latitude, '-45', { latitude: '-45' }],
    ['the pole', formats.latitude, '90', { latitude: '90' }],
    ['the date line', formats.longitude, '-180', { longitude: '-180' }],
    ['a network', formats.asn, 'AS12322', { ASN: 12322 }],
    ['a network in small letters', formats.asn, 'as12322', { ASN: 12322 }],
    ['the last network', formats.asn, '4294967295', { ASN: 4294967295 }],
    ['a subdivision', formats.subdivision, 'USCA', { stateCode: 'CA' }],
    ['a subdivision with digits', formats.subdivision, 'fr69', { stateCode: '69' }],
    ['coordinates', formats.coordinates, '45.7485,4.8467', { latitude: '45.7485', longitude: '4.8467' }],
    ['an encoded city', city, 'S%C3%A3o%20Paulo', { city: 'São Paulo' }],
    ['a city with blanks around it', city, '%20Lyon%20', { city: 'Lyon' }],
    ['a company with a comma', isp, 'Example, Inc.', { ISP: 'Example, Inc.' }],
    ['a name that begins as unknown ones', rawCity, '-Lyon', { city: '-Lyon' }],
    ['a name that ends as unknown ones', rawCity, 'Lyon?', { city: 'Lyon?' }],
  ])('is read: %s', (_, format, value, facts) => expect(format.read(value)).toEqual(facts));

  it.each<[name: string, format: HeaderFormat, value: string]>([
    ['two countries', formats.country, 'DE, BR'],
    ['a country behind something', formats.country, ' FR'],
    ['a country in three letters', formats.country, 'FRA'],
    ['a long part of a subdivision', formats.stateCode, 'ABCD'],
    ['an abbreviated time zone', formats.timezone, 'PST'],
    ['a time zone behind something', formats.timezone, 'x Europe/Paris'],
    ['a time zone before something', formats.timezone, 'Europe/Paris x'],
    ['an offset', formats.timezone, '+01:00'],
    ['a latitude beyond the pole', formats.latitude, '90.01'],
    ['a longitude beyond the date line', formats.longitude, '180.5'],
    ['a latitude in words', formats.latitude, 'north'],
    ['no latitude', formats.latitude, ''],
    ['network 0', formats.asn, '0'],
    ['a network that is too large', formats.asn, '4294967296'],
    ['a network behind something', formats.asn, 'xAS12'],
    ['a network before something', formats.asn, 'AS12x'],
    ['a subdivision without its part', formats.subdivision, 'US'],
    ['a subdivision that is too long', formats.subdivision, 'USCALI'],
    ['a subdivision behind something', formats.subdivision, '-USCA'],
    ['a subdivision with a sign', formats.subdivision, 'US-CA'],
    ['coordinates of three numbers', formats.coordinates, '45.7,4.8,200'],
    ['one coordinate', formats.coordinates, '45.7'],
    ['coordinates of which one is wrong', formats.coordinates, '45.7,east'],
    ['a city that is unknown', city, '?'],
    ['a region that is unknown', formats.utf8('stateName'), 'NO REGION'],
    ['a city that came twice', city, 'Lyon, Paris'],
    ['a city of blanks', city, '%20'],
    ['a city that is not UTF-8', city, '%E9'],
    ['a city with a line break', city, 'Lyon%0A2'],
  ])('says nothing: %s', (_, format, value) => expect(format.read(value)).toStrictEqual({}));

  it.each<[format: HeaderFormat, facts: HeaderFacts, value: string]>([
    [formats.subdivision, { countryCode: 'US', stateCode: 'CA' }, 'USCA'],
    [formats.subdivision, {}, ''],
    [formats.asn, {}, ''],
    [formats.coordinates, {}, ','],
    [city, { city: 'São Paulo' }, 'S%C3%A3o%20Paulo'],
    [city, {}, ''],
    [formats.country, {}, ''],
  ])('is written from facts, and empty without: %#', (format, facts, value) => expect(format.write(facts)).toBe(value));
});

it.each<[format: HeaderFormat, rule: object]>([
  [formats.country, { kind: 'code', field: 'countryCode', pattern: '^[a-z]{2}$' }],
  [formats.timezone, expect.objectContaining({ kind: 'match', field: 'timezone' })],
  [formats.latitude, { kind: 'coordinate', field: 'latitude', pattern: String.raw`^-?\d{1,3}(?:\.\d+)?$`, most: 90 }],
  [formats.asn, { kind: 'asn' }],
  [formats.subdivision, { kind: 'subdivision' }],
  [formats.coordinates, { kind: 'coordinates' }],
  [rawCity, { kind: 'utf8', field: 'city' }],
  [city, { kind: 'percent', field: 'city' }],
])('the rule that the WordPress plugin reads a header by names its kind: %#', (format, rule) =>
  expect(format.rule).toEqual(rule),
);
