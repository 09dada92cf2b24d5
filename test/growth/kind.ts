import type { Prepare } from './measure-growth.ts';

/** A kind of input whose time may only grow as its size does. */
export interface Kind {
  /** Says what there is much of, such as `Forwarded: many entries`. */
  readonly name: string;
  /** The largest of the four sizes, in what `prepare` counts. Choose one whose work takes 20 to 200 ms. */
  readonly largest: number;
  readonly prepare: Prepare;
}

/** What is repeated, or a function that makes one after the other. */
export type Part = string | ((index: number) => string);

/** A kind whose input is one text: a part is repeated until the text has the size in characters. */
export function textKind(
  name: string,
  largest: number,
  part: Part,
  work: (text: string) => unknown,
  { before = '', after = '' } = {},
): Kind {
  const prepare = (size: number) => {
    const text = before + repeatTo(size, part) + after;
    return () => work(text);
  };
  return { name, largest, prepare };
}

/** Repeats a part, or those that a function makes, until the text is at least this long. */
export function repeatTo(characters: number, part: Part): string {
  if (typeof part === 'string') return part.repeat(Math.ceil(characters / part.length));
  const parts: string[] = [];
  for (let length = 0, index = 0; length < characters; index++) {
    const text = part(index);
    parts.push(text);
    length += text.length;
  }
  return parts.join('');
}
