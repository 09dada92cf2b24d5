import { describe, expect, it } from 'vitest';
import { canonicalLanguage } from '../../../src/rules/text/language.ts';

describe('the language of a text', () => {
  it.each([
    ['pt-PT-ao90', 'pt-PT'],
    ['de_CH_informal', 'de-CH-informal'],
    ['fr_FR', 'fr-FR'],
    ['en-US.UTF-8', 'en'],
    ['zh-hant-tw', 'zh-Hant-TW'],
  ])('%s is %s', (written, language) => expect(canonicalLanguage(written)).toBe(language));

  it.each(['', 'C', '-', 'not a tag'])('%j is none', (written) => expect(canonicalLanguage(written)).toBeUndefined());
});
