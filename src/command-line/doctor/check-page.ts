import { parseRecord, type VisitorRecord } from '../../record/record.ts';
import { allowsSharing, isPublic, servedFromCache } from './caching.ts';
import { bad, type Finding, good } from './finding.ts';
import { type Look, look, navigation } from './look.ts';
import { tagsIn } from './markup.ts';

const pageFix =
  "Pages with a record in them belong to one visitor each: let the proxy's headers through, and tell the cache in front to pass these pages by.";

export interface EmbeddedRecord {
  readonly time: number;
  readonly record: VisitorRecord;
}

/** The record that the proxy put into a page. */
export function embeddedIn(page: Look): EmbeddedRecord | undefined {
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

/** Looks at the page again, with a cookie and without: what is one visitor's must be made anew. */
export async function checkPage(first: Look): Promise<Finding[]> {
  const again = [
    first,
    await look(first.url, { ...navigation, cookie: 'geolet_doctor=1' }),
    await look(first.url, navigation),
  ];
  const embedded = again.map(embeddedIn);
  const findings: Finding[] = [];
  const cookie = again.find((page) => page.headers['set-cookie'] !== undefined && isPublic(page));
  if (cookie)
    findings.push(
      bad(
        'caches',
        `The page sets a cookie and lets every cache keep it (Cache-Control: ${cookie.headers['cache-control']}): one visitor's cookie becomes another's.`,
        'Make pages that set cookies private, or set none on those that are kept.',
      ),
    );
  if (!embedded.some(Boolean)) {
    const cached = again.map(servedFromCache).find((said) => said !== undefined);
    return [
      ...findings,
      good(
        'caches',
        `No visitor's record stands in the page, so Geolet minds no cache that keeps it${cached === undefined ? '' : ` (${cached})`}: the widget makes it the visitor's own.`,
      ),
    ];
  }
  const times = embedded.flatMap((one) => (one ? [one.time] : []));
  const cached = again.map(servedFromCache).find((said) => said !== undefined);
  const sharing = again.map(allowsSharing).find((said) => said !== undefined);
  if (new Set(times).size < times.length)
    findings.push(
      bad(
        'caches',
        `The page with a visitor's record in it came twice as the same copy${cached === undefined ? '' : ` (${cached})`}: a cache hands it to everybody.`,
        pageFix,
      ),
    );
  else if (cached !== undefined)
    findings.push(bad('caches', `The page with a visitor's record in it comes from a cache (${cached}).`, pageFix));
  else if (sharing !== undefined)
    findings.push(
      bad('caches', `A cache may keep the page with a visitor's record in it for everybody (${sharing}).`, pageFix),
    );
  if (again.some(({ headers }) => headers['etag'] !== undefined || headers['last-modified'] !== undefined))
    findings.push(
      bad(
        'caches',
        "The page with a visitor's record in it has a validator, by which an older copy can be called the same.",
        'Take ETag and Last-Modified off these pages: something behind the proxy adds them.',
      ),
    );
  return findings.length
    ? findings
    : [
        good(
          'caches',
          `The page carries the visitor's record, is private, and was made anew ${again.length} times, with and without cookies.`,
        ),
      ];
}

/** Asks for one page as somebody in another country. */
export function pageAs(url: string, headers: Readonly<Record<string, string>>): Promise<Look> {
  return look(url, { ...navigation, ...headers });
}

export function describeCountry(page: Look): string | undefined {
  return embeddedIn(page)?.record.countryCode;
}
