import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer, any, conditionNames, parseCondition, parseEntries } from '../../../src/rules/condition.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import { groupNames } from '../../../src/rules/groups.ts';

interface Vector {
  readonly condition: string;
  readonly record: NonNullable<Facts['record']> | null;
  readonly page: Facts['page'];
  readonly answer: boolean | null;
}

const { cases } = JSON.parse(readFileSync(new URL('../../cases/conditions.json', import.meta.url), 'utf8')) as { cases: readonly Vector[] };
const quiet = () => {};
const lyon: Facts = { record: { countryCode: 'FR', city: 'Lyon', isEU: true }, page: { language: 'en-US' } };

/** What is reported while a condition is read. */
function mistakesIn(read: (report: (code: string, text: string) => void) => unknown): string[] {
  const mistakes: string[] = [];
  read((code, text) => mistakes.push(`${code}: ${text}`));
  return mistakes;
}

describe('the shared vectors', () => {
  it.each(cases)('answers $condition for $record with $answer', ({ condition, record, page, answer: expected }) => {
    expect(answer(parseCondition(condition, quiet), { record: record ?? undefined, page }) ?? null).toBe(expected);
  });

  it('ask every name, plain and negated, and get each of the three answers', () => {
    // What only a browser knows about the page, and what needs arithmetic, is tested beside its own rule.
    const elsewhere = ['region', 'color', 'near', 'local-time', 'referrer', 'query', 'returning'];
    for (const name of conditionNames.filter((name) => !elsewhere.includes(name)).flatMap((name) => [name, `not-${name}`])) {
      const answers = cases.filter(({ condition }) => condition.startsWith(`${name}:`)).map(({ answer }) => answer);
      expect(new Set(answers), name).toEqual(new Set([true, false, null]));
    }
  });
});

describe('conditions as objects', () => {
  it.each([
    [{ country: ['DE', 'FR'] }, true],
    [{ country: 'DE FR' }, true],
    [{ country: ['DE', 'AT'], eu: true }, false],
    [{ eu: true }, true],
    [{ eu: false }, false],
    [{ 'not-country': 'FR' }, false],
    [{ city: ['Lyon', 'Paris'] }, true],
    [{}, undefined],
    [{ country: [] }, undefined],
    [{ eu: [] }, undefined],
    [{ country: undefined }, undefined],
    [{ country: null }, undefined],
    [{ country: 42 }, undefined],
    [{ country: { toLowerCase: 1 } }, undefined],
    [{ city: 42 }, false],
    [{ constructor: 'FR' }, undefined],
  ])('%j is %s', (condition, expected) => {
    expect(answer(parseEntries(Object.entries(condition), quiet), lyon)).toBe(expected);
  });
});

describe('mistakes', () => {
  it.each([
    ['planet: mars', ['unknown-condition: planet']],
    ['region: Europe', ['unknown-condition: region: state or subregion']],
    ['not-region: Europe', ['unknown-condition: not-region: state or subregion']],
    ['state: CA', ['state-without-country: ca']],
    ['country: Germany', ['unusable-value: country: germany']],
    ['country: DE，AT', ['unusable-value: country: de，at']],
    ['country: GB,,us *x', ['unusable-value: country: *x']],
    ['group: atlantis', ['unusable-value: group: atlantis']],
    ['currency: US$', ['unusable-value: currency: us$']],
    ['eu: maybe', ['unusable-value: eu: maybe']],
    ['country:', ['empty-condition: country']],
    ['', ['empty-condition: ']],
  ])('%s is named', (condition, expected) => {
    expect(mistakesIn((report) => parseCondition(condition, report))).toEqual(expected);
  });

  it.each(['country: UK EL EU', 'country: US; state: CA', 'state: US-CA', 'state: unknown', 'eu', 'not-mobile', 'eu: yes unknown', 'city: New York', 'postal: 94*', `group: ${groupNames.join(' ')}`])('%s is none', (condition) => {
    expect(mistakesIn((report) => parseCondition(condition, report))).toEqual([]);
  });
});

describe('OR over three answers', () => {
  it.each([
    [[true, undefined, false], true],
    [[undefined, false], undefined],
    [[false, false], false],
    [[], undefined],
  ])('%j is %s', (answers, expected) => {
    expect(any(answers, (one) => one)).toBe(expected);
  });
});
