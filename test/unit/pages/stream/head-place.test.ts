import { describe, expect, it } from 'vitest';
import { DeclaredEncoding } from '../../../../src/pages/stream/declared-encoding.ts';
import { HtmlStream } from '../../../../src/pages/stream/html-stream.ts';
import type { RewriterHandlers } from '../../../../src/pages/stream/html-rewriter.ts';
import { type Listener, SelectorList } from '../../../../src/pages/stream/listeners.ts';

/** A stream that inserts a mark. */
const streamOf = (listeners: readonly Listener[]) =>
  new HtmlStream({ listeners, encoding: new DeclaredEncoding(null), head: '@', limited: () => {} });
const newStream = (callsHandlers: boolean) =>
  streamOf(callsHandlers ? [{ selectors: new SelectorList('[data-x]'), handlers: {} }] : []);

/** The page with the mark in it, having come in pieces of so many bytes. */
function insert(page: string | Uint8Array, size: number, callsHandlers = false): string {
  const bytes = typeof page === 'string' ? Buffer.from(page) : Buffer.from(page);
  const stream = newStream(callsHandlers);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(...stream.push(bytes.subarray(at, at + size)));
  return Buffer.concat([...parts, ...stream.end()]).toString();
}

/** That the mark is put where it stands, whatever the pieces, and whether handlers are called or not. */
function expectPlace(expected: string): void {
  for (const size of [1, 2, 3, 7, 1024])
    for (const callsHandlers of [false, true])
      expect(insert(expected.replace('@', ''), size, callsHandlers), `pieces of ${size}`).toBe(expected);
}

describe('the place in the head', () => {
  it.each([
    '<!doctype html><html><head><meta charset="utf-8"><title>x</title>@</head><body><p>y</p></body></html>',
    '<head><meta charset=utf-8>@<script src="a.js"></script></head>',
    '<HEAD>@</HEAD ><BODY>',
    '<head>@<SCRIPT\nasync></SCRIPT>',
    '<head>@<script>var a = "</head>"</script></head>',
    '<title>a </head> <script> b</title>@<script></script>',
    '<title>a </titles> </head></title >@</head>',
    '<!-- </head> <script> -- > -->@</head>',
    '<!-->@</head>',
    '<!--->@</head>',
    '<!-- a --!>@</head>',
    '<!doctype html SYSTEM "a"><?xml version="1"?>@</head>',
    '<meta content="</head>"><meta content=\'<script>\'>@</head>',
    '<meta content = "a>b" name>@</head>',
    "<meta title=it's>@</head>",
    '<meta title=a"b>@</head>',
    '<style>a > b { content: "</head><script>" }</style>@</head>',
    '<noscript><link></head><script></noscript>@</head>',
    '<template><script></script><template></head></template><body></template>@</head>',
    '</template>@</head>',
    '<header></header><headline><scripts>@</head>',
    '<p>1 < 2 <3 </ p> </>@<body>',
    '<html>@<body class=a>',
    '<frameset-like>@<frameset>',
    '<p>Nothing of it<p>a <b>b@',
    'only text@',
    'ends in a tag @<scrip',
    'ends in a comment @<!-- a',
    '<title>ä</title>é€😀@</head>ü',
  ])('puts its text where the mark is, in pieces of any size: %s', (expected) => {
    expectPlace(expected);
  });

  it('inserts once', () => {
    expect(insert('<head></head><script></script><body>', 5)).toBe('<head>@</head><script></script><body>');
  });

  it('leaves pages in UTF-16 and empty answers alone', () => {
    const page = Buffer.from('\uFEFF<head></head>', 'utf16le');
    expect(insert(page, 1024)).toBe(page.toString());
    expect(insert('', 1)).toBe('');
  });

  it.each([
    ['declares another encoding', '<head><meta charset="windows-1252">@</head>'],
    ['has an end tag with attributes', '<title>x</title a="</head>">@</head>'],
    ['has CDATA, which is a comment', '<![CDATA[ > <p title="]]></head>">@</head>'],
    ['has text in a drawing that looks like a style', '<svg><style><a title="</style></head>"></a></svg>@</head>'],
    // It could be in a value, and end it.
    ['hides the end of a noscript: then there is none', '<noscript><p title="</noscript>">x</noscript></head>'],
    ['has text in a select: then there is none', '<select><style>a</style></select><body>'],
    ['ends in a text that shows none of it', '<textarea>a'],
  ])('is found where the page %s', (_, expected) => {
    expectPlace(expected);
  });

  it('is before an element that is held until it ends', () => {
    const handlers: RewriterHandlers = {
      element(element) {
        element.remove(() => {});
        element.onEndTag((end) => end.before('<i></i>'));
      },
    };
    const stream = streamOf([{ selectors: new SelectorList('x-held'), handlers }]);
    const parts = [...stream.push(Buffer.from('<p>x<x-held><script></script></x-held>y')), ...stream.end()];
    expect(Buffer.concat(parts).toString()).toBe('<p>x@<i></i>y');
  });

  it('holds back no more than a tag or a comment, so that a page is not late for it', () => {
    const left = newStream(false).push(Buffer.from(`<head><title>${'x'.repeat(1000)}`));
    expect(Buffer.concat(left).length).toBe(1013);
  });

  it('reads a long page without any of those tags in linear time', () => {
    expect(insert('<p title="<">'.repeat(100_000), 65_536)).toHaveLength(1_300_001);
    expect(insert(`<${'a'.repeat(1_000_000)}`, 16_384)).toHaveLength(1_000_001);
    expect(insert('<'.repeat(1_000_000), 16_384)).toHaveLength(1_000_001);
  });
});
