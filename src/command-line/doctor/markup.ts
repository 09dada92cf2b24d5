/** A start tag of a page. */
export interface Tag {
  readonly name: string;
  /** Names in lower case. Of character references only `&amp;` is decoded, which is enough for URLs. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The text of a script or style element. */
  readonly content: string;
}

const tagPattern =
  /<!--[\s\S]*?-->|<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi;
const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Reads the start tags of a page. Not a whole HTML parser: a mistake only costs a wrong line in the report. */
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
