import { readFileSync } from 'node:fs';

export interface Recipe {
  /** What the proxy is told. */
  readonly settings: Readonly<Record<string, string>>;
  /** What goes into the web server's configuration, word for word. */
  readonly blocks: readonly string[];
}

/** Reads a section of docs/proxy-recipes.md, or of another page. Blocks of `sh` are settings and the check; all others belong to the web server. */
export function recipeFor(heading: string, page = 'docs/proxy-recipes.md'): Recipe {
  const section = readFileSync(page, 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no recipe for ${heading}.`);
  const settings = Object.fromEntries(
    [...section.matchAll(/^(GEOLET_\w+)=(?:"([^"]*)"|(\S+))$/gm)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  );
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter(([, language]) => language !== 'sh')
    .map(([, , text = '']) => text);
  return { settings, blocks };
}
