import { escaped } from './coloured-markup.ts';

export interface CodeBlockOptions {
  /** Says what is copied, where blocks have names. */
  readonly name?: string;
  /** Where the code can be tried. */
  readonly tryAt?: string | undefined;
}

/** Code with its links and a button that copies it. The button has its room from the start, and shows with its script. */
export function codeBlock(pre: string, { name, tryAt }: CodeBlockOptions = {}): string {
  const link = tryAt === undefined ? '' : `<a href="${escaped(tryAt)}">Try it</a> `;
  const what = name === undefined ? '' : ` <span class="for-listeners">${escaped(name)}</span>`;
  const button = `<button type="button" class="copy needs-script waiting"><span>Copy</span>${what}</button>`;
  return `<div class="code">${pre}<p class="code-links${link ? '' : ' needs-script'}">${link}${button}</p></div>`;
}
