/** An element's opening tag, for messages: as `geo-error` has it, without what changes while it shows and hides. */
export function sourceOf(element: Element): string {
  const names = element.getAttributeNames().filter((name) => !/^(hidden|slot|style|data-geolet-.*)$/.test(name));
  const attributes = names.map((name) => (element.getAttribute(name) ? `${name}="${element.getAttribute(name)}"` : name));
  return `<${[element.localName, ...attributes].join(' ')}>`;
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
