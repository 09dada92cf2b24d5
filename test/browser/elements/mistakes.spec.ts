import { expect, open, test, visibleText, eachRow } from '../support/test.ts';
import { be } from './support.ts';

test('a mistake is named once and throws nothing', async ({ page, site, expectLines, lines }) => {
  const rows = [
    [
      'a row that the parser moved out',
      '<table><geo-if country="JP"><tr><td>A</td></tr></geo-if></table>',
      /empty-element: <geo-if country="JP">/,
      'A',
    ],
    [
      'a block that the parser moved out',
      '<p><geo-if country="DE"><div>A</div></geo-if></p>',
      /empty-element: <geo-if country="DE">/,
      'A',
    ],
    [
      'an else that is too deep',
      '<geo-if country="JP">A<p><b slot="else">B</b></p></geo-if>',
      /deep-else: <geo-if country="JP">/,
      '',
    ],
    ['no condition', '<geo-if>A</geo-if>', /empty-condition: <geo-if>/, 'A'],
    ['a name that is none', '<geo-if planet="mars">A</geo-if>', /empty-condition: <geo-if planet="mars">/, 'A'],
    [
      'a name that could mean two things',
      '<geo-if region="Bavaria">A</geo-if>',
      /unknown-condition: <geo-if region="Bavaria">/,
      'A',
    ],
    ['one of them beside others', '<geo-if country="FR" region="Bavaria" hidden>A</geo-if>', /unknown-condition/, ''],
    ['a state without its country', '<geo-if state="CA">A</geo-if>', /state-without-country: <geo-if state="CA">/, 'A'],
    ['a country in words', '<geo-if country="France">A</geo-if>', /unusable-value: <geo-if country="France">/, 'A'],
    ['a list with junk', '<geo-if country="GB,,us ;*">A</geo-if>', /unusable-value: <geo-if country="GB,,us ;\*">/, ''],
  ] as const;
  expectLines(...rows.map(([, , line]) => line));
  await open(page, site.page(rows.map(([, html]) => `<section>${html}</section>`).join('')));
  for (const words of ['JP', 'unknown', 'FR']) await be(page, words);
  for (const [index, [name, , , asFrance]] of rows.entries())
    expect(await visibleText(page.locator('section').nth(index)), name).toBe(asFrance);
  expect(lines).toHaveLength(rows.length);
});

test('what only looks like a mistake is none', async ({ page, lines }) => {
  const rows = [
    [
      'an else of its own deeper inside',
      '<geo-if country="FR">A<geo-if country="JP">B<b slot="else" hidden>C</b></geo-if></geo-if>',
    ],
    ['a list item', '<ul><geo-if country="FR"><li>A</li></geo-if></ul>'],
    ['an empty case', '<geo-switch><geo-case country="JP" hidden></geo-case>A</geo-switch>'],
    [
      'a case without a condition',
      '<geo-switch><geo-case country="JP" hidden>B</geo-case><geo-case>A</geo-case></geo-switch>',
    ],
  ] as const;
  await eachRow(rows, page, async ([, html], site) => {
    lines.length = 0;

    await open(page, site.page(`<main>${html}</main>`));
    expect(await visibleText(page.locator('main'))).toMatch(/^A/);
    expect(lines).toEqual([]);
  });
});
