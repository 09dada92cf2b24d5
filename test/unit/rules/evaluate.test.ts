import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/rules/facts.ts';
import { evaluateClasses, hiddenByBinding, unsafe, wantUrl } from '../../../src/rules/markup/evaluate.ts';
import type { Sink } from '../../../src/rules/markup/sink.ts';
import { parseTemplate } from '../../../src/rules/text/template.ts';
import { wordsOf } from '../../support/listed.ts';

/** @param value of the visitor's city, which the URL is made with. */
function urlOf(
  template: string,
  value: string,
  sink: Exclude<Sink, 'text'> = 'link',
  base = 'https://shop.example/de/',
) {
  const facts: Facts = { record: { city: value }, page: {}, groups: new Map() };
  const read = parseTemplate(template);
  if (read === undefined) throw new Error(`${template} is no template`);
  return wantUrl(read, sink)(facts, 'en', base);
}

/** What the check fills in for itself is among them: with it, a host of data looks like one without. */
const values = ['0', '1', '00', '0.0.0.0', 'Lyon', 'a', 'www', 'evil.example', '127.0.0.1', '-', 'é', '%'];

describe('a URL whose host is of the record is refused, whatever the record says', () => {
  const templates = wordsOf(`
    https://{city}.shop.example/ https://{city}/ https://{city} //{city}/x //{city}.shop.example
    https://shop{city}.example/ https://shop.example.{city}/ https://shop.example:{city}/
    https://{city}@shop.example/ https://shop.example{city} https://{city|x}.shop.example/
    https://{city:lower}.shop.example/
  `);
  it.each(templates.flatMap((template) => values.map((value) => [template, value] as const)))(
    '%s with %j',
    (template, value) => expect(urlOf(template, value)).toBe(unsafe),
  );

  it.each(values)('srcset with %j', (value) => {
    expect(urlOf('https://{city}.shop.example/a.png 1x, /b.png 2x', value, 'srcset')).toBe(unsafe);
    expect(urlOf('/a.png 1x, https://{city}.shop.example/b.png 2x', value, 'srcset')).toBe(unsafe);
  });
});

describe('a URL whose scheme is not for this is refused', () => {
  it.each(['javascript:{city}', 'data:text/html,{city}', 'vbscript:{city}'])('%s', (template) => {
    for (const value of values) expect(urlOf(template, value)).toBe(unsafe);
  });
  it('mailto in a picture', () => expect(urlOf('mailto:{city}@shop.example', '0', 'media')).toBe(unsafe));
});

describe('a URL with a value behind its host is written', () => {
  it.each([
    ['/{city:lower}/', '0', 'https://shop.example/0/'],
    ['/{city:lower}/', '1', 'https://shop.example/1/'],
    ['{city}', 'Lyon', 'https://shop.example/de/Lyon'],
    ['https://cdn.example/{city}.png', '0', 'https://cdn.example/0.png'],
    ['?from={city}#{city}', 'a b', 'https://shop.example/de/?from=a%20b#a%20b'],
    ['/{city}', '../evil', 'https://shop.example/..%2Fevil'],
  ])('%s with %j', (template, value, expected) => expect(urlOf(template, value)).toBe(expected));

  it('a mail address', () => expect(urlOf('mailto:{city}@shop.example', 'lyon')).toBe('mailto:lyon@shop.example'));

  it('and stays as written while nothing is known', () => expect(urlOf('/{postalCode}', 'x')).toBeUndefined());
});

describe('classes', () => {
  const classesOf = (city: string, ...templates: readonly (string | undefined)[]) =>
    evaluateClasses(
      templates.map((text) => (text === undefined ? text : parseTemplate(text))),
      { record: { city, countryCode: 'FR', countryName: 'France' }, page: {}, groups: new Map() },
      'de',
    );

  it.each([
    ['Saint-Étienne', 'saint-etienne'],
    ['L’Île d’Yeu', 'l-ile-d-yeu'],
    ['a   "b" <c>', 'a-b-c-'],
    ['A_1', 'a_1'],
  ])('have no other letters than those of a name: %s', (city, name) => expect(classesOf(city, '{city}')).toBe(name));

  it('have the code of a country, whatever the language', () =>
    expect(classesOf('Lyon', 'in-{country}', '{city}')).toBe('in-fr lyon'));

  it('are as many as are known', () => expect(classesOf('Lyon', '{postalCode}', undefined, '{city}')).toBe('lyon'));
});

it('what a binding hides says so', () => expect(hiddenByBinding).toBe('geo'));
