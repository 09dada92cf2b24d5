import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeFailure, parseListedSkips, unlistedSkips } from '../../support/closing-line.ts';

const list = [
  { suite: 'unit', test: 'test databases', reason: 'They are not part of the project.' },
  { suite: 'webkit', test: '*', reason: 'No such browser here.' },
];

describe('a skipped test', () => {
  it('is allowed when the list names how its name begins', () =>
    expect(unlistedSkips('unit', ['test databases hold London'], list)).toEqual([]));

  it('is allowed when the list names its whole suite', () =>
    expect(unlistedSkips('webkit', ['the whole suite: no display'], list)).toEqual([]));

  it.each([
    ['unit', 'another test'],
    ['unit', 'more of the test databases'],
    ['scale', 'test databases hold London'],
  ])('is told when the list does not name it: %s, %s', (suite, name) =>
    expect(unlistedSkips(suite, [name], list)).toEqual([name]),
  );
});

describe('the list of skips', () => {
  it('that is committed can be read', () =>
    expect(() => parseListedSkips(readFileSync('.ci/skips.json', 'utf8'))).not.toThrow());

  it.each(['{}', '[{ "suite": "unit", "test": "x" }]', '[{ "suite": "unit", "test": "x", "reason": "" }]', '["unit"]'])(
    'is refused where a reason or a name is missing: %s',
    (json) => expect(() => parseListedSkips(json)).toThrow('each a text that is not empty'),
  );
});

describe('a failed test', () => {
  it('is named with how its message begins, without colours and empty lines', () =>
    expect(describeFailure({ name: 'a price shows', message: '\u001b[31mError: no price\u001b[39m\n\n  at x' })).toBe(
      'failed: a price shows\n    Error: no price\n      at x',
    ));

  it('does not bring all of a long message', () =>
    expect(describeFailure({ name: 'a', message: 'line\n'.repeat(100) }).split('\n')).toHaveLength(16));
});
