import { expect, it } from 'vitest';
import { firstLanguage } from '../../../src/pages/render/page-context.ts';

it.each([
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr-FR'],
  ['en;q=0.5, de;q=0.9, fr;q=0.7', 'de'],
  ['de; q=0.4, ja', 'ja'],
  ['de, fr', 'de'],
  ['*, fr;q=0.5', 'fr'],
  ['fr;q=0, en;q=0.1', 'en'],
  ['fr;q=2, en;q=0.1', 'en'],
  ['', undefined],
  [null, undefined],
  ['<script>', undefined],
  [`${'x,'.repeat(600)}fr`, 'x'],
])('the language that a visitor likes best, by %s, is %s', (header, language) => {
  expect(firstLanguage(header)).toBe(language);
});
