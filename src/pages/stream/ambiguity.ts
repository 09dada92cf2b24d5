// @guard markup

import { textTags } from './html-elements.ts';

/** Thrown where the rest of the page is left as written. */
export class UnwritableMarkup extends Error {}

/** Thrown where it can't even be known how a browser reads on. */
export class AmbiguousMarkup extends UnwritableMarkup {}

/**
 * Watches for elements of text inside `<select>`, and in or after `<frameset>`: there a browser may pass over the start
 * tag, so that what follows is markup. Which ones do differs between engines and their versions, and what is written at
 * such a place could end up in an attribute or a script.
 * https://portswigger.net/research/when-security-features-collide
 */
export class AmbiguityGuard {
  #inSelect = false;
  /** Open templates in the select. */
  #templates = 0;
  #afterFrameset = false;

  /** Throws AmbiguousMarkup. */
  startTag(tagName: string): void {
    if (!this.#inSelect && !this.#afterFrameset) {
      this.#inSelect = tagName === 'select';
      this.#afterFrameset = tagName === 'frameset';
      return;
    }
    if (!this.#isFine(tagName)) throw new AmbiguousMarkup(`<${tagName}> in <select> or <frameset>`);
    if (tagName === 'template') this.#templates += this.#inSelect ? 1 : 0;
    // These end a select. https://html.spec.whatwg.org/#parsing-main-inbody
    else if (this.#templates === 0 && /^(select|textarea|input|keygen)$/.test(tagName)) this.#inSelect = false;
  }

  endTag(tagName: string): void {
    if (tagName === 'template' && this.#templates > 0) this.#templates--;
    else if (tagName === 'select' && this.#templates === 0) this.#inSelect = false;
  }

  #isFine(tagName: string): boolean {
    if (!textTags.has(tagName)) return true;
    if (this.#afterFrameset) return tagName === 'noframes';
    return this.#templates === 0 && /^(script|textarea)$/.test(tagName);
  }
}

/**
 * Throws AmbiguousMarkup for a tag or comment in a `<noscript>` that has its end: only browsers that run scripts take it
 * for that.
 */
export function refuseNoscriptEnd(markup: string): void {
  if (markup.toLowerCase().includes('</noscript'))
    throw new AmbiguousMarkup(
      '</noscript inside a comment or value: browsers with and without scripts read on differently',
    );
}

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
