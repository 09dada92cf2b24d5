import { type Bytes, byteText, joinBytes } from './bytes.ts';
import { textTags } from './html-elements.ts';

type State = 'text' | 'tag' | 'comment' | 'declaration' | 'raw';

/** How far the text was read, and why reading stopped. */
interface Step {
  readonly at: number;
  /** `found`: the place for the insertion. `incomplete`: the rest is in the next chunk. */
  readonly stop?: 'found' | 'incomplete';
}

/** Longer than any name that matters. A longer name is not waited for. */
const longestName = 32;

/**
 * Inserts a text into a page while its bytes stream: before the first `<script`, `</head>` or `<body`. So the page's
 * own `<meta charset>` stays within the first 1,024 bytes, where browsers look for it. The rest of the page passes
 * unread.
 *
 * It reads only what can hide a tag: comments, quoted values, templates, and elements with only text. It works on
 * bytes, for every encoding that extends ASCII. https://html.spec.whatwg.org/#tokenization
 */
export class HeadInsertion {
  readonly #insert: Bytes;
  #held: Bytes = new Uint8Array(0);
  #state: State = 'text';
  /** The element with only text that the current tag starts. */
  #rawName = '';
  /** Inside a tag: the quote of the current value, `=` before a value, `a` in a value without quotes. */
  #value = '';
  #templates = 0;
  #begun = false;
  #done = false;

  /** @param text in ASCII. */
  constructor(text: string) {
    this.#insert = new TextEncoder().encode(text);
  }

  /** @returns the chunks to send after this one has come, in order. */
  push(chunk: Bytes): Bytes[] {
    if (this.#done || !chunk.length) return [chunk];
    const bytes = joinBytes([this.#held, chunk]);
    // UTF-16: https://encoding.spec.whatwg.org/#bom-sniff
    if (!this.#begun && ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)))
      this.#done = true;
    this.#begun = true;
    this.#held = new Uint8Array(0);
    if (this.#done) return [bytes];
    const { found, read } = this.#scan(byteText(bytes));
    if (found) {
      this.#done = true;
      return [bytes.subarray(0, read), this.#insert, bytes.subarray(read)].filter(({ length }) => length);
    }
    this.#held = bytes.slice(read);
    return read ? [bytes.subarray(0, read)] : [];
  }

  /** @returns the chunks to send when the page has ended. A page with none of those tags gets the text at its end. */
  end(): Bytes[] {
    const held = this.#held;
    return this.#done || !this.#begun ? [] : [held, this.#insert].filter(({ length }) => length);
  }

  /** @returns where the text is inserted, or how many bytes may be sent. The rest may be the beginning of a tag. */
  #scan(text: string): { readonly found: boolean; readonly read: number } {
    let step: Step = { at: 0 };
    while (step.stop === undefined && step.at < text.length) step = this.#step(text, step.at);
    return { found: step.stop === 'found', read: step.at };
  }

  #step(text: string, at: number): Step {
    if (this.#state === 'tag') return { at: this.#skipTag(text, at) };
    if (this.#state === 'comment') return this.#skipTo(/--!?>/g, text, at);
    if (this.#state === 'declaration') return this.#skipTo(/>/g, text, at);
    const start = text.indexOf('<', at);
    return start < 0 ? { at: text.length } : this.#readTag(text, start);
  }

  /** @param ending of at most three characters. Two chunks may each have a part of it. */
  #skipTo(ending: RegExp, text: string, at: number): Step {
    ending.lastIndex = at;
    const match = ending.exec(text);
    if (match === null) return { at: Math.max(at, text.length - 3), stop: 'incomplete' };
    this.#state = 'text';
    return { at: match.index + match[0].length };
  }

  #readTag(text: string, start: number): Step {
    const rest = text.slice(start, start + longestName);
    if (/^<(!-?|\/?[a-z]*|\/?[a-z][^\s/>]*)$/i.test(rest) && start + rest.length === text.length)
      return { at: start, stop: 'incomplete' };
    const [, slash = '', written = ''] = /^<(\/?)([a-z][^\s/>]*)/i.exec(rest) ?? [];
    const name = written.toLowerCase();
    if (this.#state === 'raw') {
      if (slash && name === this.#rawName) this.#enterTag('');
      return { at: start + 1 };
    }
    if (!name) return { at: start + this.#enterMarkup(rest) };
    if (!this.#templates && (slash ? name === 'head' : /^(script|body|frameset)$/.test(name)))
      return { at: start, stop: 'found' };
    if (name === 'template') this.#templates = Math.max(0, this.#templates + (slash ? -1 : 1));
    this.#enterTag(!slash && textTags.has(name) ? name : '');
    return { at: start + slash.length + 1 + name.length };
  }

  /** @returns how many characters are read. `<!-->` is a whole comment, so only two of the four at its beginning. */
  #enterMarkup(rest: string): number {
    if (rest.startsWith('<!--')) {
      this.#state = 'comment';
      return 2;
    }
    if (/^<[!?/]/.test(rest)) this.#state = 'declaration';
    return 1;
  }

  #enterTag(rawName: string): void {
    this.#state = 'tag';
    this.#rawName = rawName;
    this.#value = '';
  }

  /** @returns the position behind the tag, or the end of the text. */
  #skipTag(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const character = text[at] ?? '';
      const isBlank = /\s/.test(character);
      if (this.#value === '"' || this.#value === "'") {
        if (character === this.#value) this.#value = '';
      } else if (character === '>') {
        this.#state = this.#rawName ? 'raw' : 'text';
        return at + 1;
      } else if (this.#value === '=' && !isBlank)
        this.#value = character === '"' || character === "'" ? character : 'a';
      else if (this.#value === 'a' && isBlank) this.#value = '';
      else if (this.#value === '' && character === '=') this.#value = '=';
    }
    return text.length;
  }
}
