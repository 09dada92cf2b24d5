import { Tokenizer } from 'htmlparser2';
import type { RewriterHandlers } from '../page-rewriter.ts';
import { AmbiguityGuard, AmbiguousMarkup } from './ambiguity.ts';
import { DeclaredEncoding } from './declared-encoding.ts';
import { type Follower, type OpenElement, OpenElements } from './open-elements.ts';
import { PageSource } from './page-source.ts';
import { ScriptText } from './script-text.ts';
import type { SelectorList } from './selectors.ts';
import { StartTag } from './start-tag.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Handlers for what a list of selectors matches. */
export interface Listener {
  readonly selectors: SelectorList;
  readonly handlers: RewriterHandlers;
}

/** One listener while a page goes by: its open elements, and the open elements all of whose content it follows. */
interface ActiveListener extends Listener {
  readonly matched: Follower;
  readonly ancestors: Follower;
}

/** A page that holds more than this back, in one tag, comment or removed element, is left as written from there. */
const mostHeldBytes = 4_194_304;

/**
 * Reads one page as its bytes go by, calls the handlers, and gives out the page as they want it. Bytes that nobody
 * changes leave as they came. Positions come from htmlparser2's tokenizer; the tree around them is followed here.
 */
export class PageReading {
  readonly #source = new PageSource();
  readonly #open = new OpenElements();
  readonly #guard = new AmbiguityGuard();
  readonly #script = new ScriptText();
  readonly #listeners: readonly ActiveListener[];
  readonly #encoding: DeclaredEncoding;
  readonly #tokenizer: Tokenizer;
  readonly #encoder = new TextEncoder();
  #output: Bytes[] = [];
  /** Up to here the page has left, or was removed. */
  #given = 0;
  /** Up to here the page is understood. */
  #understood = 0;
  /** The start tag that is being read. */
  #tag: StartTag | undefined;
  /** The element that is removed, until it ends. */
  #removed: StartTag | undefined;
  /** Where the content of an open `<noscript>` begins: its tags are text for browsers that run scripts. */
  #noscript: number | undefined;
  /** Whether the end tag that was read last has not shown its `>` yet, and whether it goes with its element. */
  #endTag: 'kept' | 'removed' | undefined;
  #failure: unknown;

  /** @param encoding as the page's headers declare it. */
  constructor(listeners: readonly Listener[], encoding: DeclaredEncoding) {
    this.#listeners = listeners.map((listener) => ({ ...listener, matched: { open: 0 }, ancestors: { open: 0 } }));
    this.#encoding = encoding;
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
      this.#giveTo(this.#understood);
      if (this.#source.length > mostHeldBytes) throw new AmbiguousMarkup('Too much is held back.');
    });
    return this.#take();
  }

  /**
   * @param ended gives markup for the end of the page. It is not called where the page could not be read to its end.
   * @returns the rest of the page.
   */
  end(ended: () => string): Bytes[] {
    if (this.#failure !== undefined) return [];
    this.#attempt(() => {
      this.#tokenizer.end();
      if (this.#removed) throw new AmbiguousMarkup(`<${this.#removed.tagName}> never ends.`);
      const rest = ended();
      this.#giveTo(this.#source.end);
      this.#insert(rest);
    });
    return this.#take();
  }

  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      // What is not given yet leaves as it came, also a removed element.
      this.#failure = error;
      this.#removed = undefined;
      this.#giveTo(this.#source.end);
    }
  }

  #callbacks(): ConstructorParameters<typeof Tokenizer>[1] {
    return {
      isInForeignContext: () => this.#noscript !== undefined || this.#open.isForeign,
      onopentagname: (start, end) => {
        this.#tag = new StartTag(this.#source, start, end);
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
        if (this.#noscript === undefined) this.#text(start, end);
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
    this.#encoding.startTag(tag);
    const followers = this.#show(tag);
    if (tag.hasContent) this.#open.push(tag, followers);
    if (tag.namespace !== 'html') return;
    if (tag.tagName === 'script') this.#script.open();
    else if (tag.tagName === 'noscript') this.#noscript = end;
  }

  /**
   * Calls the handlers that wait for a start tag.
   *
   * @returns what is counted while the element is open.
   */
  #show(tag: StartTag): readonly Follower[] {
    const followers: Follower[] = [];
    let isSeen = false;
    for (const { selectors, handlers, matched, ancestors } of this.#listeners) {
      const isInside = ancestors.open > 0;
      const mayMatch = selectors.any.matches(tag);
      if (!isInside && !mayMatch) continue;
      if (isInside || selectors.own.matches(tag)) {
        if (!isSeen) tag.readAttributes();
        isSeen = true;
        handlers.element?.(tag);
        if (handlers.text ?? handlers.comments) followers.push(matched);
      }
      if (mayMatch && selectors.ancestors.matches(tag)) followers.push(ancestors);
    }
    if (isSeen && !this.#removed) this.#giveChanged(tag);
    return followers;
  }

  #giveChanged(tag: StartTag): void {
    if (tag.isRemoved) {
      this.#giveTo(tag.start);
      if (tag.hasContent) this.#removed = tag;
      else this.#given = tag.end;
      return;
    }
    const changed = tag.changed();
    if (changed === undefined) return;
    this.#encoding.allow(changed);
    this.#giveTo(tag.start);
    this.#insert(changed);
    this.#given = tag.end;
  }

  #readEndTag(start: number, end: number): void {
    const tagName = this.#source.ascii(start, end).toLowerCase();
    if (this.#noscript !== undefined) {
      if (tagName !== 'noscript') return;
      this.#text(this.#noscript, start - 2);
      this.#noscript = undefined;
    }
    if (this.#script.isOpen) this.#script.close();
    this.#understood = end;
    this.#guard.endTag(tagName);
    this.#endTag = this.#ended(this.#open.end(tagName), tagName, start - 2) ? 'removed' : 'kept';
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
    if (this.#endTag === 'removed') this.#given = read;
    this.#understood = read;
    if (end >= 0) this.#endTag = undefined;
  }

  /**
   * Calls the handlers that wait for the end of these elements.
   *
   * @param tagName of the tag that ends them.
   * @param start of that tag.
   * @returns whether one of them was removed, and with it the tag.
   */
  #ended(elements: readonly OpenElement[], tagName: string, start: number): boolean {
    if (!elements.some(({ tag }) => tag)) return false;
    const isRemovalOver = elements.some(({ tag }) => tag !== undefined && tag === this.#removed);
    let before = '';
    const end = {
      name: tagName,
      before: (content: string): void => {
        before += content;
      },
    };
    for (const { tag } of elements) for (const handler of tag?.endHandlers ?? []) handler(end);
    this.#encoding.allow(before);
    if (isRemovalOver) {
      this.#removed = undefined;
      this.#given = start;
    } else if (before) this.#giveTo(start);
    this.#insert(before);
    return isRemovalOver;
  }

  #text(start: number, end: number): void {
    for (const { handlers, matched } of this.#listeners)
      if (handlers.text && matched.open > 0) handlers.text({ text: this.#source.utf8(start, end) });
  }

  #comment(start: number, end: number, offset: number): void {
    if (this.#noscript !== undefined) this.#refuseHidden('</noscript', start, end);
    else this.#tellComment(() => this.#source.utf8(start, end - offset));
    this.#understood = Math.min(end + 1, this.#source.end);
  }

  /** Outside of SVG and MathML it is a comment up to the first `>`. */
  #cdata(start: number, end: number): void {
    if (this.#open.isForeign) this.#text(start - '<![CDATA['.length, end + 1);
    else {
      this.#refuseHidden('>', start, end - ']]'.length);
      this.#tellComment(() => this.#source.utf8(start - '[CDATA['.length, end));
    }
    this.#understood = end + 1;
  }

  #tellComment(read: () => string): void {
    for (const { handlers, matched } of this.#listeners)
      if (handlers.comments && matched.open > 0) handlers.comments({ text: read() });
  }

  /** What a browser would take for the end of something, where the tokenizer does not. */
  #refuseHidden(hidden: string, start: number, end: number): void {
    if (this.#source.ascii(start, end).toLowerCase().includes(hidden))
      throw new AmbiguousMarkup(`${hidden} where only some would see it`);
  }

  #giveTo(position: number): void {
    if (this.#removed) return;
    if (position > this.#given) {
      this.#output.push(this.#source.bytes(this.#given, position));
      this.#given = position;
    }
  }

  #insert(markup: string): void {
    if (markup && !this.#removed) this.#output.push(this.#encoder.encode(markup));
  }

  #take(): Bytes[] {
    const output = this.#output;
    this.#output = [];
    this.#source.dropBefore(this.#given);
    return output;
  }
}
