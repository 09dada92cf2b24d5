import * as fc from 'fast-check';
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { createPageContext } from '../../../src/pages/render/page-context.ts';
import { rewriteHtml } from '../../../src/pages/render/rewrite-html.ts';
import { WholeCharacters } from '../../../src/pages/stream/bytes.ts';
import { DeclaredEncoding } from '../../../src/pages/stream/declared-encoding.ts';
import type { HtmlRewriter, RewriterHandlers } from '../../../src/pages/stream/html-rewriter.ts';
import { HtmlStream } from '../../../src/pages/stream/html-stream.ts';
import { type Listener, SelectorList } from '../../../src/pages/stream/listeners.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const contentType = 'text/html; charset=utf-8';
const record = { countryCode: 'FR', countryName: 'France', city: 'Lyon', currencyCode: 'EUR' };
const head = '<script>head("a>b")</script>';

const lists = new Map<string, SelectorList>();

/** Writes a page at once, so that a page can be cut at each of its bytes. */
class CutRewriter implements HtmlRewriter {
  readonly #listeners: Listener[] = [];

  on(selectors: string, handlers: RewriterHandlers): this {
    const list = lists.get(selectors) ?? new SelectorList(selectors);
    lists.set(selectors, list);
    this.#listeners.push({ selectors: list, handlers });
    return this;
  }

  transform(page: Response): Response {
    return page;
  }

  write(pieces: readonly Uint8Array<ArrayBuffer>[], inserted: string): string {
    const encoding = new DeclaredEncoding(contentType);
    const stream = new HtmlStream({ listeners: this.#listeners, encoding, head: inserted, limited: unexpected });
    const characters = new WholeCharacters();
    const parts = pieces.flatMap((piece) => stream.push(characters.push(piece)));
    return Buffer.concat([...parts, ...stream.push(characters.end()), ...stream.end()]).toString();
  }
}

const page = new Response(null, { headers: { 'content-type': contentType } });

function unexpected(error: unknown): never {
  throw error;
}

/** @param isRead whether the page is written for its visitor, or only gets what is for its head. */
function write(pieces: readonly Uint8Array<ArrayBuffer>[], inserted: string, isRead = true): string {
  const rewriter = new CutRewriter();
  if (isRead) {
    const request = { url: 'https://shop.example/', referrer: null, language: 'en', globalPrivacyControl: false };
    const context = createPageContext(record, undefined, request);
    rewriteHtml(rewriter, page, { context, status: 'ready', failed: unexpected, limited: unexpected });
  }
  return rewriter.write(pieces, inserted);
}

/** The text and the elements that a browser makes of a page, with all put back that we wrote. */
function read(html: string, scriptingEnabled: boolean): string {
  const document = parse(html, { scriptingEnabled });
  putBack(document);
  return serialize(document, { scriptingEnabled });
}

function putBack(node: Node): void {
  if ('content' in node) putBack(node.content);
  if ('attrs' in node) {
    const original = node.childNodes.find((child) => isTemplate(child, 'data-geolet-was'));
    if (original && 'content' in original) node.childNodes = original.content.childNodes;
    const attributes = new Map(node.attrs.map(({ name, value }): [string, string | null] => [name, value]));
    const was = JSON.parse(attributes.get('data-geolet-was') ?? '{}') as Record<string, string | null>;
    for (const name of ['hidden', 'slot']) {
      const value = attributes.get(`data-geolet-${name}`);
      if (value !== undefined) was[name] = name === 'slot' ? value || null : value;
    }
    for (const [name, value] of Object.entries(was)) attributes.set(name, value);
    node.attrs = [...attributes]
      .flatMap(([name, value]) => (value === null || /^data-(geolet|visitor)-/.test(name) ? [] : [{ name, value }]))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) putBack(child);
  // Where a paragraph ends in one of these, a browser opens it again for the text that we write into the next.
  node.childNodes = node.childNodes
    .filter((child) => !isOurs(child))
    .flatMap((child) => (/^[bi]$/.test(child.nodeName) && 'childNodes' in child ? child.childNodes : [child]));
}

function isTemplate(node: Node, attribute: string): node is DefaultTreeAdapterMap['template'] {
  return node.nodeName === 'template' && valueOf(node, attribute) !== undefined;
}

function valueOf({ attrs }: Element, attribute: string): string | undefined {
  return attrs.find(({ name }) => name === attribute)?.value;
}

function isOurs(node: Node): boolean {
  if (node.nodeName.startsWith('#c') || node.nodeName.startsWith('#documentT')) return true;
  if (!('attrs' in node)) return false;
  if (node.tagName === 'script')
    return node.childNodes.some((child) => 'value' in child && child.value.startsWith('head('));
  const isCopy = valueOf(node, 'slot') === 'geo-part' && valueOf(node, 'data-geolet-slot') === undefined;
  return isCopy || isTemplate(node, 'shadowrootmode');
}

function bytesOf(html: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(html);
}

/** Writes a page cut at each byte, and each beginning of it as a page. */
function check(body: string): void {
  // Without it, a table may stand in a paragraph.
  const doctype = '<!doctype html>';
  const html = doctype + body;
  const bytes = bytesOf(html);
  for (const [inserted, isRead] of [
    ['', true],
    [head, true],
    [head, false],
  ] as const) {
    const whole = write([bytes], inserted, isRead);
    for (let cut = doctype.length; cut < bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(write(pieces, inserted, isRead), `cut before ${text(pieces[1])}`).toBe(whole);
    }
    expect(
      write(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        inserted,
        isRead,
      ),
      'byte for byte',
    ).toBe(whole);
    for (let end = bytes.length; end > doctype.length; end--) {
      const beginning = text(bytes.subarray(0, end));
      const written = write([bytes.subarray(0, end)], inserted, isRead);
      if (written === beginning) continue;
      for (const scripts of html.includes('noscript') ? [true, false] : [true]) {
        const [actual, expected] = [read(written, scripts), read(beginning, scripts)];
        if (actual !== expected) expect(`${actual}\n${written}`, `ends behind ${beginning}`).toBe(expected);
      }
    }
  }
}

function text(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString();
}

const pwn = '<img src=x onerror=pwn()>';

/** Words of markup, parted by blanks that no tag has. */
const tokens = (list: string) => fc.constantFrom(...list.split('  '));

const bound = tokens(
  '<p data-geo-text="{city}">  <b data-geo-text="{city}">  <td data-geo-text="{city}">  <li data-geo-text=\'{city}\' title=">">  ' +
    '<p data-geo-title="{city}" title=a>  <i data-geo-show="country: DE">  <geo-if country="FR">  ' +
    '<geo-if country="DE"><b slot=else hidden>  <geo-if country="FR"><template>  <geo-text template="{city}">  ' +
    '<geo-currency prices="USD 6, EUR 5">  <geo-switch><geo-case country="FR" hidden>',
);
const plain = tokens(
  '<p>  <div>  <b>  <ul>  <li>  <table>  <tr>  <td>  <select>  <option>  <template>  <svg>  <svg / >  <desc>  <foreignobject>  <math>  <mi>  <head>  <body>',
);
const withText = tokens('<textarea>  <title>  <style>  <script>  <noscript>  <xmp>  <iframe>  <plaintext>');
const others = tokens(
  `é  x  <br>  <!-- a > b -->  <!--${pwn}--!>  <!-->  <!>  <?x>  <![CDATA[  ]]>  >  <  </  -->  </br>  </p>  "  '>  ${pwn}`,
);
const names = tokens(
  'p  b  li  div  td  table  geo-if  geo-text  geo-case  svg  select  template  script  style  title  textarea  noscript',
);
const tails = ['>', ' >', '/>', ` a="${pwn}">`, ` a='${pwn}'>`, ` ="${pwn}">`, ` a=${pwn}`, ' a="', ' b'];

const pieces = fc.oneof(
  { weight: 4, arbitrary: bound },
  { weight: 2, arbitrary: plain },
  { weight: 1, arbitrary: withText },
  { weight: 3, arbitrary: others },
  { weight: 4, arbitrary: fc.tuple(names, fc.constantFrom(...tails)).map(([name, tail]) => `</${name}${tail}`) },
);

describe('a page is the same wherever it is cut, and what it was wherever it ends', () => {
  it.each([
    ...tails.map((tail) => `<p data-geo-text="{city}">é</p${tail}y">z`),
    `<geo-if country="DE">é</geo-if a='${pwn}'>y`,
    `<geo-text template="{city}">é</geo-text a="${pwn}">y`,
    `<title>é</title a="<script>${pwn}">y`,
    `<![CDATA[ > <p title="]]><script>${pwn}">`,
    `<svg><style><a title="</style><script>${pwn}">`,
    `<svg><desc><![CDATA[ > ${pwn} ]]><b data-geo-text="{city}">x</b>`,
    '<p data-geo-text="{city}">a<noscript>WORDS',
    '<p data-geo-text="{city}">a<svg><![CDATA[WORDS',
    '<geo-if country="FR">a<![CDATA[ x</geo-if>y',
  ])('%s', (html) => check(html));

  it('of random pieces', () => {
    const { GEOLET_RANDOM_SEED: seed = '1', GEOLET_RANDOM_COUNT: count = '20' } = process.env;
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), (page) => check(page.join(''))),
      { seed: Number(seed), numRuns: Number(count) },
    );
  });
});
