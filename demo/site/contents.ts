import { marked, type Token, type Tokens } from 'marked';
import { addressOf, pathBetween } from './addresses.ts';
import { escaped } from './coloured-markup.ts';
import { textOf, titleOf } from './source.ts';

interface Section {
  readonly name: string;
  /** Pages, by their addresses. */
  readonly pages: readonly string[];
}

/** The sections of `docs/README.md`, each with the pages that its tables list. */
export async function readContents(): Promise<readonly Section[]> {
  const tokens = marked.lexer((await textOf('docs/README.md')) ?? '');
  const sections: { name: string; pages: string[] }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 2) sections.push({ name: token.text as string, pages: [] });
    if (token.type !== 'table' && token.type !== 'list') continue;
    const pages = linksIn(token as Tokens.Table | Tokens.List).flatMap((href) => addressOf(`docs/${href}`) ?? []);
    sections.at(-1)?.pages.push(...pages);
  }
  return sections.filter(({ pages }) => pages.length).map(({ name, pages }) => ({ name, pages: [...new Set(pages)] }));
}

/** The list of all pages, beside each of them. */
export async function contentsFor(address: string): Promise<string> {
  const sections = await readContents();
  const items = async (pages: readonly string[]) => Promise.all(pages.map((page) => item(page, address)));
  const lists = await Promise.all(
    sections.map(async ({ name, pages }) => `<h2>${escaped(name)}</h2>\n<ul>${(await items(pages)).join('')}</ul>`),
  );
  return `<nav class="contents" id="contents" aria-label="All pages">\n${lists.join('\n')}\n</nav>`;
}

async function item(page: string, address: string): Promise<string> {
  const current = page === address ? ' aria-current="page"' : '';
  return `<li><a href="${pathBetween(address, page)}"${current}>${escaped(await titleOf(page))}</a></li>`;
}

/** The first link of each row or item: what follows are words about it. */
function linksIn(token: Tokens.Table | Tokens.List): string[] {
  const parts = token.type === 'table' ? token.rows.map(([cell]) => cell) : token.items;
  return parts.flatMap((part) => firstLink(part?.tokens ?? []) ?? []);
}

function firstLink(tokens: readonly Token[]): string | undefined {
  for (const token of tokens) {
    if (token.type === 'link') return token.href as string;
    const found = 'tokens' in token && token.tokens ? firstLink(token.tokens) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
