/**
 * Finds the place for what is inserted into a page's head: before the first `<script`, `</head>` or `<body`. So the
 * page's own `<meta charset>` stays within the first 1,024 bytes, where browsers look for it.
 */
export class HeadPlace {
  #templates = 0;
  #isInNoscript = false;

  /** Where scripts run, what is in it is text. */
  get isInNoscript(): boolean {
    return this.#isInNoscript;
  }

  /** @returns whether the place is before this start tag. */
  startTag(tagName: string): boolean {
    if (this.#isInNoscript) return false;
    if (this.#templates === 0 && /^(script|body|frameset)$/.test(tagName)) return true;
    if (tagName === 'template') this.#templates++;
    this.#isInNoscript = tagName === 'noscript';
    return false;
  }

  /** @returns whether the place is before this end tag. */
  endTag(tagName: string): boolean {
    if (this.#isInNoscript) {
      this.#isInNoscript = tagName !== 'noscript';
      return false;
    }
    if (tagName === 'template') this.#templates = Math.max(0, this.#templates - 1);
    return tagName === 'head' && this.#templates === 0;
  }
}
