import { expect, it } from 'vitest';
import { checkLanguage } from '../../../src/doctor/check-language.ts';
import { tagsIn } from '../../../src/doctor/markup.ts';

it.each(['<html><p>x', '<p>x', '<html lang="">', '<html lang="not a language">'])(
  'the doctor says to write the language of the page: %s',
  (page) => {
    const [finding] = checkLanguage(tagsIn(page));
    expect(finding).toMatchObject({ check: 'page', result: 'warning', fix: expect.stringContaining('<html lang=') });
  },
);

it.each(['<html lang="en">', '<html lang=pt_BR>'])('the doctor finds nothing wrong with %s', (page) => {
  expect(checkLanguage(tagsIn(page))).toEqual([]);
});
