/**
 * Finds the place for what is inserted into a page's head: before the first `<script`, `</head>` or `<body`. So the
 * page's own `<meta charset>` stays within the first 1,024 bytes, where browsers look for it.
 */
export class HeadPlace {
  #templates = 0;

  isBeforeStart(tagName: string): boolean {
    if (this.#templates === 0 && /^(script|body|frameset)$/.test(tagName)) return true;
    if (tagName === 'template') this.#templates++;
    return false;
  }

  isBeforeEnd(tagName: string): boolean {
    if (tagName === 'template') this.#templates = Math.max(0, this.#templates - 1);
    return tagName === 'head' && this.#templates === 0;
  }
}
