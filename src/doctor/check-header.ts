import { documentation } from '../proxy/node/documentation.ts';
import { headerRecord } from '../record/header-record.ts';
import { servedFromCache } from './caching.ts';
import { bad, type Finding, good, warning } from './finding.ts';
import type { Tag } from './markup.ts';
import { navigationHeaders, type Reply, request } from './reply.ts';

const outermost =
  'Let the outermost cache set the header for each request, and overwrite what comes from behind it: ' +
  documentation('header');

/** Of another country than most machines that run the doctor, and of none: whoever believes one of them shows it. */
const forged = {
  ...Object.fromEntries(
    ['x-forwarded-for', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'fastly-client-ip'].map((name) => [
      name,
      '13.208.10.1',
    ]),
  ),
  ...Object.fromEntries(['x-country', 'x-geo-country', 'cf-ipcountry'].map((name) => [name, 'JP'])),
  'server-timing': 'geo;desc=JP',
};

/** Whether it is the script that `npx geolet snippet header` prints. */
export function readsHeader({ name, content }: Tag): boolean {
  return name === 'script' && content.includes('serverTiming') && content.includes('geoletHeader');
}

/** The places that a response names in `Server-Timing`. */
export function placesNamed({ headers }: Reply): readonly string[] {
  const entries = (headers['server-timing'] ?? '').match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? [];
  return entries
    .filter((entry) => /^\s*geo\s*(;|$)/.test(entry))
    .map((entry) => /;\s*desc\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i.exec(entry))
    .map((found) => found?.[1] ?? found?.[2] ?? '');
}

/**
 * Checks that the header that names the country is each visitor's own. A cache that stores it would hand one country to
 * all.
 *
 * @param isRead whether a script of the page reads it.
 * @param country what the lookup of the same moment says, where there is one.
 */
export async function checkHeader(page: Reply, isRead: boolean, country: string | undefined): Promise<Finding[]> {
  const named = placesNamed(page);
  const [place = ''] = named;
  if (named.length === 0) return isRead ? [absent(servedFromCache(page))] : [];
  if (named.length > 1)
    return [
      bad(
        'header',
        `The page names ${named.join(' and ')} in Server-Timing: two caches say where the visitor is, and browsers use neither.`,
        outermost,
      ),
    ];
  if (!headerRecord(place, true))
    return [
      warning(
        'header',
        `The page names ${JSON.stringify(place)} in Server-Timing, which is no country.`,
        'Name a country by its two letters (FR), or a state with its country (US-CA), and nothing where it is unknown.',
      ),
    ];
  return checkCopies(page, place, country);
}

/** The page once more, as it was made for nobody yet, and as it is after a visitor who lies. Each by a connection of its own. */
async function checkCopies(page: Reply, place: string, country: string | undefined): Promise<Finding[]> {
  const fresh = await request(aside(page.url), navigationHeaders);
  const again = await request(page.url, navigationHeaders);
  const afterwards = aside(page.url);
  const lied = await request(afterwards, { ...navigationHeaders, ...forged });
  const after = await request(afterwards, navigationHeaders);
  const cached = [page, again].map(servedFromCache).find((header) => header !== undefined);
  const from = cached === undefined ? '' : ` (${cached})`;
  const others = [fresh, again, after]
    .filter(({ status }) => status === page.status)
    .flatMap((reply) => placesNamed(reply).join(' and ') || 'no country')
    .filter((other) => other !== place);
  const isOther = country !== undefined && country !== place.slice(0, 2);
  if (others.length > 0 || (isOther && cached !== undefined))
    return [
      bad(
        'header',
        `The header is shared: the page names ${place}${from}, and ${others[0] ?? country} when it is asked for anew. A cache hands one country to all.`,
        outermost,
      ),
    ];
  if (lied.status === page.status && placesNamed(lied).join() !== place)
    return [
      bad(
        'header',
        `The page names ${placesNamed(lied).join(' and ') || 'no country'} for a visitor who writes that into headers.`,
        'Let the outermost cache name the country by the address of the connection, and by nothing that a visitor sends.',
      ),
    ];
  if (isOther)
    return [
      warning(
        'header',
        `The page names ${place} in a header, and the lookup says ${country}.`,
        'Two databases may differ about an address. If most visitors differ (header-differs), one of both is wrong.',
      ),
    ];
  return [
    good(
      'header',
      `The page names ${place} in a header, and so does a copy that is made anew${from}. Run the doctor in another country, too: only there can a copy for others show.`,
    ),
  ];
}

function absent(cached: string | undefined): Finding {
  const from = cached === undefined ? '' : ` (${cached})`;
  return warning(
    'header',
    `The page reads the country from a header, and this response${from} names none.`,
    `A machine without a public address has no country: run the doctor elsewhere. Otherwise let the cache in front set Server-Timing: ${documentation('header')}`,
  );
}

let asides = 0;

/** The same page under an address that nobody has asked for. */
function aside(url: string): string {
  const address = new URL(url);
  address.searchParams.set('geolet-doctor', `${Date.now()}-${asides++}`);
  return address.href;
}
