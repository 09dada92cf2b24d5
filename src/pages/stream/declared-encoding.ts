import { UnwritableMarkup } from './ambiguity.ts';
import { isAscii } from './bytes.ts';
import type { StartTag } from './start-tag.ts';

/** Whether a page is in UTF-8, by its headers or its own `<meta>`. Others are left as written. */
export class DeclaredEncoding {
  #isUtf8: boolean | undefined;

  /** @param contentType the header of the page. */
  constructor(contentType: string | null) {
    const label = charsetIn(contentType ?? '');
    this.#isUtf8 = label === undefined ? undefined : isUtf8(label);
  }

  /** False where the headers declare another encoding. */
  get mayBeUtf8(): boolean {
    return this.#isUtf8 !== false;
  }

  /** A byte order mark counts more than all else. https://encoding.spec.whatwg.org/#bom-sniff */
  firstBytes(bytes: Uint8Array): void {
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#isUtf8 = true;
  }

  /** Throws UnwritableMarkup at a `<meta>` that declares another encoding. */
  startTag(tag: StartTag): void {
    if (this.#isUtf8 !== undefined || tag.tagName !== 'meta') return;
    const isContentType = tag.asciiValue('http-equiv') === 'content-type';
    const label = tag.asciiValue('charset') ?? (isContentType ? charsetIn(tag.asciiValue('content') ?? '') : undefined);
    if (label === undefined) return;
    // A page that could be read so far is not in UTF-16.
    // https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
    if (!isUtf8(label) && !/^utf-?16/.test(label)) throw new UnwritableMarkup(`The page is in ${label}.`);
    this.#isUtf8 = true;
  }

  /** Throws UnwritableMarkup for markup that reads differently in another encoding, while the page's is not known. */
  allow(markup: string): void {
    if (this.#isUtf8 !== true && !isAscii(markup)) throw new UnwritableMarkup('The page declares no encoding.');
  }
}

/** Whether the headers of a page say that it is not in UTF-8. Such pages are not written. */
export function isInOtherEncoding(headers: Headers): boolean {
  const charset = charsetIn(headers.get('content-type') ?? '');
  return charset !== undefined && !isUtf8(charset);
}

/** @param contentType a header, or the `content` of a `<meta>`. */
export function charsetIn(contentType: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([^\s;"']+)/i.exec(contentType)?.[1];
}

/** https://encoding.spec.whatwg.org/#names-and-labels */
function isUtf8(label: string): boolean {
  return /^(unicode-1-1-utf-8|unicode11utf8|unicode20utf8|utf-?8|x-unicode20utf8)$/i.test(label);
}
