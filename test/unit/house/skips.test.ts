import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseListedSkips, unlistedSkips } from '../../support/closing-line.ts';

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
