import { describe, expect, it } from 'vitest';
import { fillWords, namesIn } from '../../../src/rules/text/words.ts';

const values = new Map([
  ['name', 'Paris'],
  ['empty', ''],
]);
const fill = (text: string) => fillWords(text, (name) => values.get(name));

describe('the owner’s words', () => {
  it.each([
    ['Open', 'Open'],
    ['{name}!', 'Paris!'],
    ['{ name }', 'Paris'],
    ['{phone|no phone}, {name}', 'no phone, Paris'],
    ['{phone|}{name}', 'Paris'],
    ['{empty|none}', 'none'],
    ['$& {name} $1', '$& Paris $1'],
  ])('%j is filled in as %j', (text, expected) => expect(fill(text)).toBe(expected));

  it.each(['{phone}', '{name} {phone}', '{empty}', '{constructor}'])('%j lacks a value and is left alone', (text) => {
    expect(fill(text)).toBeUndefined();
  });

  it('tells which names are asked for, and of a brace alone', () => {
    expect(namesIn('{name}, {distance|} away')).toEqual(['name', 'distance']);
    expect(namesIn('Open')).toEqual([]);
    for (const text of ['{name', 'name}', '{{name}}', '{a.b}', '{}']) expect(namesIn(text)).toBeUndefined();
  });
});
