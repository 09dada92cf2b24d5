import { expect, it } from 'vitest';
import { type Goal, goalsText, missed, quantile } from '../../../bench/page/report.ts';

const goal = (value: number, more: Partial<Goal> = {}): Goal => ({
  name: 'geolet.js',
  value,
  goal: 100,
  unit: 'B',
  ...more,
});

it('a figure at its goal is reached, and is not named', () => {
  expect(missed([goal(100)])).toEqual([]);
  expect(goalsText([goal(100)])).toContain('| geolet.js | 100 B | 100 B | reached |');
});

it('a figure worse than its goal is named, within its limit too', () => {
  expect(missed([goal(105, { limit: 110 })])).toEqual(['geolet.js: 105 B, goal 100 B']);
  expect(goalsText([goal(105, { limit: 110 })])).toContain('5 B over (5 %), within the limit');
  expect(goalsText([goal(120, { limit: 110 })])).not.toContain('within');
});

it('a figure that was not measured reaches nothing', () => {
  expect(missed([goal(Number.NaN)])).toHaveLength(1);
});

it('quartiles are values that were measured', () => {
  expect([0, 0.25, 0.75, 1].map((share) => quantile([5, 1, 4, 2, 3], share))).toEqual([1, 2, 4, 5]);
});
