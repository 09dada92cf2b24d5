import { partsOf } from '../page/markup-parts.js';

/** One element for each line, so that the style sheet can indent a line that wraps. */
export function inLines(text: string, write: (line: string) => string): string {
  return text
    .split(/(?<=\n)/)
    .map((line) => `<span class="line">${write(line)}</span>`)
    .join('');
}

export function coloured(line: string): string {
  return partsOf(line)
    .map(({ words, part }) => (part ? `<span data-part="${part}">${escaped(words)}</span>` : escaped(words)))
    .join('');
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
