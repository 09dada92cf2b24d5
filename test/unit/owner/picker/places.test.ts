import { describe, expect, it } from 'vitest';
import { createPlaces, listed, type Place } from '../../../../src/owner/picker/places.ts';
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
  ])('as %s may be %s, and is not taken for it', (text, code) => {
    expect(places.named(text)).toBeUndefined();
    expect(places.search(text).map((place) => place.code)).toContain(code);
  });

  it.each(['Zzzzzz', 'London', 'everyone'])('as %s is none', (text) => expect(places.search(text)).toEqual([]));

  it.each([
    ['Europe', 'continent-EU', 'eu'],
    ['Africa', 'continent-AF', 'ZA'],
    ['Asia', 'continent-AS', 'continent-AS'],
    ['Asien', 'continent-AS', 'continent-AS'],
    ['South America', 'continent-SA', 'continent-SA'],
  ])('as %s is the continent, and %s stands beside what else has the word', (text, code, other) => {
    expect(places.named(text)?.code).toBe(code);
    const found = places.search(text).map((place) => place.code);
    expect([found[0], found.includes(other)]).toEqual([code, true]);
  });

  it.each([
    ['Australia', 'AU'],
    ['America', 'US'],
    ['European Union', 'eu'],
  ])('as %s is no continent', (text, code) => expect(places.named(text)?.code).toBe(code));

  it('is no continent where a price list or a delivery plan is written, and in a list of countries no group', () => {
    const among = (text: string, ...kinds: readonly Place['kind'][]) =>
      places
        .only(...kinds)
        .search(text)
        .map((place) => place.code);
    expect(among('Europe', ...listed)).toEqual(['eu', 'eea']);
    expect(among('Europe', 'Country')).toEqual([]);
    expect(among('France', 'Country')).toEqual(['FR']);
    expect(places.only('Country').named('us-ca')).toBeUndefined();
  });

  it.each([
    ['continent-EU', 'FR'],
    ['continent-OC', 'AU'],
    ['continent-AN', 'AQ'],
  ])('%s is seen as somebody from %s', (code, visitor) => expect(places.visitorFrom(code)).toBe(visitor));

  it.each([
    ['germ', 'DE'],
    ['fran', 'FR'],
  ])('as %s is shown with %s first', (text, code) => expect(places.search(text)[0]?.code).toBe(code));

  it('shows all places before a letter is typed', () => expect(places.search(' ')[0]?.code).toBe('near'));
});
