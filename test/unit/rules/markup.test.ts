import { describe, expect, it } from 'vitest';
import { readBindings } from '../../../src/rules/markup/bindings.ts';
import { readCondition } from '../../../src/rules/markup/parts.ts';
import { answer } from '../../../src/rules/conditions/condition.ts';
import type { ShowByPlace } from '../../../src/rules/facts.ts';
import { showFromBook } from '../../../src/rules/money/price-book.ts';
import { formatPrice, showPrice } from '../../../src/rules/money/money.ts';
import { showRemainder } from '../../../src/rules/money/threshold.ts';
import type { Note } from '../../../src/rules/mistake.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import {
  cases,
  casesFor,
  expectedAttributes,
  expectedText,
  groups as ownGroups,
  sendingTheSignal,
  visitors,
  withoutBlanks,
} from '../../support/markup-cases.ts';
import {
  elementsIn,
  parseMarkup,
  type PlainElement,
  PlainPage,
  plainReader,
  showPlainValue,
} from '../../support/plain-markup.ts';

const groups = parseGroups(ownGroups);
const askByPlace: ShowByPlace = (...asked) => showFromBook({ answer, formatPrice, showPrice, showRemainder }, ...asked);
const base = 'https://shop.example/';

describe.each(Object.entries(visitors))('by the rules alone, for %s', (visitor, record) => {
  it.each(casesFor('rules', visitor).map((row) => [row.name, row] as const))('%s', (_name, row) => {
    const facts = {
      record: record ?? undefined,
      page: { gpc: sendingTheSignal.includes(visitor) },
      groups,
      showByPlace: askByPlace,
    };
    const [element] = elementsIn(parseMarkup(row.html));
    if (!element) throw new Error('The row has no element.');
    const text = new PlainPage(facts, base).read(element);
    if (!row.skip?.text) expect(withoutBlanks(text)).toBe(expectedText('rules', visitor, row));
    const expected = expectedAttributes(visitor, row, base);
    // A text area's value is its text.
    const names = Object.keys(expected).filter((name) => element.tag !== 'textarea' || element.attributes.has(name));
    for (const name of names) expect([name, element.attributes.get(name) ?? null]).toEqual([name, expected[name]]);
  });
});

/** Mistakes that the rules name, without those of templates in it. */
function mistakesIn(element: PlainElement): readonly string[] {
  const codes: string[] = [];
  const note: Note = (code) => codes.push(code);
  readBindings(plainReader, element, groups, note);
  if (/^geo-(text|currency)$/.test(element.tag)) showPlainValue(element, { record: undefined, page: {} }, '', note);
  const condition = readCondition(plainReader, element, groups, /^geo-(if|case)$/.test(element.tag) ? note : undefined);
  if (element.tag === 'geo-if' && !condition?.length) codes.push('empty-condition');
  return codes;
}

it.each(cases.filter(({ suite }) => suite !== 'what shows when').map((row) => [row.name, row] as const))(
  'the mistakes in the markup are named: %s',
  (_name, { html, mistakes = [] }) => {
    const [element] = elementsIn(parseMarkup(html));
    expect(element && mistakesIn(element)).toEqual(mistakes);
  },
);

describe('the vectors', () => {
  it('have a name of their own each', () => expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length));

  it('name a reason for whatever is skipped', () => {
    for (const { skip = {}, except = {} } of cases) {
      for (const reason of Object.values(skip)) expect(reason.length).toBeGreaterThan(10);
      for (const instead of Object.values(except)) expect(instead.why).toBeTruthy();
    }
  });
});
