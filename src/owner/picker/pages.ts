import { pathOf } from '../../rules/page-facts.ts';

/** What the condition `path` asks for. Empty: a change is for every page. */
export const everyPage = '';

/** The pages that a change can be for, seen from one of them. */
export interface PagesFrom {
  readonly thisPage: string;
  /** Undefined: the page stands in no folder. */
  readonly pagesLikeThis: string | undefined;
}

/** @param pathname as in `location`. */
export function pagesFrom(pathname: string): PagesFrom {
  const path = pathOf(pathname);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return { thisPage: writable(path), pagesLikeThis: folder === '/' ? undefined : writable(`${folder}*`) };
}

/** What separates values and conditions cannot stand in a value. */
function writable(path: string): string {
  return path.replace(/[,;，、；：].*/s, '*');
}

/** From the fewest pages to all. */
export function breadthOf(pages: string): number {
  if (pages === everyPage) return 2;
  return pages.endsWith('*') ? 1 : 0;
}

/** @returns no condition for every page. */
export function conditionsOfPages(pages: string): readonly string[] {
  return pages === everyPage ? [] : [`path: ${pages}`];
}

/** Whether what is to be pasted into pages would stand on the one that is open. */
export function isThisPage(pages: string): boolean {
  return pages === everyPage || pages === pagesFrom(location.pathname).thisPage;
}

export function parsePages(given: unknown): string {
  return typeof given === 'string' && given.startsWith('/') ? writable(given) : everyPage;
}

export function describePages(pages: string): string {
  return pages === everyPage ? 'on every page' : `on ${pages}`;
}
