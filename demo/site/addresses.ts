import { readdirSync } from 'node:fs';

const repository = new URL('../../', import.meta.url);
/** Folders whose Markdown the site has. */
const folders = ['', 'docs/', 'docs/architecture/', 'bench/', 'bench/server/', 'scripts/fonts/', 'scripts/tables/'];
const withoutEnding = ['LICENSE', 'NOTICE'];

/** The repository's documents, by their addresses on the site: `docs/markup.html` is `docs/markup.md`. */
export const documents: ReadonlyMap<string, string> = new Map(
  [...folders.flatMap(documentsIn), ...withoutEnding].map((file) => [addressFor(file), file]),
);

const files = new Set(documents.values());

/** The address of a file of the repository, or undefined where the site does not have it. */
export function addressOf(file: string): string | undefined {
  const path = file.replace(/\/$/, '');
  return files.has(path) ? addressFor(path) : undefined;
}

/** Leads from one page to another. It works in every folder of a host. */
export function pathBetween(from: string, to: string): string {
  const [start, end] = [from.split('/').slice(0, -1), to.split('/')];
  while (start.length && start[0] === end[0] && end.length > 1) {
    start.shift();
    end.shift();
  }
  return [...start.map(() => '..'), ...end].join('/');
}

function documentsIn(folder: string): string[] {
  return readdirSync(new URL(folder, repository))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => folder + name);
}

function addressFor(file: string): string {
  const page = file.includes('/') ? file.replace(/README\.md$/, 'index.md') : file.toLowerCase();
  return `${page.replace(/\.md$/, '')}.html`;
}
