/** A part of a random page. Fast-check makes and shrinks it; `writePiece` makes markup of it. */
export type Piece = Words | Tag;

export interface Words {
  /** What stands before the word: blanks and line breaks mean something in `<pre>`. */
  readonly before: string;
}

export interface Tag {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Piece[];
  /** Whether its end tag is left out, where HTML says that it may be. */
  readonly isOpen: boolean;
}

/** https://html.spec.whatwg.org/#optional-tags. The others need their end tags, and so does a `<p>` in one of our elements. */
const mayStayOpen = /^(p|li|dt|dd|option|optgroup|tr|td|th|tbody|thead|tfoot|rt|rp)$/;

const voidTags = /^(br|img|input|hr)$/;

/** The markup of a piece. Each text in it is another word, so that what shows names where it comes from. */
export function writePiece(pieces: readonly Piece[]): string {
  let words = 0;
  const write = (piece: Piece, parent = ''): string => {
    if (!('tag' in piece)) return `${piece.before}w${words++}`;
    const { tag, attributes, children, isOpen } = piece;
    const start = [tag, ...Object.entries(attributes).map(([name, value]) => (value ? `${name}="${value}"` : name))];
    const content = children.map((child) => write(child, tag)).join('');
    const mayBeOpen = mayStayOpen.test(tag) && !(tag === 'p' && parent.startsWith('geo-'));
    const end = voidTags.test(tag) || (isOpen && mayBeOpen) ? '' : `</${tag}>`;
    return `<${start.join(' ')}>${content}${end}`;
  };
  return pieces.map((piece) => write(piece)).join('');
}
