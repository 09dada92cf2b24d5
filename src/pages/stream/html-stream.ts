import { Tokenizer } from 'htmlparser2';
import { AmbiguousMarkup, refuseNoscriptEnd, ScriptText } from './ambiguity.ts';
import type { Bytes } from './bytes.ts';
import type { DeclaredEncoding } from './declared-encoding.ts';
import { HeadPlace } from './head-place.ts';
import { textTags } from './html-elements.ts';
import type { Listener } from './listeners.ts';
import { PageOutput, PageSource } from './page-bytes.ts';
import { PageElements } from './page-elements.ts';
import { type Limited, pageLimits } from './page-limits.ts';
import { StartTag } from './start-tag.ts';

export interface HtmlStreamSettings {
  /** Without any, no more than the place for `head` is looked for. */
  readonly listeners: readonly Listener[];
  /** As the page's headers declare it. */
  readonly encoding: DeclaredEncoding;
  /** Markup for the page's head, in ASCII. May be empty. */
  readonly head: string;
  readonly limited: Limited;
}

interface EndTag {
  /** In lower case. */
  readonly tagName: string;
  readonly start: number;
  readonly nameEnd: number;
}

const greaterThan = 0x3e;
const slash = 0x2f;

/**
 * Reads one page as its bytes go by, calls the handlers, and gives out the page as they want it, with what is inserted
 * into its head. Bytes that nobody changes leave as they came. Positions come from htmlparser2's tokenizer; the tree
 * around them is followed here.
 */
export class HtmlStream {
  readonly #source = new PageSource();
  readonly #output = new PageOutput(this.#source);
  readonly #script = new ScriptText();
  readonly #headPlace = new HeadPlace();
  readonly #encoding: DeclaredEncoding;
  readonly #elements: PageElements;
  readonly #place;
  #tokenizer: Tokenizer;
  /** What is still to be inserted. */
  #head: string;
  /** Whether handlers are called. If not, everything passes as written. */
  #isReading: boolean;
  /** The last characters that the tokenizer got. */
  #tail = '';
  /** Up to here the page is understood. */
  #understood = 0;
  /** The start tag that is being read. */
  #tag: StartTag | undefined;
  /** The end tag that is being read, once its name is known. */
  #endTag: EndTag | undefined;
  /** Where the content of an open `<noscript>` begins: its tags are text for browsers that run scripts. */
  #noscript: number | undefined;
  /** Whether what comes is the text of an element that has no other content, such as `<style>`. */
  #isInText = false;
  #failure: unknown;

  constructor({ listeners, encoding, head, limited }: HtmlStreamSettings) {
    this.#encoding = encoding;
    this.#head = head;
    this.#elements = new PageElements(listeners, encoding, this.#output, limited);
    this.#isReading = listeners.length > 0;
    if (!this.#isReading) this.#elements.abandon();
    this.#place = {
      roomLeft: () => this.#output.roomAt(this.#understood),
      isOpen: this.#elements.isOpen,
      depth: () => this.#elements.depth,
    };
    this.#tokenizer = this.#newTokenizer(0);
  }

  /** Why the rest of the page is left as written; undefined while all is well. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether the rest of the page passes unread. */
  get #isPassing(): boolean {
    return !this.#isReading && this.#head === '';
  }

  /** @returns what may leave after this chunk, in order. */
  push(chunk: Bytes): Bytes[] {
    if (chunk.length === 0 || this.#isPassing) return [chunk];
    if (this.#source.end === 0) this.#readMark(chunk);
    this.#read(this.#source.append(chunk));
    this.#output.flushTo(this.#isPassing ? this.#source.end : this.#understood);
    this.#boundHeld();
    const output = this.#output.takeOutput();
    this.#source.understood(this.#understood);
    return output;
  }

  /**
   * A token that never ends stays as written, and nobody hears of it.
   *
   * @returns the rest of the page. A page without a place for what is inserted has it before that.
   */
  end(): Bytes[] {
    if (this.#isPassing) return [];
    const { end } = this.#source;
    const whole = this.#understood;
    const isInText = this.#isInText || this.#noscript !== undefined;
    const rest = this.#source.ascii(whole, Math.min(whole + '</'.length + 1, end));
    // Here, and only here, it is a text. What is written behind it must not make it a tag.
    const isText = !isInText && (rest === '<' || rest === '</');
    const mayInsert = whole > 0 && !isInText && this.#output.flushed <= whole;
    this.#attempt(() => {
      if (isText) this.#elements.text(() => rest.replace('<', '&lt;'));
      this.#elements.endAll(this.#noscript ?? (isText ? end : whole));
    });
    if (mayInsert) this.#insertHead(Math.max(whole, this.#output.flushed));
    this.#output.flushTo(this.#source.end);
    return this.#output.takeOutput();
  }

  /** Calls back while it is known how a browser reads. What fails leaves as it came, with all that follows. */
  #attempt(operation: () => void): void {
    if (this.#isPassing) return;
    try {
      operation();
    } catch (error) {
      this.#failure ??= error;
      this.#isReading = false;
      this.#elements.abandon();
      // What looks like a place for it may be a part of a value, which it would end.
      if (error instanceof AmbiguousMarkup) this.#head = '';
      if (this.#isPassing) this.#tokenizer.pause();
    }
  }

  /** A page in UTF-16 passes unread. https://encoding.spec.whatwg.org/#bom-sniff */
  #readMark(chunk: Bytes): void {
    const isUtf16 = (chunk[0] === 0xfe && chunk[1] === 0xff) || (chunk[0] === 0xff && chunk[1] === 0xfe);
    if (isUtf16) this.#head = '';
    if (isUtf16) this.#isReading = false;
    this.#encoding.firstBytes(chunk);
  }

  /** Sends on what is too long to wait for: a removed element, then a tag or comment that goes on. */
  #boundHeld(): void {
    const isTooMuch = (): boolean => this.#source.end - this.#output.flushed > pageLimits.heldBytes;
    if (isTooMuch()) {
      this.#attempt(() => this.#elements.keepRemoved());
      this.#output.flushTo(this.#understood);
    }
    if (!isTooMuch()) return;
    if (this.#tag) this.#tag.isTooLong = true;
    this.#output.flushTo(this.#source.end);
  }

  /** @param text all that has come and was not read. */
  #read(text: string): void {
    const known = this.#tail.length;
    const all = this.#tail + text;
    this.#tail = all.slice(1 - '<![C'.length);
    let from = 0;
    // Outside of elements of SVG and MathML this begins a comment, which ends at the next `>`. To the tokenizer it is
    // CDATA everywhere, but not in small letters. https://html.spec.whatwg.org/#markup-declaration-open-state
    for (const { index } of all.matchAll(/<!\[C/g)) {
      const at = index + '<!['.length - known;
      this.#feed(text.slice(from, at), text.length - from);
      from = at;
      if (this.#elements.hasCdata) continue;
      this.#feed('c', text.length - from);
      from++;
    }
    this.#feed(text.slice(from), text.length - from);
  }

  /** @param toEnd from where this text begins to the end of what has come. */
  #feed(text: string, toEnd: number): void {
    const start = this.#source.end - toEnd;
    for (let from = 0; from < text.length && !this.#isPassing;) {
      const before = this.#endTag;
      this.#tokenizer.write(text.slice(from));
      if (!this.#endTag || this.#endTag === before) return;
      // The tokenizer takes the first `>` for the end of an end tag; a browser passes over quoted ones. So the rest of
      // it is read as that of a start tag. https://html.spec.whatwg.org/#parse-error-end-tag-with-attributes
      this.#tokenizer = this.#newTokenizer(this.#endTag.nameEnd - '<a'.length);
      this.#tokenizer.write('<a');
      from = this.#endTag.nameEnd - start;
    }
  }

  /** @param base where in the page its text begins. */
  #newTokenizer(base: number): Tokenizer {
    const tokenizer: Tokenizer = new Tokenizer(
      { decodeEntities: false },
      {
        isInForeignContext: () => this.#noscript !== undefined || this.#elements.isForeign,
        onopentagname: (start, end) => {
          if (!this.#endTag) this.#beginStartTag(base + start, base + end);
        },
        onattribname: (start, end) => this.#tag?.addAttribute(base + start, base + end),
        onattribdata: (start, end) => this.#tag?.addValue(base + start, base + end),
        onattribentity: () => {},
        onattribend: (_quote, end) => this.#tag?.endAttribute(base + end),
        onopentagend: (end) => this.#readTag(base + end + 1),
        // To a browser, `/ >` is none.
        onselfclosingtag: (end) => this.#readTag(base + end + 1, this.#source.codeAt(base + end - 1) === slash),
        onclosetag: (start, end) => {
          this.#beginEndTag(base + start, base + end);
          if (this.#source.codeAt(base + end) === greaterThan) this.#readTag(base + end + 1);
          else tokenizer.pause();
        },
        ontext: (start, end) => {
          this.#attempt(() => this.#readText(base + start, base + end));
          this.#understood = base + end;
        },
        ontextentity: () => {},
        oncomment: (start, end, offset) => {
          this.#attempt(() => this.#readComment(base + start, base + end, offset));
          this.#understood = base + end + 1;
        },
        oncdata: (start, end) => {
          this.#attempt(() => this.#callTextHandlers(base + start - '<![CDATA['.length, base + end + 1));
          this.#understood = base + end + 1;
        },
        ondeclaration: (_start, end) => {
          this.#understood = base + end + 1;
        },
        onprocessinginstruction: () => {},
        onend: () => {},
      },
    );
    return tokenizer;
  }

  get #needsPlace(): boolean {
    return this.#head !== '' && this.#noscript === undefined;
  }

  #insertHead(position: number): void {
    // In a tag that is too long to wait for, it would end a value.
    if (this.#head === '' || position < this.#output.flushed) return;
    this.#output.insert(position, this.#head);
    this.#head = '';
    if (this.#isPassing) this.#tokenizer.pause();
  }

  #beginStartTag(start: number, end: number): void {
    const tag = new StartTag(this.#source, this.#place, start, end);
    this.#tag = tag;
    if (this.#needsPlace && this.#headPlace.isBeforeStart(tag.tagName)) this.#insertHead(tag.start);
  }

  #beginEndTag(nameStart: number, nameEnd: number): void {
    const tagName = this.#source.ascii(nameStart, nameEnd).toLowerCase();
    this.#endTag = { tagName, start: nameStart - '</'.length, nameEnd };
    if (this.#needsPlace && this.#headPlace.isBeforeEnd(tagName)) this.#insertHead(this.#endTag.start);
  }

  /** The tag is whole. */
  #readTag(end: number, isSelfClosing = false): void {
    const tag = this.#tag;
    const endTag = this.#endTag;
    this.#tag = undefined;
    this.#endTag = undefined;
    this.#understood = end;
    this.#attempt(() => {
      if (tag) this.#readStartTag(tag, end, isSelfClosing);
      else if (endTag) this.#readEndTag(endTag, end);
    });
  }

  #readStartTag(tag: StartTag, end: number, isSelfClosing: boolean): void {
    if (this.#noscript !== undefined) return refuseNoscriptEnd(this.#source.ascii(tag.start, end));
    tag.end = end;
    tag.isSelfClosing = isSelfClosing;
    try {
      this.#elements.startTag(tag);
    } finally {
      if (tag.namespace === 'html') this.#enterText(tag.tagName, end);
    }
  }

  /** @param start of what is in the element. */
  #enterText(tagName: string, start: number): void {
    if (tagName === 'script') this.#script.open();
    if (tagName === 'noscript') this.#noscript = start;
    else this.#isInText = textTags.has(tagName);
  }

  #readEndTag({ tagName, start }: EndTag, end: number): void {
    const noscript = this.#noscript;
    if (noscript !== undefined) {
      if (tagName !== 'noscript') return refuseNoscriptEnd(this.#source.ascii(start, end));
      this.#noscript = undefined;
      this.#callTextHandlers(noscript, start);
    }
    if (this.#script.isOpen) this.#script.close();
    this.#isInText = false;
    if (this.#elements.endTag(tagName, start)) this.#output.skipTo(end);
  }

  #readText(start: number, end: number): void {
    if (this.#script.isOpen) this.#script.add(this.#source.ascii(start, end));
    if (this.#noscript === undefined) this.#callTextHandlers(start, end);
  }

  #callTextHandlers(start: number, end: number): void {
    this.#elements.text(() => this.#source.utf8(start, end));
  }

  #readComment(start: number, end: number, offset: number): void {
    if (this.#noscript !== undefined) refuseNoscriptEnd(this.#source.ascii(start, end));
    else this.#elements.comment(() => this.#source.utf8(start, end - offset));
  }
}
