import { Tokenizer } from 'htmlparser2';
import { AmbiguousMarkup, ScriptText } from './ambiguity.ts';
import type { Bytes } from './bytes.ts';
import type { DeclaredEncoding } from './declared-encoding.ts';
import { HeadPlace } from './head-place.ts';
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
  readonly #tokenizer: Tokenizer;
  readonly #place;
  /** What is still to be inserted. */
  #head: string;
  /** Whether handlers are called. If not, everything passes as written. */
  #isReading: boolean;
  /** Up to here the page is understood. */
  #understood = 0;
  /** The start tag that is being read. */
  #tag: StartTag | undefined;
  /** Where the content of an open `<noscript>` begins: its tags are text for browsers that run scripts. */
  #noscript: number | undefined;
  /** Whether the end tag that was read last has not shown its `>` yet, and whether it goes with its element. */
  #endTag: 'kept' | 'removed' | undefined;
  #failure: unknown;

  constructor({ listeners, encoding, head, limited }: HtmlStreamSettings) {
    this.#encoding = encoding;
    this.#head = head;
    this.#isReading = listeners.length > 0;
    this.#elements = new PageElements(listeners, encoding, this.#output, limited);
    this.#place = {
      roomLeft: () => this.#output.roomAt(this.#understood),
      isOpen: this.#elements.isOpen,
      depth: () => this.#elements.depth,
    };
    this.#tokenizer = new Tokenizer({ decodeEntities: false }, this.#callbacks());
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
    const start = this.#source.end;
    if (start === 0) this.#readMark(chunk);
    const text = this.#source.append(chunk);
    this.#attempt(() => {
      if (this.#endTag) this.#finishEndTag(start);
    });
    if (!this.#isPassing) this.#tokenizer.write(text);
    this.#output.flushTo(this.#isPassing ? this.#source.end : this.#understood);
    this.#boundHeld();
    const output = this.#output.takeOutput();
    this.#source.understood(this.#understood);
    return output;
  }

  /** @returns the rest of the page. A page without a place for what is inserted has it at its end. */
  end(): Bytes[] {
    if (this.#isPassing) return [];
    this.#tokenizer.end();
    this.#attempt(() => this.#elements.endAll(this.#source.end));
    this.#output.flushTo(this.#source.end);
    if (this.#head !== '' && this.#source.end > 0) this.#insertHead(this.#source.end);
    return this.#output.takeOutput();
  }

  /** Calls back while handlers are called. What fails leaves as it came, with all that follows. */
  #attempt(operation: () => void): void {
    if (!this.#isReading) return;
    try {
      operation();
    } catch (error) {
      this.#failure = error;
      this.#isReading = false;
      this.#noscript = undefined;
      this.#elements.abandon();
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

  #callbacks(): ConstructorParameters<typeof Tokenizer>[1] {
    return {
      isInForeignContext: () =>
        this.#isReading ? this.#noscript !== undefined || this.#elements.isForeign : this.#headPlace.isInNoscript,
      onopentagname: (start, end) => {
        this.#tag = new StartTag(this.#source, this.#place, start, end);
        if (this.#head !== '' && this.#headPlace.startTag(this.#tag.tagName)) this.#insertHead(this.#tag.start);
      },
      onattribname: (start, end) => this.#tag?.addAttribute(start, end),
      onattribdata: (start, end) => this.#tag?.addValue(start, end),
      onattribentity: () => {},
      onattribend: (_quote, end) => this.#tag?.endAttribute(end),
      onopentagend: (end) => this.#readStartTag(end + 1, false),
      onselfclosingtag: (end) => this.#readStartTag(end + 1, true),
      onclosetag: (start, end) => this.#readEndTag(start, end),
      ontext: (start, end) => {
        this.#attempt(() => this.#readText(start, end));
        this.#understood = end;
      },
      ontextentity: () => {},
      oncomment: (start, end, offset) => {
        this.#attempt(() => this.#readComment(start, end, offset));
        this.#understood = Math.min(end + 1, this.#source.end);
      },
      oncdata: (start, end) => {
        this.#attempt(() => this.#readCdata(start, end));
        this.#understood = end + 1;
      },
      ondeclaration: (_start, end) => {
        this.#understood = end + 1;
      },
      onprocessinginstruction: () => {},
      onend: () => {},
    };
  }

  #insertHead(position: number): void {
    this.#output.insert(position, this.#head);
    this.#head = '';
    if (this.#isPassing) this.#tokenizer.pause();
  }

  #readStartTag(end: number, isSelfClosing: boolean): void {
    const tag = this.#tag;
    this.#tag = undefined;
    this.#understood = end;
    if (tag) this.#attempt(() => this.#startTag(tag, end, isSelfClosing));
  }

  #startTag(tag: StartTag, end: number, isSelfClosing: boolean): void {
    if (this.#noscript !== undefined) return this.#refuseHidden('</noscript', tag.start, end);
    tag.end = end;
    tag.isSelfClosing = isSelfClosing;
    this.#elements.startTag(tag);
    if (tag.namespace !== 'html') return;
    if (tag.tagName === 'script') this.#script.open();
    else if (tag.tagName === 'noscript') this.#noscript = end;
  }

  #readEndTag(start: number, end: number): void {
    const tagName = this.#source.ascii(start, end).toLowerCase();
    if (this.#head !== '' && this.#headPlace.endTag(tagName)) this.#insertHead(start - 2);
    this.#understood = end;
    this.#attempt(() => {
      if (this.#noscript !== undefined) {
        if (tagName !== 'noscript') return;
        this.#callTextHandlers(this.#noscript, start - 2);
        this.#noscript = undefined;
      }
      if (this.#script.isOpen) this.#script.close();
      this.#endTag = this.#elements.endTag(tagName, start - 2) ? 'removed' : 'kept';
      this.#finishEndTag(end);
    });
  }

  /**
   * The tokenizer takes the first `>` for the end of an end tag; a browser passes over quoted ones.
   * https://html.spec.whatwg.org/#parse-error-end-tag-with-attributes
   */
  #finishEndTag(from: number): void {
    const end = this.#source.indexOf('>', from);
    const rest = this.#source.ascii(from, end < 0 ? this.#source.end : end);
    if (/["'=]/.test(rest)) throw new AmbiguousMarkup('An end tag has attributes.');
    const read = end < 0 ? this.#source.end : end + 1;
    if (this.#endTag === 'removed') this.#output.skipTo(read);
    this.#understood = read;
    if (end >= 0) this.#endTag = undefined;
  }

  #readText(start: number, end: number): void {
    if (this.#script.isOpen) this.#script.add(this.#source.ascii(start, end));
    if (this.#noscript === undefined) this.#callTextHandlers(start, end);
  }

  #callTextHandlers(start: number, end: number): void {
    this.#elements.text(() => this.#source.utf8(start, end));
  }

  #readComment(start: number, end: number, offset: number): void {
    if (this.#noscript !== undefined) this.#refuseHidden('</noscript', start, end);
    else this.#elements.comment(() => this.#source.utf8(start, end - offset));
  }

  /** Outside of SVG and MathML it is a comment up to the first `>`. */
  #readCdata(start: number, end: number): void {
    if (this.#elements.isForeign) this.#callTextHandlers(start - '<![CDATA['.length, end + 1);
    else {
      this.#refuseHidden('>', start, end - ']]'.length);
      this.#elements.comment(() => this.#source.utf8(start - '[CDATA['.length, end));
    }
  }

  /** What a browser would take for the end of something, where the tokenizer does not. */
  #refuseHidden(hidden: string, start: number, end: number): void {
    if (this.#source.ascii(start, end).toLowerCase().includes(hidden))
      throw new AmbiguousMarkup(
        `${hidden} inside a comment or value: browsers with and without scripts read on differently`,
      );
  }
}
