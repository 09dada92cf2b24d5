import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's folder, from `src/` and from `lib/`. */
const folder = new URL('../../../', import.meta.url);

/**
 * Where an owner can read more: a page of the site, or the file in this package until package.json has a `homepage`.
 *
 * @param page its name in `docs/`.
 */
export function documentation(page: string, section?: string, homepage = readHomepage()): string {
  if (homepage === undefined) return fileURLToPath(new URL(`docs/${page}.md`, folder));
  const fragment = section === undefined ? '' : `#${section}`;
  return `${homepage.replace(/\/$/, '')}/docs/${page}.html${fragment}`;
}

/** Undefined also where an owner's bundler has put this file somewhere else. */
function readHomepage(): string | undefined {
  try {
    const description: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
    return (description as { readonly homepage?: string }).homepage;
  } catch {
    return undefined;
  }
}
