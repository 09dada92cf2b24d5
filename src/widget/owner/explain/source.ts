import { native } from '../../dom/native.ts';

/** An element's opening tag with what it is known by and what of it is ours. */
export function sourceOf(element: Element): string {
  const own = native(element);
  const names = own
    .getAttributeNames()
    .filter((name) => !/^(hidden|slot|style|tabindex|role|aria-.*|data-(?!geo-).*)$/.test(name));
  const attributes = names.map((name) => (own.getAttribute(name) ? `${name}="${own.getAttribute(name)}"` : name));
  return `<${[own.localName, ...attributes].join(' ')}>`;
}

/** What is about to be read in one line. */
export function shorten(text: string, most = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Words about one thing on the page. */
export interface Part {
  readonly head: string;
  readonly lines: readonly string[];
}
