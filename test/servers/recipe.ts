import { readFileSync } from 'node:fs';

export interface Recipe {
  /** What the proxy is told. */
  readonly settings: Readonly<Record<string, string>>;
  /** What goes into the web server's configuration, word for word. */
  readonly blocks: readonly string[];
}

const page = readFileSync('docs/proxy-recipes.md', 'utf8');

/** Reads a section of docs/proxy-recipes.md. Blocks of `sh` are settings and the check; all others belong to the web server. */
export function recipeFor(heading: string): Recipe {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/proxy-recipes.md has no recipe for ${heading}.`);
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
