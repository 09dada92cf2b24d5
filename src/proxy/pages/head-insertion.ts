type State = 'text' | 'tag' | 'comment' | 'declaration' | 'raw';

/** How far has been read, and why no further. */
interface Step {
  readonly at: number;
  /** `cut`: what comes there goes on in the next chunk. */
  readonly stop?: 'found' | 'cut';
}

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
    if (!this.#begun && ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)))
      this.#done = true;
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

  /** @param ending of at most three characters, which may be cut in two. */
  #skipTo(ending: RegExp, text: string, at: number): Step {
    ending.lastIndex = at;
    const match = ending.exec(text);
    if (match === null) return { at: Math.max(at, text.length - 3), stop: 'cut' };
    this.#state = 'text';
    return { at: match.index + match[0].length };
  }

  #readTag(text: string, start: number): Step {
    const rest = text.slice(start, start + longestName);
    if (/^<(!-?|\/?[a-z]*|\/?[a-z][^\s/>]*)$/i.test(rest) && start + rest.length === text.length)
      return { at: start, stop: 'cut' };
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
    this.#enterTag(!slash && rawNames.test(name) ? name : '');
    return { at: start + slash.length + 1 + name.length };
  }

  /** @returns how much of it is passed: `<!-->` is a whole comment, so not all four characters of its beginning. */
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
      } else if (this.#value === '=' && !isBlank)
        this.#value = character === '"' || character === "'" ? character : 'a';
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
