/** Regular expressions that may take longer than their text, each with the reason. No visitor or server writes the text. */
export const ownTexts: ReadonlyArray<{ readonly file: string; readonly source: string; readonly reads: string }> = [
  {
    file: 'demo/filled-page.ts',
    source: String.raw`^ *<script [^>]*data-without-proxy.*\n`,
    reads: "the demo's own page",
  },
  { file: 'demo/site/document.ts', source: String.raw`\[([^\]]*)\]\([^)]*\)`, reads: 'our documentation' },
  { file: 'scripts/reference/markup-docs.ts', source: String.raw`\[([^\]]*)\]\([^)]*\)`, reads: 'our documentation' },
  {
    file: 'scripts/reference/element-docs.ts',
    source: String.raw`\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(?:export )?(?:abstract )?class (\w+) extends (\w+)`,
    reads: 'our sources',
  },
  {
    file: 'scripts/reference/setting-docs.ts',
    source: String.raw`^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}readonly (\w+)\?: (.*) \| undefined;$`,
    reads: 'our sources',
  },
  {
    file: 'src/owner/explain/error-words.built.ts',
    source: String.raw`\[([^\]]*)\]\([^)]*\)`,
    reads: 'our documentation, when the widget is built',
  },
  {
    file: 'src/widget/boot/loader.ts',
    source: String.raw`[ (@](http.*):\d+:\d`,
    reads: "the engine's stack of our own script, ten lines",
  },
];

/**
 * Files that put regular expressions together from many words: too many for the checker. What they read is short, or
 * its own kind in this suite, or our own text.
 */
export const builders: ReadonlyArray<{ readonly file: string; readonly reads: string }> = [
  { file: 'demo/filled-page.ts', reads: "the demo's own page" },
  { file: 'src/owner/explain/error-words.built.ts', reads: 'our documentation, when the widget is built' },
  { file: 'src/proxy/request/cache-headers.ts', reads: 'the name of a header: "header names" in kinds/headers.ts' },
  { file: 'src/pages/front/server-headers.ts', reads: 'the name of a header: "header names" in kinds/headers.ts' },
];
