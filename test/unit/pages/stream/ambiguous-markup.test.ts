import { describe, expect, it } from 'vitest';
import { AmbiguousMarkup, UnwritableMarkup } from '../../../../src/pages/stream/ambiguity.ts';
import { PageSource } from '../../../../src/pages/stream/page-bytes.ts';
import { ScriptText } from '../../../../src/pages/stream/ambiguity.ts';
import { StreamingRewriter } from '../../../../src/pages/stream/streaming-rewriter.ts';

/** Marks each `<b>`, and removes each element with `data-out`. */
async function rewrite(html: string, contentType = 'text/html; charset=utf-8'): Promise<string> {
  const rewriter = new StreamingRewriter((error) => expect.unreachable(String(error)))
    .on('b', { element: (element) => void element.setAttribute('title', 'x') })
    .on('[data-out]', { element: (element) => void element.remove(() => {}) });
  return rewriter.transform(new Response(html, { headers: { 'content-type': contentType } })).text();
}

describe('a page is left as written from where a removed element', () => {
  it.each([
    ['never ends', '<div data-out>a'],
    ['in SVG is ended by HTML', '<svg><g data-out>a<div>c</div>'],
    ['in SVG is ended by HTML, in others', '<svg><g data-out><a><path>a<div>c</div>'],
  ])('%s', async (_, html) => {
    expect(await rewrite(`<b>1</b>${html}<b>2</b>`)).toBe(`<b title="x">1</b>${html}<b>2</b>`);
  });

  it('but not where it ends itself, ends others, or is ended as HTML says', async () => {
    expect(await rewrite('<p>a<div data-out>b</div><b>2</b>')).toBe('<p>a<b title="x">2</b>');
    expect(await rewrite('<svg><g data-out>a</g><g>b<div>c</div><b>2</b>')).toBe(
      '<svg><g>b<div>c</div><b title="x">2</b>',
    );
    expect(await rewrite('<p data-out>a<div>c</div><b>2</b>')).toBe('<div>c</div><b title="x">2</b>');
    expect(await rewrite('<p data-out>a</p><div>c</div><b>2</b>')).toBe('<div>c</div><b title="x">2</b>');
  });
});

describe('a page without a declared encoding', () => {
  it.each(['windows-1252', 'x-utf-16', 'utf', 'xutf16', 'shift_jis'])(
    'that then declares %s is left as written from there',
    async (label) => {
      const meta = `<meta charset="${label}">`;
      expect(await rewrite(`<b>1</b>${meta}<b>2</b>`, 'text/html')).toBe(`<b title="x">1</b>${meta}<b>2</b>`);
    },
  );

  it.each(['utf-8', 'UTF8', 'utf-16', 'utf16', 'utf-16le'])('that then declares %s is read on', async (label) => {
    const meta = `<meta charset="${label}">`;
    expect(await rewrite(`${meta}<b>2</b>`, 'text/html')).toBe(`${meta}<b title="x">2</b>`);
  });
});

describe('the text of a script', () => {
  function read(...parts: readonly string[]): void {
    const script = new ScriptText();
    script.open();
    for (const part of parts) script.add(part);
  }

  it.each([
    ['<!--<script'],
    ['<!-- <SCRIPT>'],
    ['a <!-- b', ' <script'],
    ['<!-', '-<scr', 'ipt'],
    ['<script> <!-- <script'],
  ])('may go on behind its end tag: %j', (...parts) => expect(() => read(...parts)).toThrow(AmbiguousMarkup));

  it.each([['<script <!-- a'], ['"<script>" <!--', ' -->'], ['<!-- a --> b'], ['<scr <!-- ipt']])(
    'ends where it says: %j',
    (...parts) => expect(() => read(...parts)).not.toThrow(),
  );

  it('is forgotten with the script', () => {
    const script = new ScriptText();
    script.open();
    script.add('<!--');
    script.close();
    script.open();
    expect(() => script.add('<script')).not.toThrow();
  });
});

it('a part of a page that was forgotten is not given out', () => {
  const source = new PageSource();
  source.append(new TextEncoder().encode('abcdef'));
  source.dropBefore(2);
  expect(() => source.bytes(1, 4)).toThrow(UnwritableMarkup);
  expect(new TextDecoder().decode(source.bytes(2, 4))).toBe('cd');
});
