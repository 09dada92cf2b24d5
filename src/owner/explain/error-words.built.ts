import markdown from '../../../docs/errors.md?raw';

/** What `docs/errors.md` says of each code, so that a page's owner can read it where the code is told. */
export const errorWords: Readonly<Record<string, ErrorWords>> = Object.fromEntries(
  markdown
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [title = '', ...entries] = section.split(/^## /m);
      return entries.map((entry) => {
        const [code = '', ...body] = entry.split('\n');
        const text = body.join(' ');
        const part = (name: string) =>
          plain(new RegExp(`- \\*\\*${name}\\.?\\*\\*(.*?)(?=- \\*\\*|$)`).exec(text)?.[1] ?? '');
        return [
          code,
          {
            aboutLookup: title.startsWith('The lookup'),
            cause: part('Cause'),
            sees: part('The visitor sees'),
            fix: part('Fix'),
          },
        ];
      });
    }),
);

export interface ErrorWords {
  readonly aboutLookup: boolean;
  readonly cause: string;
  /** Goes on from "The visitor sees". */
  readonly sees: string;
  readonly fix: string;
}

/** Links lead nowhere on a console: their words are enough. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
