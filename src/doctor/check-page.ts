import { parseRecord, type VisitorRecord } from '../record/record.ts';
import { allowsSharing, isPublic, servedFromCache } from './caching.ts';
import { bad, type Finding, good } from './finding.ts';
import { NoAnswer, type Reply, request, navigationHeaders } from './reply.ts';
import { tagsIn } from './markup.ts';

const pageFix =
  "Pages with a record in them belong to one visitor each: let the proxy's headers through, and " +
  'exclude these pages from the cache in front.';

const maxRedirects = 5;

export interface EmbeddedRecord {
  readonly time: number;
  readonly record: VisitorRecord;
}

/** The record that the proxy has put into a page. */
export function embeddedIn(page: Reply): EmbeddedRecord | undefined {
  const block = tagsIn(page.text).find(
    ({ name, attributes }) => name === 'script' && attributes.has('data-geo-record'),
  );
  try {
    const { time, record } = JSON.parse(block?.content ?? '') as { readonly time?: unknown; readonly record?: unknown };
    const parsed = parseRecord(record);
    return parsed && typeof time === 'number' ? { time, record: parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Requests the page again, with a cookie and without. A page with a record in it must be made for each request. */
export async function checkPage(first: Reply): Promise<Finding[]> {
  const replies = [
    first,
    await request(first.url, { ...navigationHeaders, cookie: 'geolet_doctor=1' }),
    await request(first.url, navigationHeaders),
  ];
  const cookies = checkCookies(replies);
  const cached = replies.map(servedFromCache).find((header) => header !== undefined);
  const kept = keptFor(first);
  if (kept !== undefined)
    return [
      ...cookies,
      bad(
        'caches',
        `The page was kept as one visitor saw it (data-visitor-country="${kept}" on <html>): all others get the texts and prices of that one.`,
        'Keep it as you wrote it: have the prerenderer call geolet.destroy() before it takes the HTML, or refuse geolet.js there.',
      ),
    ];
  if (!replies.some(embeddedIn))
    return [
      ...cookies,
      good(
        'caches',
        `Caches may keep the page${cached === undefined ? '' : ` (${cached})`}: it has no visitor's record in it. ` +
          'The widget adapts it in the browser.',
      ),
    ];
  const findings = [...cookies, ...checkCopies(replies, cached), ...checkValidators(replies)];
  return findings.length
    ? findings
    : [
        good(
          'caches',
          `The page carries the visitor's record, is private, and was generated again for each of ${replies.length} requests, with and without cookies.`,
        ),
      ];
}

/** The country that the widget has written on the root of a page which somebody else has kept, such as a prerenderer. */
function keptFor(page: Reply): string | undefined {
  const root = tagsIn(page.text).find(({ name }) => name === 'html');
  return embeddedIn(page) ? undefined : root?.attributes.get('data-visitor-country');
}

function checkCookies(replies: readonly Reply[]): Finding[] {
  const cookie = replies.find((page) => page.headers['set-cookie'] !== undefined && isPublic(page));
  if (!cookie) return [];
  return [
    bad(
      'caches',
      'The page sets a cookie and lets every cache keep it (Cache-Control: ' +
        `${cookie.headers['cache-control']}): one visitor's cookie becomes another's.`,
      'Make pages that set cookies private, or set none on those that are kept.',
    ),
  ];
}

/** Whether a page with a record came, or may come, from a cache. */
function checkCopies(replies: readonly Reply[], cached: string | undefined): Finding[] {
  const times = replies.map(embeddedIn).flatMap((one) => (one ? [one.time] : []));
  if (new Set(times).size < times.length)
    return [
      bad(
        'caches',
        "The page with a visitor's record in it came twice as the same " +
          `copy${cached === undefined ? '' : ` (${cached})`}: a cache gives it to every visitor.`,
        pageFix,
      ),
    ];
  if (cached !== undefined)
    return [bad('caches', `The page with a visitor's record in it comes from a cache (${cached}).`, pageFix)];
  const sharing = replies.map(allowsSharing).find((header) => header !== undefined);
  if (sharing === undefined) return [];
  return [
    bad('caches', `A cache may keep the page with a visitor's record in it for everybody (${sharing}).`, pageFix),
  ];
}

function checkValidators(replies: readonly Reply[]): Finding[] {
  if (replies.every(({ headers }) => headers['etag'] === undefined && headers['last-modified'] === undefined))
    return [];
  return [
    bad(
      'caches',
      "The page with a visitor's record in it has a validator, by which an older copy can be called the same.",
      'Take ETag and Last-Modified off these pages: something behind the proxy adds them.',
    ),
  ];
}

/** Requests a page as a visitor from another country. */
export function pageAs(url: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
  return request(url, { ...navigationHeaders, ...headers });
}

export function describeCountry(page: Reply): string | undefined {
  return embeddedIn(page)?.record.countryCode;
}

/** Requests a page as a browser opens it, through its redirects. */
export async function requestPage(url: string): Promise<Reply> {
  let at = url;
  for (let redirects = 0; redirects < maxRedirects; redirects++) {
    const page = await request(at, navigationHeaders);
    const { location } = page.headers;
    if (page.status < 300 || page.status > 399 || location === undefined || !URL.canParse(location, at)) return page;
    at = new URL(location, at).href;
  }
  throw new NoAnswer(`it redirects more than ${maxRedirects} times`);
}
