import { pathOf } from '../../rules/page-facts.ts';
import { readingLimits } from '../../rules/reading-limits.ts';
import { requestPage } from '../check-page.ts';
import { type Clock, createPace } from '../pace.ts';
import { NoAnswer, NotAsked, type Reply, withLimits } from '../reply.ts';
import { linksOn } from './page-links.ts';
import { parseRobots } from './robots.ts';

/** A page that a link leads to, and that was not read. */
export interface UnreadPage {
  readonly path: string;
  readonly why: string;
}

export interface SiteWalk {
  readonly unread: readonly UnreadPage[];
  /** Links that the site asks programs not to follow. */
  readonly refused: readonly string[];
  /** Why the walk ended before its time. */
  readonly stopped: string | undefined;
}

interface Link {
  readonly url: URL;
  /** How many links away from the first page. */
  readonly depth: number;
}

/** Of which the walk knows. A page may have any number. */
const mostLinks = 2000;

/**
 * Reads pages of a site, as its links lead to them: one a second, and of one origin alone. Near pages come first, and of
 * those each folder in turn, so that a menu of categories does not keep out the products.
 *
 * @param most addresses that are asked for, with the first.
 * @param look gets each page with a status of 200, and no page twice.
 */
export async function walkSite(
  first: Reply,
  most: number,
  clock: Clock,
  look: (page: Reply) => void,
): Promise<SiteWalk> {
  look(first);
  const limits = {
    origins: [new URL(first.url).origin],
    mostBytes: readingLimits.pageBytes,
    pace: createPace(clock),
  };
  return withLimits(limits, async () => {
    const unread: UnreadPage[] = [];
    const refused: string[] = [];
    const walk = (stopped?: string): SiteWalk => ({ unread, refused, stopped });
    if (most < 2) return walk();
    const mayAsk = await readRobots(first.url);
    if (!mayAsk) return walk('its robots.txt could not be read, which may ask programs to stay away');

    const waiting: Link[] = [];
    const known = new Set([keyOf(new URL(first.url))]);
    const read = new Set(known);
    const folders = new Map<string, number>();
    const add = (page: Reply, depth: number): void => {
      for (const url of linksOn(page)) {
        const key = keyOf(url);
        if (known.has(key)) continue;
        if (known.size === mostLinks) return;
        known.add(key);
        if (mayAsk(url.pathname + url.search)) waiting.push({ url, depth });
        else refused.push(shownPath(url));
      }
    };

    add(first, 1);
    for (let asked = 1; asked < most;) {
      const link = takeNext(waiting, folders);
      if (!link) break;
      // Another one has led there.
      if (read.has(keyOf(link.url))) continue;
      asked++;
      const page = await readPage(link.url);
      if ('why' in page) {
        unread.push(page);
        continue;
      }
      if (page.status === 429 || page.status === 503)
        return walk(`${shownPath(link.url)} answers ${page.status}, which asks for fewer requests`);
      if (page.status !== 200) unread.push({ path: shownPath(link.url), why: `answers ${page.status}` });
      const key = keyOf(new URL(page.url));
      if (page.status !== 200 || !/html/i.test(page.headers['content-type'] ?? '') || read.has(key)) continue;
      read.add(key);
      look(page);
      add(page, link.depth + 1);
    }
    return walk();
  });
}

/** What a path condition calls it, with its query. */
function shownPath({ pathname, search }: URL): string {
  return pathOf(pathname) + search;
}

const keyOf = shownPath;

/** Filters and sorting make any number of addresses of one page, so those with a query come last. */
function takeNext(waiting: Link[], folders: Map<string, number>): Link | undefined {
  const rankOf = ({ url, depth }: Link) => [url.search ? 1 : 0, depth, folders.get(folderOf(url)) ?? 0] as const;
  let best = 0;
  for (const [index, link] of waiting.entries()) {
    const [rank, least] = [rankOf(link), rankOf(waiting[best] ?? link)];
    const differing = rank.findIndex((value, place) => value !== least[place]);
    if (differing >= 0 && (rank[differing] ?? 0) < (least[differing] ?? 0)) best = index;
  }
  const [next] = waiting.splice(best, 1);
  if (next) folders.set(folderOf(next.url), (folders.get(folderOf(next.url)) ?? 0) + 1);
  return next;
}

function folderOf({ pathname }: URL): string {
  const path = pathOf(pathname);
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** @returns undefined if nobody knows what the site asks. https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1 */
async function readRobots(url: string): Promise<((path: string) => boolean) | undefined> {
  const at = new URL('/robots.txt', url);
  const { username, password } = new URL(url);
  Object.assign(at, { username, password });
  const reply = await requestPage(at.href).catch(unlessOther);
  if (!reply || reply.status >= 500) return undefined;
  return parseRobots(reply.status === 200 ? reply.text : '');
}

function unlessOther(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error;
  return undefined;
}

async function readPage(url: URL): Promise<Reply | UnreadPage> {
  try {
    return await requestPage(url.href);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return {
      path: shownPath(url),
      why: error instanceof NotAsked ? 'leads to another server' : error.message,
    };
  }
}
