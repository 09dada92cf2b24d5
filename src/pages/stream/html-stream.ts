import { Tokenizer } from 'htmlparser2';
import { type Limited, pageLimits } from './page-limits.ts';
import { AmbiguityGuard, AmbiguousMarkup } from './ambiguity.ts';
import type { Bytes } from './bytes.ts';
import { DeclaredEncoding } from './declared-encoding.ts';
import { mayEndWithoutTag } from './html-elements.ts';
import { type Follower, type OpenElement, OpenElements } from './open-elements.ts';
import { type Listener, PageListeners } from './listeners.ts';
import { PageOutput } from './page-bytes.ts';
import { PageSource } from './page-bytes.ts';
import { RemovedElement } from './removed-element.ts';
import { ScriptText } from './ambiguity.ts';
import { StartTag } from './start-tag.ts';

const none: readonly never[] = [];

/** What these say applies to the rest of the page, so they count however many attributes they have. */
const concernsRest = /^(base|meta|script)$/;

/**
 * Reads one page as its bytes go by, calls the handlers, and gives out the page as they want it. Bytes that nobody
 * changes leave as they came. Positions come from htmlparser2's tokenizer; the tree around them is followed here.
 */
export class HtmlStream {
  readonly #source = new PageSource();
  readonly #open = new OpenElements();
  readonly #guard = new AmbiguityGuard();
  readonly #script = new ScriptText();
  readonly #listeners: PageListeners;
  readonly #encoding: DeclaredEncoding;
  readonly #tokenizer: Tokenizer;
  readonly #output = new PageOutput(this.#source);
  readonly #removed: RemovedElement;
  readonly #place = { roomLeft: () => this.#output.roomAt(this.#understood), isOpen: this.#open.isOpen };
  /** Up to here the page is understood. */
  #understood = 0;
  /** The start tag that is being read. */
  #tag: StartTag | undefined;
  /** Where the content of an open `<noscript>` begins: its tags are text for browsers that run scripts. */
  #noscript: number | undefined;
  /** Whether the end tag that was read last has not shown its `>` yet, and whether it goes with its element. */
  #endTag: 'kept' | 'removed' | undefined;
  #failure: unknown;

  /** @param encoding as the page's headers declare it. */
  constructor(listeners: readonly Listener[], encoding: DeclaredEncoding, limited: Limited) {
    this.#listeners = new PageListeners(listeners);
    this.#encoding = encoding;
    this.#removed = new RemovedElement(this.#output, limited);
    this.#tokenizer = new Tokenizer({ decodeEntities: false }, this.#callbacks());
  }

  /** Why the rest of the page is left as written; undefined while all is well. */
  get failure(): unknown {
    return this.#failure;
  }

  /** @returns what may leave after this chunk, in order. */
  push(chunk: Bytes): Bytes[] {
    if (this.#failure !== undefined || chunk.length === 0) return [chunk];
    const start = this.#source.end;
    if (start === 0) this.#encoding.firstBytes(chunk);
    const text = this.#source.append(chunk);
    this.#attempt(() => {
      if (this.#endTag) this.#finishEndTag(start);
      this.#tokenizer.write(text);
      this.#output.flushTo(this.#understood);
      this.#boundHeld();
    });
    const output = this.#output.takeOutput();
    this.#source.understood(this.#understood);
    return output;
  }

  /** @returns the rest of the page. */
  end(): Bytes[] {
    if (this.#failure !== undefined) return [];
    this.#attempt(() => {
      this.#tokenizer.end();
      const last = this.#removed.tag?.tagName;
      if (last !== undefined && !mayEndWithoutTag(last, '')) throw new AmbiguousMarkup(`<${last}> never ends.`);
      if (last !== undefined) this.#ended(this.#open.endAll(), '', this.#source.end);
      this.#output.flushTo(this.#source.end);
    });
    return this.#output.takeOutput();
  }

  #attempt(operation: () => void): void {
    try {
      operation();
    } catch (error) {
      // What is not given yet leaves as it came, also a removed element.
      this.#failure = error;
      this.#removed.forget();
      this.#output.flushTo(this.#source.end);
    }
  }

  /** Sends on what is too long to wait for: a removed element, then a tag or comment that goes on. */
  #boundHeld(): void {
    const isTooMuch = (): boolean => this.#source.end - this.#output.flushed > pageLimits.heldBytes;
    if (isTooMuch()) {
      this.#removed.keep('held');
      this.#output.flushTo(this.#understood);
    }
    if (!isTooMuch()) return;
    if (this.#tag) this.#tag.isTooLong = true;
    this.#output.flushTo(this.#source.end);
  }

  #callbacks(): ConstructorParameters<typeof Tokenizer>[1] {
    return {
      isInForeignContext: () => this.#noscript !== undefined || this.#open.isForeign,
      onopentagname: (start, end) => {
        this.#tag = new StartTag(this.#source, this.#place, start, end);
      },
      onattribname: (start, end) => this.#tag?.addAttribute(start, end),
      onattribdata: (start, end) => this.#tag?.addValue(start, end),
      onattribentity: () => {},
      onattribend: (_quote, end) => this.#tag?.endAttribute(end),
      onopentagend: (end) => this.#startTag(end + 1, false),
      onselfclosingtag: (end) => this.#startTag(end + 1, true),
      onclosetag: (start, end) => this.#readEndTag(start, end),
      ontext: (start, end) => {
        if (this.#script.isOpen) this.#script.add(this.#source.ascii(start, end));
        if (this.#noscript === undefined) this.#callTextHandlers(start, end);
        this.#understood = end;
      },
      ontextentity: () => {},
      oncomment: (start, end, offset) => this.#comment(start, end, offset),
      oncdata: (start, end) => this.#cdata(start, end),
      ondeclaration: (_start, end) => {
        this.#understood = end + 1;
      },
      onprocessinginstruction: () => {},
      onend: () => {},
    };
  }

  #startTag(end: number, isSelfClosing: boolean): void {
    const tag = this.#tag;
    this.#tag = undefined;
    this.#understood = end;
    if (!tag) return;
    if (this.#noscript !== undefined) {
      this.#refuseHidden('</noscript', tag.start, end);
      return;
    }
    tag.end = end;
    tag.isSelfClosing = isSelfClosing;
    this.#guard.startTag(tag.tagName);
    const left = this.#open.enter(tag);
    if (left.some((element) => element.tag?.isRemoved === true))
      throw new AmbiguousMarkup(`<${tag.tagName}> ends what is removed.`);
    if (left.length > 0) this.#ended(left, tag.tagName, tag.start);
    this.#ended(this.#open.endBefore(tag), '', tag.start);
    this.#encoding.startTag(tag);
    const followers = this.#mayCallHandlers(tag) ? this.#callElementHandlers(tag) : none;
    if (tag.hasContent) this.#open.push(tag, followers, tag === this.#removed.passing);
    this.#removed.boundLevels(this.#open.depth);
    if (tag.namespace !== 'html') return;
    if (tag.tagName === 'script') this.#script.open();
    else if (tag.tagName === 'noscript') this.#noscript = end;
  }

  /** Whether handlers get to see a tag: not in an element that passes as written, nor one that begins here. */
  #mayCallHandlers(tag: StartTag): boolean {
    if (this.#removed.passing) return false;
    if (tag.end - tag.start > pageLimits.heldBytes) tag.isTooLong = true;
    const hasTooMany = tag.attributeCount > pageLimits.attributes && !concernsRest.test(tag.tagName);
    if (!tag.isTooLong && !hasTooMany) return true;
    if (concernsRest.test(tag.tagName)) throw new AmbiguousMarkup(`<${tag.tagName}> is too long to be read.`);
    this.#removed.pass(tag, tag.isTooLong ? 'held' : 'attributes');
    return false;
  }

  /**
   * Calls the handlers that wait for a start tag.
   *
   * @returns what is counted while the element is open.
   */
  #callElementHandlers(tag: StartTag): readonly Follower[] {
    const { followers, isSeen } = this.#listeners.callElementHandlers(tag);
    this.#removed.noticeKept();
    if (isSeen && !this.#removed.tag && !this.#removed.passing) this.#writeChanged(tag);
    return followers;
  }

  #writeChanged(tag: StartTag): void {
    if (tag.isRemoved) return this.#removed.remove(tag, this.#open.depth);
    const changed = tag.changed();
    if (changed === undefined) return;
    this.#encoding.allow(changed);
    if (!this.#output.replace(tag.start, tag.end, changed)) this.#removed.pass(tag, 'output');
  }

  #readEndTag(start: number, end: number): void {
    const tagName = this.#source.ascii(start, end).toLowerCase();
    if (this.#noscript !== undefined) {
      if (tagName !== 'noscript') return;
      this.#callTextHandlers(this.#noscript, start - 2);
      this.#noscript = undefined;
    }
    if (this.#script.isOpen) this.#script.close();
    this.#understood = end;
    this.#guard.endTag(tagName);
    const ended = this.#open.end(tagName);
    this.#endTag = this.#ended(ended, tagName, start - 2) ? 'removed' : 'kept';
    // https://html.spec.whatwg.org/#parsing-main-inbody
    const makesElement = tagName === 'br' || (tagName === 'p' && ended.at(-1)?.tagName !== 'p');
    if (makesElement && !this.#removed.passing) this.#listeners.callEmptyElementHandlers(tagName);
    this.#finishEndTag(end);
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

  /**
   * Calls the handlers that wait for the end of these elements.
   *
   * @param tagName of the end tag that ends them; empty for a start tag and the end of the page.
   * @param start of that tag.
   * @returns whether one of them was removed, and with it the tag.
   */
  #ended(elements: readonly OpenElement[], tagName: string, start: number): boolean {
    if (!elements.some(({ tag }) => tag)) return false;
    let before = '';
    const end = {
      name: tagName,
      before: (content: string): void => {
        before += content;
      },
    };
    for (const { tag } of elements) for (const handler of tag?.endHandlers ?? []) handler(end);
    this.#encoding.allow(before);
    return this.#removed.end(elements, before, start);
  }

  #callTextHandlers(start: number, end: number): void {
    if (!this.#removed.passing) this.#listeners.callTextHandlers(() => this.#source.utf8(start, end));
  }

  #comment(start: number, end: number, offset: number): void {
    if (this.#noscript !== undefined) this.#refuseHidden('</noscript', start, end);
    else this.#callCommentHandlers(start, end - offset);
    this.#understood = Math.min(end + 1, this.#source.end);
  }

  /** Outside of SVG and MathML it is a comment up to the first `>`. */
  #cdata(start: number, end: number): void {
    if (this.#open.isForeign) this.#callTextHandlers(start - '<![CDATA['.length, end + 1);
    else {
      this.#refuseHidden('>', start, end - ']]'.length);
      this.#callCommentHandlers(start - '[CDATA['.length, end);
    }
    this.#understood = end + 1;
  }

  #callCommentHandlers(start: number, end: number): void {
    if (!this.#removed.passing) this.#listeners.callCommentHandlers(() => this.#source.utf8(start, end));
  }

  /** What a browser would take for the end of something, where the tokenizer does not. */
  #refuseHidden(hidden: string, start: number, end: number): void {
    if (this.#source.ascii(start, end).toLowerCase().includes(hidden))
      throw new AmbiguousMarkup(
        `${hidden} inside a comment or value: browsers with and without scripts read on differently`,
      );
  }
}
