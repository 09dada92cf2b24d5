import { type Limited, type PageLimit, pageLimits } from './page-limits.ts';
import type { OpenElement } from './open-elements.ts';
import type { PageOutput } from './page-bytes.ts';
import type { StartTag } from './start-tag.ts';

/**
 * The element that is removed until it ends, to be written anew, and the one that passes as written with all that is in
 * it. One becomes the other where it takes too much.
 */
export class RemovedElement {
  readonly #output: PageOutput;
  readonly #limited: Limited;
  #removed: StartTag | undefined;
  /** How many elements are open around it. */
  #depth = 0;
  #passing: StartTag | undefined;

  constructor(output: PageOutput, limited: Limited) {
    this.#output = output;
    this.#limited = limited;
  }

  get tag(): StartTag | undefined {
    return this.#removed;
  }

  /** The element that passes as written: handlers get nothing that is in it. */
  get passing(): StartTag | undefined {
    return this.#passing;
  }

  remove(tag: StartTag, depth: number): void {
    this.#output.flushTo(tag.start);
    if (!tag.hasContent) return this.#output.skipTo(tag.end);
    this.#removed = tag;
    this.#depth = depth;
    this.#output.isHeld = true;
  }

  /** Lets the removed element pass as written after all. */
  keep(limit: PageLimit): void {
    if (!this.#removed) return;
    this.#limited(limit, this.#removed.tagName);
    this.#removed.keep();
    this.noticeKept();
  }

  /** A handler may have kept the removed element. */
  noticeKept(): void {
    if (!this.#removed || this.#removed.isRemoved) return;
    this.#passing = this.#removed;
    this.forget();
  }

  forget(): void {
    this.#removed = undefined;
    this.#output.isHeld = false;
  }

  /** Lets a tag pass as written, with what is in it and what is removed around it. */
  pass(tag: StartTag, limit: PageLimit): void {
    if (this.#removed) return this.keep(limit);
    this.#limited(limit, tag.tagName);
    if (tag.hasContent) this.#passing = tag;
  }

  /** @param depth how many elements are open. */
  boundLevels(depth: number): void {
    if (depth - this.#depth > pageLimits.levels) this.keep('levels');
  }

  /**
   * Writes what comes before an end tag, in place of the removed element if it ends here.
   *
   * @param start of the tag.
   * @returns whether the removed element ends, and with it the tag.
   */
  end(elements: readonly OpenElement[], markup: string, start: number): boolean {
    this.noticeKept();
    const ends = (tag: StartTag | undefined) => tag !== undefined && elements.some((element) => element.tag === tag);
    const isWritten = ends(this.#removed) && this.#write(markup, start);
    if (!isWritten && !this.#removed && !this.#passing && markup) this.#output.replace(start, start, markup);
    if (ends(this.#passing)) this.#passing = undefined;
    return isWritten;
  }

  #write(markup: string, end: number): boolean {
    const start = this.#removed?.start ?? end;
    const isTooLong = end - start > pageLimits.heldBytes;
    this.#output.isHeld = false;
    if (!isTooLong && this.#output.replace(start, end, markup)) {
      this.forget();
      return true;
    }
    this.keep(isTooLong ? 'held' : 'output');
    return false;
  }
}
