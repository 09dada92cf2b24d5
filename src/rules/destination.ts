import { checkUrl, parseUrl } from './markup/url.ts';

/**
 * The address that a suggestion or a redirect leads to. `{path}`, the page's own path, is the only placeholder, so that
 * nothing of the record reaches an address. The query and hash of the page are added to those of the address.
 *
 * @param here the page's address.
 * @returns undefined if it is not an address of `http` or `https`, or if the path would decide its host.
 */
export function destinationOf(written: string, here: string): string | undefined {
  const page = new URL(here);
  const fill = (path: string) => written.replaceAll('{path}', () => path);
  if (/[{}]/.test(fill(''))) return undefined;
  const checked = checkUrl(fill(page.pathname), fill('/0'), 'link', here);
  const url = new URL(checked ?? here);
  if (!checked || !/^https?:$/.test(url.protocol)) return undefined;
  if (!url.search) url.search = page.search;
  else
    for (const [name, value] of page.searchParams)
      if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  url.hash ||= page.hash;
  return url.href;
}

/**
 * Whether an address leads to the page that is already open: to the page itself, or to a folder that it is in (`/de/`,
 * and all of `/de` for `/de{path}`). If the address has a query, the page must have the same.
 */
export function leadsHere(written: string, here: string): boolean {
  const page = new URL(here);
  const [before = '', after] = written.split('{path}');
  const leading = parseUrl(before, here);
  const whole = parseUrl(written.replaceAll('{path}', ''), here);
  if (!leading || !whole || leading.origin !== page.origin) return false;
  const folder =
    after === undefined && !/[^/]\/$/.test(leading.pathname) ? undefined : `${leading.pathname.replace(/\/$/, '')}/`;
  const inside = folder === undefined ? page.pathname === leading.pathname : `${page.pathname}/`.startsWith(folder);
  return inside && [...whole.searchParams].every(([name, value]) => page.searchParams.get(name) === value);
}
