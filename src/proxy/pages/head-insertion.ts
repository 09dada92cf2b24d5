type State = 'text' | 'tag' | 'comment' | 'declaration' | 'raw';

/** Elements whose content is text, tags or not. `noscript` is one wherever scripts run, and nothing belongs into it. */
const rawNames = /^(title|style|textarea|xmp|iframe|noembed|noframes|noscript)$/;

/** Longer than any name that matters; also what a name may hold back. */
const longestName = 32;

/**
 * Puts a text into a page as its bytes go by: before the first `<script`, `</head>` or `<body`, so that the page's own
 * `<meta charset>` stays among the first 1,024 bytes, where browsers look for it. After that the page passes unread.
 *
 * It reads what can hide a tag and nothing else: comments, quoted values, templates, elements whose content is text. By
 * bytes, for every encoding in which ASCII is ASCII. https://html.spec.whatwg.org/#tokenization
 */
export class HeadInsertion {
  readonly #insert: Uint8Array<ArrayBuffer>;
  #held = new Uint8Array(0);
  #state: State = 'text';
  /** The element whose content is text, that the tag at hand begins. */
  #rawName = '';
  /** Within a tag: the quote of the value at hand, `=` before a value, `a` within one without quotes. */
  #value = '';
  #templates = 0;
  #begun = false;
  #done = false;

  /** @param text in ASCII. */
  constructor(text: string) {
    this.#insert = new TextEncoder().encode(text);
  }

  /** @returns what leaves after this chunk has come, in order. */
  push(chunk: Uint8Array): Uint8Array[] {
    if (this.#done || !chunk.length) return [chunk];
    const bytes = this.#held.length ? join(this.#held, chunk) : chunk;
    // UTF-16: https://encoding.spec.whatwg.org/#bom-sniff
    if (!this.#begun && ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe))) this.#done = true;
    this.#begun = true;
    this.#held = new Uint8Array(0);
    if (this.#done) return [bytes];
    const { found, read } = this.#scan(asciiText(bytes));
    if (found) {
      this.#done = true;
      return [bytes.subarray(0, read), this.#insert, bytes.subarray(read)].filter(({ length }) => length);
    }
    this.#held = bytes.slice(read);
    return read ? [bytes.subarray(0, read)] : [];
  }

  /** @returns what is left when the page has ended. One without any of those tags gets the text at its end. */
  end(): Uint8Array[] {
    const held = this.#held;
    return this.#done || !this.#begun ? [] : [held, this.#insert].filter(({ length }) => length);
  }

  /** @returns where the text goes, or how far the bytes may leave: what follows may be the beginning of something. */
  #scan(text: string): { readonly found: boolean; readonly read: number } {
    let at = 0;
    while (at < text.length) {
      if (this.#state === 'tag') {
        at = this.#skipTag(text, at);
        continue;
      }
      if (this.#state === 'comment' || this.#state === 'declaration') {
        const end = this.#state === 'comment' ? /--!?>/g : />/g;
        end.lastIndex = at;
        const match = end.exec(text);
        // The ending may be cut in two.
        if (!match) return { found: false, read: this.#state === 'comment' ? Math.max(at, text.length - 3) : text.length };
        this.#state = 'text';
        at = match.index + match[0].length;
        continue;
      }
      const start = text.indexOf('<', at);
      if (start < 0) return { found: false, read: text.length };
      at = start;
      const rest = text.slice(start, start + longestName);
      if (/^<(!-?|\/?[a-z]*|\/?[a-z][^\s/>]*)$/i.test(rest) && start + rest.length === text.length) return { found: false, read: start };
      const [, slash = '', written = ''] = /^<(\/?)([a-z][^\s/>]*)/i.exec(rest) ?? [];
      const name = written.toLowerCase();
      if (this.#state === 'raw') {
        if (slash && name === this.#rawName) this.#enterTag('');
        at += 1;
      } else if (name) {
        if (!this.#templates && (slash ? name === 'head' : /^(script|body|frameset)$/.test(name))) return { found: true, read: start };
        if (name === 'template') this.#templates = Math.max(0, this.#templates + (slash ? -1 : 1));
        this.#enterTag(!slash && rawNames.test(name) ? name : '');
        at += slash.length + 1 + name.length;
      } else {
        if (rest.startsWith('<!--')) this.#state = 'comment';
        else if (/^<[!?/]/.test(rest)) this.#state = 'declaration';
        // `<!-->` is a whole comment.
        at += this.#state === 'comment' ? 2 : 1;
      }
    }
    return { found: false, read: text.length };
  }

  #enterTag(rawName: string): void {
    this.#state = 'tag';
    this.#rawName = rawName;
    this.#value = '';
  }

  /** @returns where the tag's end, or the text's, has been passed. */
  #skipTag(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const character = text[at] ?? '';
      const isBlank = /\s/.test(character);
      if (this.#value === '"' || this.#value === "'") {
        if (character === this.#value) this.#value = '';
      } else if (character === '>') {
        this.#state = this.#rawName ? 'raw' : 'text';
        return at + 1;
      } else if (this.#value === '=' && !isBlank) this.#value = character === '"' || character === "'" ? character : 'a';
      else if (this.#value === 'a' && isBlank) this.#value = '';
      else if (this.#value === '' && character === '=') this.#value = '=';
    }
    return text.length;
  }
}

/** One character for each byte, ASCII as it is. */
function asciiText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
