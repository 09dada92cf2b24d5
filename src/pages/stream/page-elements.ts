import { AmbiguityGuard, UnwritableMarkup } from './ambiguity.ts';
import type { DeclaredEncoding } from './declared-encoding.ts';
import { mayEndWithoutTag } from './html-elements.ts';
import { type Listener, PageListeners } from './listeners.ts';
import { type Follower, type OpenElement, OpenElements } from './open-elements.ts';
import type { PageOutput } from './page-bytes.ts';
import { type Limited, pageLimits } from './page-limits.ts';
import { RemovedElement } from './removed-element.ts';
import type { StartTag } from './start-tag.ts';

const none: readonly never[] = [];

/** What these say applies to the rest of the page, so they count however many attributes they have. */
const concernsRest = /^(base|meta|script)$/;

/** The elements of a page while their tags go by: calls the handlers for them, and writes what these change. */
export class PageElements {
  readonly #open = new OpenElements();
  readonly #guard = new AmbiguityGuard();
  readonly #listeners: PageListeners;
  readonly #encoding: DeclaredEncoding;
  readonly #output: PageOutput;
  readonly #removed: RemovedElement;
  /** Whether handlers are called. If not, no more than the open elements is followed. */
  #isReading = true;
  readonly isOpen = this.#open.isOpen;

  constructor(listeners: readonly Listener[], encoding: DeclaredEncoding, output: PageOutput, limited: Limited) {
    this.#listeners = new PageListeners(listeners);
    this.#encoding = encoding;
    this.#output = output;
    this.#removed = new RemovedElement(output, limited);
  }

  /** Whether what comes is SVG or MathML. */
  get isForeign(): boolean {
    return this.#open.isForeign;
  }

  /** Whether CDATA may stand here. */
  get hasCdata(): boolean {
    return this.#open.hasCdata;
  }

  /** How many elements are open. */
  get depth(): number {
    return this.#open.depth;
  }

  /** Throws UnwritableMarkup; AmbiguousMarkup where the elements cannot be followed any more. */
  startTag(tag: StartTag): void {
    this.#guard.startTag(tag.tagName);
    const left = this.#open.enter(tag);
    const ended = this.#open.endBefore(tag);
    let followers: readonly Follower[] = none;
    try {
      if (this.#isReading) followers = this.#readStartTag(tag, left, ended);
    } finally {
      if (tag.hasContent) this.#open.push(tag, followers, tag === this.#removed.passing);
    }
    this.#removed.boundLevels(this.#open.depth);
  }

  /** @returns what is counted while the element is open. */
  #readStartTag(tag: StartTag, left: readonly OpenElement[], ended: readonly OpenElement[]): readonly Follower[] {
    if (left.some((element) => element.tag?.isRemoved === true))
      throw new UnwritableMarkup(`<${tag.tagName}> ends what is removed.`);
    this.#ended(left, tag.tagName, tag.start);
    this.#ended(ended, '', tag.start);
    this.#encoding.startTag(tag);
    return this.#mayCallHandlers(tag) ? this.#callElementHandlers(tag) : none;
  }

  /** @returns whether the tag goes with its element. */
  endTag(tagName: string, start: number): boolean {
    this.#guard.endTag(tagName);
    const ended = this.#open.end(tagName);
    const isRemoved = this.#ended(ended, tagName, start);
    // https://html.spec.whatwg.org/#parsing-main-inbody
    const makesElement = tagName === 'br' || (tagName === 'p' && ended.at(-1)?.tagName !== 'p');
    if (makesElement && this.#mayCallHandlersInside) this.#listeners.callEmptyElementHandlers(tagName);
    return isRemoved;
  }

  /** Throws UnwritableMarkup where an element that must have an end tag has none. */
  endAll(end: number): void {
    const last = this.#removed.tag?.tagName;
    if (last === undefined) return;
    if (!mayEndWithoutTag(last, '')) throw new UnwritableMarkup(`<${last}> never ends.`);
    this.#ended(this.#open.endAll(), '', end);
  }

  text(read: () => string): void {
    if (this.#mayCallHandlersInside) this.#listeners.callTextHandlers(read);
  }

  comment(read: () => string): void {
    if (this.#mayCallHandlersInside) this.#listeners.callCommentHandlers(read);
  }

  /** Lets the removed element pass as written: it is too long to wait for. */
  keepRemoved(): void {
    this.#removed.keep('held');
  }

  /** From here on everything passes as written, also a removed element. */
  abandon(): void {
    this.#isReading = false;
    this.#removed.forget();
  }

  /** Whether handlers get to see what stands here. */
  get #mayCallHandlersInside(): boolean {
    return this.#isReading && !this.#removed.passing;
  }

  /** Whether handlers get to see a tag: not in an element that passes as written, nor one that begins here. */
  #mayCallHandlers(tag: StartTag): boolean {
    if (this.#removed.passing) return false;
    if (tag.end - tag.start > pageLimits.heldBytes) tag.isTooLong = true;
    const hasTooMany = tag.attributeCount > pageLimits.attributes && !concernsRest.test(tag.tagName);
    if (!tag.isTooLong && !hasTooMany) return true;
    if (concernsRest.test(tag.tagName)) throw new UnwritableMarkup(`<${tag.tagName}> is too long to be read.`);
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

  /**
   * Calls the handlers that wait for the end of these elements.
   *
   * @param tagName of the end tag that ends them; empty for a start tag and the end of the page.
   * @param start of that tag.
   * @returns whether one of them was removed, and with it the tag.
   */
  #ended(elements: readonly OpenElement[], tagName: string, start: number): boolean {
    if (!this.#isReading || !elements.some(({ tag }) => tag)) return false;
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
}
