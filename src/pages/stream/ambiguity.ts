// @guard markup

/** Thrown where it can't be known how a browser reads on. The rest of the page is left as written. */
export class AmbiguousMarkup extends Error {}

/** Elements whose content is text, wherever their start tag counts. */
const textElements = /^(textarea|title|plaintext|script|style|iframe|xmp|noembed|noframes|noscript)$/;

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
    if (!textElements.test(tagName)) return true;
    if (this.#afterFrameset) return tagName === 'noframes';
    return this.#templates === 0 && /^(script|textarea)$/.test(tagName);
  }
}
