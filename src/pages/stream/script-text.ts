import { AmbiguousMarkup } from './ambiguity.ts';

/**
 * Watches the text of a script for `<script` behind `<!--`: there a browser passes over the next `</script>`, which the
 * tokenizer takes for the end. https://html.spec.whatwg.org/#script-data-double-escaped-state
 */
export class ScriptText {
  #isOpen = false;
  #hasComment = false;
  /** The end of what came, in which one of the two may begin. */
  #tail = '';

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#isOpen = true;
    this.#hasComment = false;
    this.#tail = '';
  }

  /** Throws AmbiguousMarkup. */
  add(text: string): void {
    const read = this.#tail + text;
    const comment = this.#hasComment ? 0 : read.indexOf('<!--');
    this.#hasComment ||= comment >= 0;
    if (this.#hasComment && /<script/i.test(read.slice(comment)))
      throw new AmbiguousMarkup('<script in a comment in a script');
    this.#tail = read.slice(-'<script'.length);
  }

  close(): void {
    this.#isOpen = false;
  }
}
