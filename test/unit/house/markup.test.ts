import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What only `src/rules/markup` may do: to write it again elsewhere is how two engines come to read markup differently. */
const patterns: Readonly<Record<string, RegExp>> = {
  'names an attribute that binds': /['"`]data-geo-(text|show|hide|class|currency)\b/,
  'puts the prefix of bindings together': /['"`]data-geo-['"`$]/,
  'reads classes that show or hide': /geo-\(?(show|hide)[-|)]/,
  'chooses the slot for no': /slot=\\?"?else|['"]slot['"].*['"]else['"]|['"]else['"].*['"]slot['"]/,
  'knows the marks of changed attributes': /data-geolet-(hidden|slot)/,
  'reads a condition from attributes': /conditionAttributes\b[^;]*\b(hasAttribute|getAttribute|attributeOf)\(/,
  'parses a price list': /\bparsePrices\(/,
  'parses a template': /\bparseTemplate\(/,
};

/** Places that may, each with the reason. */
const allowed: ReadonlyArray<readonly [file: RegExp, what: string, reason: string]> = [
  [/^src\/rules\/(money\/(money|price-book|threshold)|text\/template)\.ts$/, 'parses', 'the parsers themselves'],
  [/^src\/widget\/bindings\/(selector|hiding-sheet)\.ts$/, '', 'selectors of CSS'],
  [/^src\/rules\/offer\/offer\.ts$/, 'parses a price list', 'the rule for structured data'],
  [/^src\/pages\/render\/rewrite-html\.ts$/, '', 'selectors of the rewriter'],
  [/^src\/widget\/elements\/suggestion-style\.ts$/, 'marks', 'selectors of CSS'],
  [/^src\/widget\/elements\/geo-if\.ts$/, 'slot for no', 'a hint for content for no that is not a direct child'],
  [/^src\/owner\/explain\//, 'names an attribute', 'words for owners'],
  [/^src\/owner\/explain\/conditional-words\.ts$/, 'slot for no', 'asks where the focus is'],
  [/^src\/owner\/advice\//, '', 'words for owners, about what the page itself says'],
  [/^src\/widget\/visitor\/announcement\.ts$/, 'parses a template', 'a setting of the announcement, not of an element'],
  [/^src\/(widget\/money\/page-prices|testing\/test-geolet)\.ts$/, 'parses a price list', 'a list from a script'],
  [/^src\/widget\/elements\/(place-reader|geo-nearest|time-reader)\.ts$/, 'parses', 'attributes of their own'],
  [/^src\/command-line\/|^src\/library\/types\//, '', 'no engine'],
];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/node_modules|^src\/(rules\/markup|service|record)\//.test(name));

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '');
}

function found(file: string, source: string): readonly string[] {
  return Object.entries(patterns)
    .filter(
      ([what, pattern]) =>
        pattern.test(source) && !allowed.some(([where, part]) => where.test(file) && what.includes(part)),
    )
    .map(([what]) => what);
}

describe('the rules of markup', () => {
  it.each(files)('%s asks for them', (file) =>
    expect(found(file, withoutComments(readFileSync(file, 'utf8')))).toEqual([]),
  );

  it.each([
    ["element.getAttribute('data-geo-show')", 'names an attribute that binds'],
    ["const prefix = 'data-geo-';", 'puts the prefix of bindings together'],
    ['/^geo-(show|hide)-([a-z]+)$/', 'reads classes that show or hide'],
    ["child.getAttribute('slot') === 'else'", 'chooses the slot for no'],
    ['parsePrices(text)', 'parses a price list'],
    ['conditionAttributes.filter((name) => element.hasAttribute(name))', 'reads a condition from attributes'],
  ])('are noticed where they are written again: %s', (source, what) =>
    expect(found('src/widget/another.ts', source)).toEqual([what]),
  );

  it('are written again nowhere that is named without need', () => {
    const unused = allowed.filter(([where]) => !files.some((file) => where.test(file)));
    expect(unused.map(([where]) => String(where))).toEqual([]);
  });
});
