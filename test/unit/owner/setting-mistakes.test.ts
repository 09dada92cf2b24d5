import { expect, it } from 'vitest';
import { blockMistakes } from '../../../src/owner/advice/setting-mistakes.ts';

const wordsOf = (text: string) => blockMistakes('application/json', text).join('\n');

it.each([
  [
    '[{ "select": "h1", "text": "{city}" }]',
    'is a list, so nothing in it counts: write { "rules": […] } around the list',
  ],
  ['[5]', 'is a list, so nothing in it counts: write { "groups"'],
  ['"rules"', 'is the string "rules", so nothing in it counts: write { "groups"'],
  ['49', 'is the number 49, so nothing in it counts: write { "groups"'],
])('a settings block %s %s', (text, words) => expect(wordsOf(text)).toContain(words));

it.each(['{}', '[]', '{ "rules": [] }', 'null'])('of a settings block %s there is nothing to say', (text) => {
  expect(wordsOf(text)).toBe('');
});
