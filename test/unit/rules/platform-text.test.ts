import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/rules/facts.ts';
import { formatPrice } from '../../../src/rules/money/money.ts';
import { platformText } from '../../../src/rules/text/platform-text.ts';
import { fillTemplate, parseTemplate } from '../../../src/rules/text/template.ts';

function factsWith(platformTexts: Map<string, string> | undefined): Facts {
  return { record: { countryCode: 'FR', currencyCode: 'EUR', language: 'fr-FR' }, page: {}, platformTexts };
}

describe('what the platform writes', () => {
  it('is asked for once where it is remembered, and each time where it is not', () => {
    let asked = 0;
    const ask = (facts: Facts, question: string) => platformText([question, 1], facts, () => `${question}${++asked}`);
    const remembering = factsWith(new Map());
    expect([ask(remembering, 'a'), ask(remembering, 'b'), ask(remembering, 'a')]).toEqual(['a1', 'b2', 'a1']);
    expect([ask(factsWith(undefined), 'a'), ask(factsWith(undefined), 'a')]).toEqual(['a3', 'a4']);
  });

  it('is not remembered where it is nothing, and makes room after a thousand', () => {
    const texts = new Map<string, string>();
    platformText(['none'], factsWith(texts), () => undefined);
    expect(texts.size).toBe(0);
    for (let index = 0; index < 1100; index++)
      expect(platformText([index], factsWith(texts), () => `${index}`)).toBe(`${index}`);
    expect([...texts.keys()]).toEqual(Array.from({ length: 100 }, (_, index) => `${1000 + index}`));
  });

  it('is a price by all that it depends on: amount, digits, language, base, and the place that the visitor is from', () => {
    const texts = new Map<string, string>();
    const write = (
      price: Partial<{ currency: string; amount: number; fractionDigits: number }>,
      locale = 'en',
      base = 'USD',
      language = 'fr-FR',
    ) =>
      formatPrice({ currency: 'CAD', amount: 49, fractionDigits: 0, ...price }, locale, base, {
        ...factsWith(texts),
        record: { language },
      });
    const asked = () => [
      write({}),
      write({ currency: 'EUR' }),
      write({ amount: 5 }),
      write({ fractionDigits: 2 }),
      write({}, 'de'),
      write({}, 'en', 'EUR'),
      write({}, 'en', 'USD', 'en-CA'),
    ];
    const first = asked();
    expect(texts.size).toBe(first.length);
    expect(asked()).toEqual(first);
    expect(texts.size).toBe(first.length);
  });

  it('is a name by its kind, its code and the language', () => {
    const texts = new Map<string, string>();
    const names = parseTemplate('{country} {currency}') ?? [];
    const fill = (locale: string) => fillTemplate(names, factsWith(texts), 'text', locale);
    expect([fill('de'), fill('fr'), fill('de')]).toEqual(['Frankreich Euro', 'France euro', 'Frankreich Euro']);
    expect(texts.size).toBe(4);
  });
});
