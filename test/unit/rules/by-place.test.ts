import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries } from '../../../src/record/countries.ts';
import type { VisitorRecord } from '../../../src/record/record.ts';
import { answer } from '../../../src/rules/conditions/condition.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import { placesIn } from '../../../src/rules/conditions/groups.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import { decideByPlace, unusableIn } from '../../../src/rules/money/by-place.ts';
import { showFromBook } from '../../../src/rules/money/price-book.ts';
import { formatPrice, parsePrices, showPrice } from '../../../src/rules/money/money.ts';
import type { Price } from '../../../src/rules/money/price.ts';
import { children, readTable, type TableVisitor, unusable } from '../../support/price-table.ts';

interface Vector {
  readonly rows: readonly number[];
  readonly prices: string;
  readonly was?: string;
  readonly sees: Readonly<Record<string, string>>;
}

const {
  groups: written,
  visitors,
  choosers,
  cases,
} = JSON.parse(readFileSync(new URL('../../cases/prices.json', import.meta.url), 'utf8')) as {
  readonly groups: Readonly<Record<string, string>>;
  readonly visitors: Readonly<Record<string, VisitorRecord | null>>;
  readonly choosers: Readonly<Record<string, VisitorRecord>>;
  readonly cases: readonly Vector[];
};
const groups = parseGroups(written);
const write = ({ currency, amount, fractionDigits }: Price) => `${currency} ${amount.toFixed(fractionDigits)}`;

/** What the rules come to, in the words of the vectors. */
function decided(prices: string, was: string | undefined, facts: Facts): string {
  const tag = { prices: parsePrices(prices), was: was === undefined ? [] : parsePrices(was) };
  if (!tag.prices || !tag.was) return 'malformed';
  if (unusableIn({ prices: tag.prices, was: tag.was }, facts.groups)) return 'unusable';
  const decision = decideByPlace({ answer }, { prices: tag.prices, was: tag.was }, facts);
  if (!decision) return 'written';
  const { price, former, converts } = decision;
  const text = price === tag.prices[0] ? 'written' : write(price);
  const formerText = former && former.amount > price.amount ? `, was ${write(former)}` : '';
  return `${text}${converts ? ', or converted' : ''}${formerText}`;
}

const rows = cases.flatMap(({ prices, was, sees }) =>
  Object.entries(sees).map(([name, seen]) => ({ prices, was, name, seen })),
);

describe('a price list by place', () => {
  it.each(rows)('$prices, was $was: $name sees $seen', ({ prices, was, name, seen }) => {
    const record = { ...visitors, ...choosers }[name];
    expect(record).toBeDefined();
    const facts = { record: record ?? undefined, page: {}, groups, choseCurrency: Object.hasOwn(choosers, name) };
    expect(decided(prices, was, facts)).toBe(seen);
  });

  it('has a vector for each row of the table in the docs', () => {
    const table = readFileSync('docs/price-lists.md', 'utf8').matchAll(/^\| (\d) \|/gm);
    expect(new Set(cases.flatMap((row) => row.rows))).toEqual(new Set([...table].map(([, row]) => Number(row))));
  });

  const shown = (prices: string, was: string, facts: Omit<Facts, 'page'>) =>
    showPrice(
      { prices: parsePrices(prices) ?? [], was: parsePrices(was) ?? [] },
      { page: {}, showByPlace: (...asked) => showFromBook({ answer, formatPrice, showPrice }, ...asked), ...facts },
      'en',
    );
  const delhi = { countryCode: 'IN', currencyCode: 'INR', language: 'hi-IN' };

  it('writes the page’s own currency with the sign of the page’s language, whatever the visitor’s', () => {
    expect(shown('USD 49, IN: USD 19', 'IN: USD 25', { record: delhi })).toEqual({ text: '$19', was: '$25' });
    expect(shown('USD 49, IN: USD 19', '', { record: { ...delhi, language: 'en-CA' } })?.text).toBe('$19');
  });

  it('stays as written without the file that reads places', () => {
    const prices = parsePrices('USD 49, IN: USD 19') ?? [];
    expect(showPrice({ prices }, { record: delhi, page: {} }, 'en')).toBeUndefined();
  });

  it('is converted from the price of their place for those who chose a currency, and only for them', () => {
    const asked: unknown[] = [];
    const estimate: Facts['estimate'] = ({ prices, was }, currency) => {
      asked.push([prices.map(write), was?.map(write), currency]);
      return { text: '≈ 18', estimate: 'about' };
    };
    const record = { ...delhi, currencyCode: 'EUR' };
    const list = ['USD 49, IN: USD 19', 'USD 59, IN: USD 25'] as const;
    expect(shown(...list, { record, choseCurrency: true, estimate })?.text).toBe('≈ 18');
    expect(shown(...list, { record, estimate })?.text).toBe('$19');
    expect(asked).toEqual([[['USD 19'], ['USD 25'], 'EUR']]);
    expect(shown(...list, { record, choseCurrency: true })?.text, 'without rates').toBe('$19');
  });
});

const owners = parseGroups({ home: 'FR DE', west: 'state: US-CA US-OR', shops: 'country: IN; state: IN-DL' });
const codes = ['FR', 'DE', 'AT', 'CH', 'IN', 'US', 'GB', 'GR', 'AE', 'JP'];
const currencies = ['USD', 'EUR', 'CHF', 'INR'];

const place = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...codes, 'UK', 'el', 'de') },
  { weight: 3, arbitrary: fc.constantFrom('US-CA', 'US-HI', 'us-or', 'IN-DL', 'DE-BE', 'UK-ENG') },
  { weight: 4, arbitrary: fc.constantFrom('eu', 'EU', 'dach', 'GCC', 'usoptout', 'home', 'west', 'shops') },
  { weight: 1, arbitrary: fc.constantFrom('XY', 'XY-1', 'nowhere', 'USD', '*', 'US-*') },
);
const price = fc.tuple(fc.constantFrom(...currencies), fc.integer({ min: 1, max: 99 })).map((one) => one.join(' '));
const entry = fc
  .tuple(fc.array(place, { maxLength: 3 }), price)
  .map(([places, text]) => (places.length ? `${places.join(' ')}: ${text}` : text));
const list = fc.array(entry, { minLength: 1, maxLength: 6 }).map((entries) => entries.join(', '));
const mostlyUsable = fc.tuple(price, list).map(([first, rest]) => `${first}, ${rest}`);
const visitor = fc.record({
  countryCode: fc.option(fc.constantFrom(...codes), { nil: undefined, freq: 8 }),
  stateCode: fc.option(fc.constantFrom('CA', 'HI', 'OR', 'DL', 'BE', 'ENG'), { nil: undefined }),
  isEU: fc.option(fc.boolean(), { nil: undefined, freq: 4 }),
  currencyCode: fc.option(fc.constantFrom(...currencies, 'JPY'), { nil: undefined, freq: 8 }),
});

/** The groups that a visitor is in, by a list of their places. */
function groupsOf({ countryCode, stateCode, isEU }: VisitorRecord): readonly string[] {
  const state = `${countryCode}-${stateCode}`;
  return [
    ...(isEU ? ['eu'] : []),
    ...['dach', 'gcc', 'usoptout'].filter((name) =>
      placesIn(name).some((one) => [countryCode?.toLowerCase(), state.toLowerCase()].includes(one)),
    ),
    ...(['FR', 'DE'].includes(countryCode ?? '') ? ['home'] : []),
    ...(['US-CA', 'US-OR'].includes(state) ? ['west'] : []),
    ...(state === 'IN-DL' ? ['shops'] : []),
  ];
}

describe('the table in the docs, read by itself', () => {
  it('agrees with the rules on 20,000 random lists and visitors', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: mostlyUsable }, list),
        fc.option(list, { nil: '' }),
        visitor,
        fc.boolean(),
        (prices, was, record, chose) => {
          fc.pre(`${prices}${was}`.includes(':'));
          const choseCurrency = chose && record.currencyCode !== undefined;
          const known: VisitorRecord = Object.fromEntries(
            Object.entries(record).filter(([, one]) => one !== undefined),
          );
          const facts: Facts = { record: known, page: {}, groups: owners, choseCurrency };
          const tag = { prices: parsePrices(prices) ?? [], was: was ? (parsePrices(was) ?? []) : [] };
          const decision = unusableIn(tag, owners) ? unusable : decideByPlace({ answer }, tag, facts);
          const show = (one: Price) => `${one.amount} ${one.currency}`;
          const text =
            typeof decision === 'object'
              ? `${decision.converts ? '?' : ''}${show(decision.price)}${decision.former && decision.former.amount > decision.price.amount ? `, was ${show(decision.former)}` : ''}`
              : (decision ?? children);
          const asked: TableVisitor = {
            country: record.countryCode,
            state: record.stateCode && `${record.countryCode}-${record.stateCode}`,
            currency: record.currencyCode,
            choseCurrency,
            isGuessed: false,
            groups: groupsOf(known),
          };
          expect(text, `${prices} | was ${was} | ${JSON.stringify(record)} ${choseCurrency}`).toBe(
            readTable(prices, was, asked, [...owners.keys()]),
          );
          const kind = /unusable|children/.exec(text)?.[0] ?? 'price';
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        },
      ),
      { seed: 28, numRuns: 20_000 },
    );
    for (const kind of ['unusable', 'children', 'price']) expect(seen.get(kind), kind).toBeGreaterThan(400);
  });

  it('knows the countries that the rules know', () => {
    for (const code of Object.keys(countries))
      expect(unusableIn({ prices: parsePrices(`USD 1, ${code}: USD 2`) ?? [] }, undefined), code).toBeUndefined();
  });
});
