/** A link of Markdown. */
const link = String.raw`\[([^\]]*)\]\([^)]*\)`;

/** Regular expressions that may take longer than their text, each with the reason: the text is ours, or short. */
export const ownTexts: ReadonlyArray<{ readonly file: string; readonly source: string; readonly reads: string }> = [
  { file: 'demo/filled-page.ts', source: String.raw`^ *<script [^>]*data-without-proxy.*\n`, reads: "the demo's page" },
  { file: 'demo/site/document.ts', source: link, reads: 'our documentation' },
  { file: 'scripts/reference/markup-docs.ts', source: link, reads: 'our documentation' },
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
  { file: 'src/owner/explain/error-words.built.ts', source: link, reads: 'our documentation, at build time' },
  { file: 'src/widget/boot/loader.ts', source: String.raw`[ (@](http.*):\d+:\d`, reads: 'ten lines of a stack' },
  { file: 'src/http/read-settings.ts', source: link, reads: 'the words of our own settings' },
  { file: 'scripts/lint/links.ts', source: link, reads: 'our documentation' },
  { file: 'scripts/lint/arrows.ts', source: String.raw`(?:from|import)\s*\(?\s*'(\.[^']+)'`, reads: 'our sources' },
  { file: 'scripts/lint/links.ts', source: String.raw`\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)`, reads: 'our documentation' },
  {
    file: 'scripts/lint/prose.ts',
    source: String.raw`${'`'}[^${'`'}]*${'`'}|'[^']*'|\/\^\(.*\)\$\/`,
    reads: 'our documentation',
  },
  { file: 'src/rules/meant-words.ts', source: String.raw`^(.*) \((.*)\)$`, reads: 'a name that the platform gives' },
  {
    file: 'src/owner/advice/mistake-words.ts',
    source: String.raw`^([a-z-]+)(?:\s*=+\s*|\s+(?:is|in)\s+(?!not\b)|\s+)([^\s!<≠].*)$`,
    reads: 'the first 200 characters of a condition',
  },
  {
    file: 'src/owner/advice/mistake-words.ts',
    source: String.raw`^([a-z-]+)\s*(?:!=*|<>|≠|is\s+not\b|isn['’]t\b|not\b)\s*(.*)$`,
    reads: 'the first 200 characters of a condition',
  },
  {
    file: 'src/owner/advice/quote-mistakes.ts',
    source: String.raw`^([^<>]*?)(?:\s+hidden|\s+\/)?>([^]*)$`,
    reads: 'the first 2,000 characters of an attribute',
  },
  {
    file: 'src/owner/advice/quote-mistakes.ts',
    source: String.raw`^([^<>]*?)(?:\s+hidden)?(\s+[\w:-]+=)$`,
    reads: 'the first 2,000 characters of an attribute',
  },
  {
    file: 'src/rules/page-rules/selector.ts',
    source: String.raw`\s*[>,]\s*|\s+|:not\(\s*(?:\*|[#.]?-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*|\[\s*-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*\s*(?:[~|^$*]?=\s*(?:-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*|"[^"\\\n\f\r\0]*"|'[^'\\\n\f\r\0]*')\s*)?\])\s*\)|\*|[#.]?-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*|\[\s*-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*\s*(?:[~|^$*]?=\s*(?:-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*|"[^"\\\n\f\r\0]*"|'[^'\\\n\f\r\0]*')\s*)?\]`,
    reads: 'a selector of at most 500 characters',
  },
  {
    file: 'src/rules/money/written-price.ts',
    source: String.raw`([%٪％]\s?|¤\s?[−-])?(¤[¤\s:./]*)?(\d+(?:[.,'’]\d+|¤+\d\d(?!\d)|\s\d{3}\b)*)(?![.,'’]?\d)((?:\s*[\p{Pd}−~～…→至]\s*|\s(?:to|bis|à|a|до)\s)\d+(?![.\d]*\s?%))?(?:[.,:]?\p{Pd}+)?((?:\s*¤)+(?!\s?\d))?(\s?[%٪％]|\p{L}|[⁰¹²³⁴-⁹]{2})?`,
    reads: 'a text of at most 500 characters',
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
