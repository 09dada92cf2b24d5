import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer, any, parseCondition, parseEntries } from '../../../src/rules/conditions/condition.ts';
import { conditionTable } from '../../../src/rules/conditions/condition-table.ts';
import type { Facts } from '../../../src/rules/facts.ts';
import { groupNames } from '../../../src/rules/conditions/groups.ts';
import { parseGroups } from '../../../src/rules/conditions/own-groups.ts';
import type { AskLazy } from '../../../src/rules/facts.ts';
import { answerLazy } from '../../../src/rules/conditions/lazy-conditions.ts';
import { partsOf } from '../../support/listed.ts';

interface Vector {
  readonly condition: string;
  readonly record: NonNullable<Facts['record']> | null;
  readonly page: { readonly [Name in keyof Facts['page']]: Facts['page'][Name] | null };
  /** As the owner writes them. */
  readonly groups?: object;
  readonly answer: boolean | null;
}

const cases = ['conditions', 'lazy-conditions'].flatMap((name) => {
  const vectors: unknown = JSON.parse(readFileSync(`test/cases/${name}.json`, 'utf8'));
  return (vectors as { cases: readonly Vector[] }).cases;
});
const lyon: Facts = { record: { countryCode: 'FR', city: 'Lyon', isEU: true }, page: { language: 'en-US' } };

function mistakesIn(condition: string): string[] {
  const mistakes: string[] = [];
  parseCondition(condition, undefined, (code, text) => mistakes.push(`${code}: ${text}`));
  return mistakes;
}

const askLazy: AskLazy = (name, wanted, facts) => {
  const answered = answerLazy(name, wanted, facts);
  return answered === 'unusable' ? undefined : answered;
};

describe('the shared vectors', () => {
  it.each(cases)(
    'answers $condition for $record on $page with $answer',
    ({ condition, record, page, groups: written, answer: expected }) => {
      const groups = parseGroups(written);
      const known = Object.fromEntries(Object.entries(page).filter(([, value]) => value !== null));
      const facts = { record: record ?? undefined, page: known, groups, askLazy };
      expect(answer(parseCondition(condition, groups), facts) ?? null).toBe(expected);
    },
  );

  it('ask every name, plain and negated, and get each of the three answers', () => {
    for (const name of Object.keys(conditionTable).flatMap((name) => [name, `not-${name}`])) {
      const answers = cases.filter(({ condition }) => condition.startsWith(`${name}:`)).map(({ answer }) => answer);
      expect(new Set(answers), name).toEqual(new Set([true, false, null]));
    }
  });
});

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
])('conditions as objects %j is %s', (condition, expected) => {
  expect(answer(parseEntries(Object.entries(condition)), lyon)).toBe(expected);
});

describe('mistakes', () => {
  it.each([
    ['planet: mars', ['unknown-condition: planet']],
    ['region: Europe', ['unknown-condition: region']],
    ['not-region: Europe', ['unknown-condition: not-region']],
    ['state: CA', ['state-without-country: ca']],
    ['state: California; country: US', ['unusable-value: state: california']],
    ['state: US-New-York', ['unusable-value: state: us-new-york']],
    ['city: Paris，Lyon', ['unusable-value: city: paris，lyon']],
    ['near: 45，76，4.84，10km', ['unusable-value: near: 45，76，4.84，10km']],
    ['group: de', ['unusable-value: group: de']],
    ['country: Germany', ['unusable-value: country: germany']],
    ['country: DE，AT', ['unusable-value: country: de，at']],
    ['country: GB,,us *x', ['unusable-value: country: *x']],
    ['group: atlantis', ['unusable-value: group: atlantis']],
    ['currency: US$', ['unusable-value: currency: us$']],
    ['eu: maybe', ['unusable-value: eu: maybe']],
    ['country:', ['empty-condition: country']],
    ['', ['empty-condition: ']],
  ])('%s is named', (condition, expected) => expect(mistakesIn(condition)).toEqual(expected));

  it.each([
    ...partsOf(`
      country: UK EL EU | country: US; state: CA | state: US-CA | state: unknown | eu | not-mobile |
      eu: yes unknown | city: New York | postal: 94*
    `),
    `group: ${groupNames.join(' ')}`,
  ])('%s is none', (condition) => expect(mistakesIn(condition)).toEqual([]));
});

it.each([Object.create(null), null, {}, [Object.create(null)], [null]])(
  'values that are no text say nothing: %#',
  (wanted) => {
    const parsed = parseEntries([['country', wanted]]);
    expect(answer(parsed, { record: { countryCode: 'FR' }, page: {} })).toBeUndefined();
  },
);

it('what is not known is told by its field, also where the condition says what to do then', () => {
  const lacking: string[] = [];
  answer(parseCondition('country: FR; isp: Orange, unknown; near: 1,2,3km; postal: 69*'), {
    ...lyon,
    onMissingField: (name) => lacking.push(name),
  });
  expect(lacking).toEqual(['ISP', 'ISP', 'latitude', 'postalCode']);
});

it.each([
  [[true, undefined, false], true],
  [[undefined, false], undefined],
  [[false, false], false],
  [[], undefined],
])('OR over three answers %j is %s', (answers, expected) => expect(any(answers, (one) => one)).toBe(expected));
