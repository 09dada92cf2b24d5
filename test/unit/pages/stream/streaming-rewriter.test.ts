import { describe, expect, it } from 'vitest';
import type { RewriterHandlers } from '../../../../src/pages/stream/html-rewriter.ts';
import { StreamingRewriter } from '../../../../src/pages/stream/streaming-rewriter.ts';

interface Run {
  readonly html: string | Uint8Array;
  /** Bytes of each chunk. Default all at once. */
  readonly size?: number;
  readonly contentType?: string;
  readonly selector?: string;
  readonly handlers?: RewriterHandlers;
}

const utf8 = 'text/html; charset=utf-8';

/** Marks each `<b>` and writes a letter beyond ASCII into it, unless other handlers are given. */
const mark: RewriterHandlers = { element: (element) => void element.setAttribute('title', 'é') };

async function rewrite({
  html,
  size = Infinity,
  contentType = utf8,
  selector = 'b',
  handlers = mark,
}: Run): Promise<{ readonly text: string; readonly bytes: Uint8Array; readonly failures: readonly unknown[] }> {
  const source = typeof html === 'string' ? new TextEncoder().encode(html) : html;
  let position = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (position >= source.length) return controller.close();
      controller.enqueue(source.slice(position, position + size));
      position += size;
    },
  });
  const failures: unknown[] = [];
  const rewriter = new StreamingRewriter((error) => failures.push(error)).on(selector, handlers);
  const page = rewriter.transform(new Response(body, { headers: { 'content-type': contentType } }));
  const bytes = new Uint8Array(await page.arrayBuffer());
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), bytes, failures };
}

const written = (html: string) => html.replaceAll('<b>', '<b title="é">');

const oddPages = [
  '',
  'no tags at all',
  '<',
  '</',
  '<!',
  '<!-',
  '<!--',
  '<!-->',
  '<!--->x-->',
  '<a href="x',
  '<a href=x',
  '<a href',
  '<a ',
  '<a',
  '</a',
  '<p>a<p>b</div></p></p>',
  '<P CLASS=x\n\tid = "y" / hidden>\r\n',
  '<!DOCTYPE html><?xml version="1.0"?><!ELEMENT x>',
  '<title><p></title><textarea><p></textarea><style>a>b{}</style><xmp><p></xmp>',
  '<script>if (a<b) "</scr" + "ipt>"</script>',
  '<plaintext></plaintext><p>',
  '<svg viewBox="0 0 1 1"><title><p>x</p></title><path d=""/><![CDATA[<p>]]></svg>',
  '<table><tr><td><form></table></form>',
  'é€\u{1f600}<p é="ü">',
  '\ufeff<p>x',
  '<p\0>\0</p\0>',
  '<a =b =c ==d>',
];

describe('a page that is not changed', () => {
  it('leaves byte for byte, whole and in chunks of any size', async () => {
    for (const html of oddPages)
      for (const size of [Infinity, 1, 2, 3, 7])
        expect(await rewrite({ html, size, selector: 'x-none, x-none *' })).toMatchObject({ text: html, failures: [] });
  });

  it('leaves byte for byte where it is not UTF-8', async () => {
    const bytes = Uint8Array.from([...Array(256).keys()].filter((byte) => byte !== 0x3c));
    for (const size of [Infinity, 1, 3])
      expect((await rewrite({ html: bytes, size, selector: 'x-none' })).bytes).toEqual(bytes);
  });

  it('is taken from its source only as its reader asks for it', async () => {
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new TextEncoder().encode('<p>x</p>'));
        },
      },
      { highWaterMark: 0 },
    );
    const page = new StreamingRewriter(() => {})
      .on('b', mark)
      .transform(new Response(body, { headers: { 'content-type': utf8 } }));
    const reader = page.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(pulled).toBeLessThan(4);
    await reader?.cancel();
  });
});

describe('a start tag', () => {
  it('is the same wherever the page is cut', async () => {
    const html = '<p>é<b>x</b><!-- <b> --><b\nclass = "é €"\t>y</b><B data-x="1"/></p><script>"<b>"</script><b>';
    const { text } = await rewrite({ html });
    expect(text).toBe(
      '<p>é<b title="é">x</b><!-- <b> --><b class = "é €" title="é">y</b><B data-x="1" title="é" /></p><script>"<b>"</script><b title="é">',
    );
    for (let size = 1; size < 40; size++) expect((await rewrite({ html, size })).text).toBe(text);
  });

  it.each([
    ['<b a=1 a=2 c>', '<b c>'],
    ['<b x a=1/c>', '<b x>'],
    ['<b x a =y>', '<b x>'],
    ['<b x a="1"=y>', '<b x="" =y>'],
    ['<b x a="1"y>', '<b x y>'],
    ['<b z=1 a/>', '<b z=1 />'],
    ["<b z='\"' A='x'>", "<b z='\"'>"],
  ])('loses an attribute and no other: %s', async (html, expected) => {
    const handlers: RewriterHandlers = { element: (element) => void element.removeAttribute('a') };
    const { text } = await rewrite({ html, handlers });
    expect(text).toBe(expected);
  });

  it('reads its attributes as a browser does: the first of a name counts', async () => {
    const read: unknown[] = [];
    const handlers: RewriterHandlers = { element: ({ attributes }) => void read.push(...attributes) };
    await rewrite({ html: '<b A=1 a=2 =x é="ü&amp;" c= d>', handlers });
    expect(read).toEqual([
      ['a', '1'],
      ['=x', ''],
      ['é', 'ü&amp;'],
      ['c', 'd'],
    ]);
  });

  it('has no end where a browser gives it none', async () => {
    const handlers: RewriterHandlers = { element: (element) => element.onEndTag(() => {}) };
    expect((await rewrite({ html: '<br>', selector: 'br', handlers })).failures).toHaveLength(1);
    expect((await rewrite({ html: '<svg><g/></svg>', selector: 'g', handlers })).failures).toHaveLength(1);
    expect((await rewrite({ html: '<g/>', selector: 'g', handlers })).failures).toHaveLength(0);
  });
});

describe('a removed element', () => {
  const content: string[] = [];
  const handlers: RewriterHandlers = {
    element(element) {
      element.remove(() => {});
      element.onEndTag(({ name, before }) => before(`[${name}]`));
    },
    text: ({ text }) => void content.push(text),
  };

  it.each([
    ['<i>a<b>x</b>c</i>', '<i>a[b]c</i>'],
    ['<i>a<b>x<i></b>c</i>', '<i>a[b]c</i>'],
    ['<i>a<b>x</i>c', '<i>a[i]c'],
    ['<i>a<b>x</u></b>c</i>', '<i>a[b]c</i>'],
    ['<i>a<b><b>x</b></b>c</i>', '<i>a[b]c</i>'],
  ])('goes with the tag that ends it: %s', async (html, expected) => {
    for (const size of [Infinity, 1, 2])
      expect((await rewrite({ html, size, selector: 'b', handlers })).text).toBe(expected);
  });

  it.each(['<i>a<b>x', '<i>a<b>x<!-- </b>', '<i>a<b>x</b', '<svg>a<b>x</svg><b>'])(
    'stays as written where it never ends: %s',
    async (html) => {
      for (const size of [Infinity, 1, 2]) {
        const { text } = await rewrite({ html, size, selector: 'b', handlers });
        expect(text.endsWith(html.slice(html.lastIndexOf('<b>')))).toBe(true);
      }
    },
  );
});

describe('the encoding of a page', () => {
  const latin1 = Uint8Array.from('<b>\xe9</b>', (character) => character.charCodeAt(0));

  it.each(['text/html; charset=windows-1252', 'text/html;charset="Shift_JIS"', 'text/html; charset=x-unknown'])(
    'leaves it as written where the header names another: %s',
    async (contentType) => expect((await rewrite({ html: '<b>x</b>', contentType })).text).toBe('<b>x</b>'),
  );

  it.each([
    '<meta charset=windows-1252><b>x</b>',
    '<META HTTP-EQUIV=content-type CONTENT="text/html; charset=iso-8859-1"><b>x</b>',
    '<b>x</b>',
  ])('leaves it as written where the page names another, or none: %s', async (html) => {
    expect(await rewrite({ html, contentType: 'text/html' })).toMatchObject({ text: html, failures: [] });
  });

  it.each([
    '<meta charset=utf8><b>x</b>',
    '<meta http-equiv="Content-Type" content="text/html;charset=UTF-8"><b>x</b>',
    '\ufeff<meta charset=iso-8859-1><b>x</b>',
    '<meta charset=utf-16><b>x</b>',
  ])('lets it be written where the page says UTF-8: %s', async (html) => {
    expect((await rewrite({ html, contentType: 'text/html' })).text).toBe(written(html));
  });

  it('lets ASCII be written where none is named', async () => {
    const handlers: RewriterHandlers = { element: (element) => void element.setAttribute('title', 'e') };
    expect((await rewrite({ html: '<b>\u00e9', contentType: 'text/html', handlers })).text).toBe('<b title="e">\u00e9');
  });

  it('leaves bytes that are not UTF-8 alone, and all that follows where they would have to be read', async () => {
    const page = Uint8Array.from([...latin1, ...latin1]);
    const marked = [...new TextEncoder().encode('<b title="é">'), ...latin1.slice(3)];
    expect([...(await rewrite({ html: page })).bytes]).toEqual([...marked, ...marked]);
    const handlers: RewriterHandlers = { ...mark, text: () => {} };
    expect([...(await rewrite({ html: page, handlers })).bytes]).toEqual([...marked, ...latin1]);
  });
});

describe('markup that browsers may read in two ways', () => {
  it.each([
    '<select><style></style></select>',
    '<frameset><title></title>',
    '<script><!-- <script> </script> --></script>',
    '<noscript><!-- </noscript> --></noscript>',
    '<noscript><p title="</noscript>"></noscript>',
  ])('is left as written, and so is all behind it: %s', async (markup) => {
    const html = `<p><b>x</b>${markup}<b>y</b></p>`;
    for (const size of [Infinity, 1, 5])
      expect(await rewrite({ html, size })).toMatchObject({
        text: `<p><b title="é">x</b>${markup}<b>y</b></p>`,
        failures: [],
      });
  });

  it.each([
    '<select><option>a</select><style></style>',
    '<script><!-- x --></script>',
    '<script>"<script>"</script>',
    '<noscript><iframe></iframe><b></noscript>',
    '<![CDATA[ x ]]>',
    '<svg><style><g></g></style><![CDATA[ > <b> ]]></svg>',
    '</i >',
    '<i></i title=">">',
    "<i></i\ntitle='><b>'/b>",
    '<i></i =">',
    '<![CDATA[ > ]]>',
    '<svg / ><title><g></g></title></svg>',
  ])('is told from markup that only looks so: %s', async (markup) => {
    const html = `<p><b>x</b>${markup}<b>y</b></p>`;
    for (const size of [Infinity, 1, 5])
      expect((await rewrite({ html, size })).text).toBe(`<p><b title="é">x</b>${markup}<b title="é">y</b></p>`);
  });
});

describe('what goes wrong', () => {
  it('in a handler costs nothing of the page: it goes on as written, and the error is reported', async () => {
    let count = 0;
    const handlers: RewriterHandlers = {
      element(element) {
        count++;
        if (count === 2) throw new RangeError('A mistake.');
        element.setAttribute('title', 'é');
      },
    };
    for (const size of [Infinity, 1, 4]) {
      count = 0;
      const { text, failures } = await rewrite({ html: '<b>x</b>é<b>y</b><b>z</b>', size, handlers });
      expect(text).toBe('<b title="é">x</b>é<b>y</b><b>z</b>');
      expect(failures).toEqual([expect.any(RangeError)]);
    }
  });

  it('on the way to the page ends it in an error, as for anyone who reads it', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('The connection broke.')) });
    const page = new StreamingRewriter(() => {}).on('b', mark).transform(new Response(body));
    await expect(page.text()).rejects.toThrow('The connection broke.');
  });

  it('is not what is long: behind a comment of five megabytes the page is written', async () => {
    const html = `<b>x</b><!--${'x'.repeat(5_000_000)}--><b>y</b>`;
    expect((await rewrite({ html, size: 65_536 })).text).toBe(written(html));
  });

  it('in a selector is found when it is written', () => {
    expect(() => new StreamingRewriter(() => {}).on('a + b', mark)).toThrow(TypeError);
    expect(() => new StreamingRewriter(() => {}).on('*', mark)).toThrow(TypeError);
    expect(() => new StreamingRewriter(() => {}).on('[type="text"]', mark)).toThrow(TypeError);
  });
});
