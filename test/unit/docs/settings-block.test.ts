import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blockKeys, settingSentence } from '../../../src/owner/advice/setting-mistakes.ts';

const page = readFileSync('docs/settings.md', 'utf8');
const [tag = '', block = ''] = page.split('## The settings block');

it('lists the keys of the settings block that are known', () => {
  const rows = block.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, key]) => key));
  expect(new Set(documented)).toEqual(new Set(blockKeys));
});

it('lists the words that settings of the script tag take', () => {
  for (const row of tag.split('\n').filter((line) => line.startsWith('| `'))) {
    const [, name = '', fallback = '', meaning = ''] = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
    const sentence = settingSentence(`${name}: nonsense`, '') ?? '';
    const [, words = ''] = /write one of (.*)$/.exec(sentence) ?? [];
    for (const word of words.split(' ').filter(Boolean))
      expect(`${fallback} ${meaning}`.toLowerCase(), `${name}: ${word}`).toContain(word);
    if (!/^(endpoint|choiceParameter)$/.test(name))
      expect(sentence, `setting-mistakes.ts has a sentence for ${name}, which docs/settings.md names`).not.toBe('');
  }
});
