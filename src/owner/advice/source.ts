import type { MarkupReader } from '../../rules/markup/reader.ts';

/** An element's opening tag with what it is known by and what of it is ours. */
export function sourceOf<Node>(reader: MarkupReader<Node>, node: Node): string {
  const names = reader
    .attributeNames(node)
    .filter((name) => !/^(hidden|slot|style|tabindex|role|aria-.*|data-(?!geo-).*)$/.test(name));
  const attributes = names.map((name) => {
    const value = reader.attribute(node, name);
    return value ? `${name}="${value}"` : name;
  });
  return `<${[reader.tag(node), ...attributes].join(' ')}>`;
}

/** What is about to be read in one line. */
export function shorten(text: string, most = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
