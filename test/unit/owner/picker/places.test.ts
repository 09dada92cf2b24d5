import { describe, expect, it } from 'vitest';
import { createPlaces } from '../../../../src/owner/picker/places.ts';
import { countryNames } from '../../../../src/owner/preview/preview-choices.ts';

const places = createPlaces(countryNames(), ['near'], ['de', 'ja']);

describe('a place that an owner types', () => {
  it.each([
    ['UK', 'GB'],
    ['u.k.', 'GB'],
    ['Great Britain', 'GB'],
    ['USA', 'US'],
    ['america', 'US'],
    ['Holland', 'NL'],
    ['the Netherlands', 'NL'],
    ['Turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['Czech Republic', 'CZ'],
    ['Ivory Coast', 'CI'],
    ["cote d'ivoire", 'CI'],
    ['Deutschland', 'DE'],
    ['osterreich', 'AT'],
    ['Frankreich', 'FR'],
    ['Allemagne', 'DE'],
    ['日本', 'JP'],
    ['Россия', 'RU'],
    ['EU', 'eu'],
    ['European Union', 'eu'],
    ['Union européenne', 'eu'],
    ['Scandinavia', 'nordics'],
    ['nordic', 'nordics'],
    ['near', 'near'],
    ['dach', 'dach'],
    ['Georgia', 'GE'],
    ['California', 'US-CA'],
    ['us-ca', 'US-CA'],
    ['fr-idf', 'FR-IDF'],
    ['no', 'NO'],
    ['el', 'GR'],
  ])('as %s is %s', (text, code) => {
    expect(places.named(text)?.code).toBe(code);
    expect(places.search(text)[0]?.code).toBe(code);
  });

  it.each([
    ['ger', 'DE'],
    ['ukrai', 'UA'],
    ['Deutschl', 'DE'],
    ['united', 'GB'],
    ['Frnace', 'FR'],
    ['Frankreih', 'FR'],
    ['Alemagne', 'DE'],
    ['Califronia', 'US-CA'],
    ['Europe', 'eu'],
    ['Africa', 'ZA'],
  ])('as %s may be %s, and is not taken for it', (text, code) => {
    expect(places.named(text)).toBeUndefined();
    expect(places.search(text).map((place) => place.code)).toContain(code);
  });

  it.each(['Zzzzzz', 'London', 'everyone'])('as %s is none', (text) => {
    expect(places.search(text)).toEqual([]);
    expect(places.whyNone(text)).toBe(`There is no place “${text}”`);
  });

  it.each([
    ['Asia', 'AS'],
    ['Asien', 'AS'],
  ])('as %s is a continent, which has a condition of its own', (text, code) => {
    expect(places.named(text)).toBeUndefined();
    expect(places.whyNone(text)).toContain(`write continent: ${code} into`);
  });

  it.each([
    ['germ', 'DE'],
    ['fran', 'FR'],
  ])('as %s is shown with %s first', (text, code) => expect(places.search(text)[0]?.code).toBe(code));

  it('shows all places before a letter is typed', () => expect(places.search(' ')[0]?.code).toBe('near'));
});
