import { sources, withoutComments } from './files.ts';

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
  [/^src\/widget\/elements\/suggest\/suggestion-style\.ts$/, 'marks', 'selectors of CSS'],
  [
    /^src\/widget\/elements\/conditional\/geo-if\.ts$/,
    'slot for no',
    'a hint for content for no that is not a direct child',
  ],
  [/^src\/owner\/explain\//, 'names an attribute', 'words for owners'],
  [/^src\/owner\/explain\/conditional-words\.ts$/, 'slot for no', 'asks where the focus is'],
  [/^src\/owner\/advice\//, '', 'words for owners, about what the page itself says'],
  [/^src\/widget\/visitor\/announcement\.ts$/, 'parses a template', 'a setting of the announcement, not of an element'],
  [/^src\/widget\/boot\/page-extras\.ts$/, 'parses a price list', 'a price of ours, kept for the next page'],
  [/^src\/(widget\/money\/page-prices|testing\/test-geolet)\.ts$/, 'parses a price list', 'a list from a script'],
  [
    /^src\/widget\/elements\/(nearest\/(place-reader|geo-nearest)|time\/time-reader)\.ts$/,
    'parses',
    'attributes of their own',
  ],
  [/^src\/command-line\/|^src\/library\/types\//, '', 'no engine'],
];

/** Engines that read markup by themselves. */
export function checkMarkupRules(): readonly string[] {
  return sources
    .filter(({ path }) => !/^src\/(rules\/markup|service|record)\//.test(path))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text);
      return Object.entries(patterns)
        .filter(([what, pattern]) => pattern.test(code) && !isAllowed(path, what))
        .map(([what]) => `${path}: ${what}, which only src/rules/markup may; ask it`);
    });
}

function isAllowed(path: string, what: string): boolean {
  return allowed.some(([where, part]) => where.test(path) && what.includes(part));
}
