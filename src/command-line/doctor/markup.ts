/** A start tag of a page. */
export interface Tag {
  readonly name: string;
  /** By names in lower case, decoded as far as addresses need it. */
  readonly attributes: ReadonlyMap<string, string>;
  /** What stands between a script's tags. */
  readonly content: string;
}

const tagPattern =
  /<!--[\s\S]*?-->|<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Reads the tags that the doctor looks at. It looks and never writes: what it misreads costs a line, not a page. */
export function tagsIn(html: string): Tag[] {
  const tags: Tag[] = [];
  let skipTo = 0;
  for (const match of html.matchAll(tagPattern)) {
    const [whole, name = '', written = ''] = match;
    if (!name || match.index < skipTo) continue;
    const end = match.index + whole.length;
    const lower = name.toLowerCase();
    const close = lower === 'script' || lower === 'style' ? html.toLowerCase().indexOf(`</${lower}`, end) : -1;
    if (close >= 0) skipTo = close;
    const attributes = new Map(
      [...written.matchAll(attributePattern)].map(([, key = '', double, single, bare]) => [
        key.toLowerCase(),
        (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
      ]),
    );
    tags.push({ name: lower, attributes, content: close >= 0 ? html.slice(end, close) : '' });
  }
  return tags;
}
