import { printable } from '../../http/terminal.ts';
import { examine, examineHtml } from '../examine.ts';
import type { Finding } from '../finding.ts';
import { readHeaderSource } from '../../proxy/hosts/host-option.ts';
import type { ProxyOptions } from '../../proxy/options.ts';
import { readingLimits } from '../../rules/reading-limits.ts';
import { withLimits } from '../reply.ts';

/** What was found on one page. */
export interface CheckedPage {
  /** Path and query. */
  readonly path: string;
  /** The likeliest cause first. */
  readonly findings: readonly Finding[];
}

/** What an owner wants to have checked. */
export interface CheckRequest {
  /** Scheme and host of the pages. */
  readonly origin: string;
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

export type CheckPages = (asked: CheckRequest) => Promise<readonly CheckedPage[]>;

/** Whose pages are checked, and as whom. There are no functions in it, since it goes to another thread. */
export interface CheckedSite {
  /** Scheme and host of all pages. */
  readonly origins: readonly string[];
  /** Undefined on the owner's own machine: no servers are in front there, and nothing is compressed. */
  readonly proxy?: { readonly secret: string | undefined; readonly upstream: ProxyOptions['upstream'] };
}

/** After so long a check has ended. */
export const mostSeconds = 60;
/** Then no more is asked, so that there is a report of what was. */
const askingSeconds = 50;

/**
 * Checks pages of a site, and its record with the first of them. Whatever the pages name, only the site's own addresses
 * are asked.
 *
 * @param tell gets each page once it is checked.
 */
export function createPageCheck(
  { origins, proxy }: CheckedSite,
  tell: (page: CheckedPage) => void = () => {},
): CheckPages {
  const secret = proxy?.secret === undefined ? undefined : { text: proxy.secret, origins };
  const own = readHeaderSource(proxy?.upstream);
  const look = async (url: string, isFirst: boolean): Promise<readonly Finding[]> => {
    if (proxy) return isFirst ? examine(url, secret, own) : examineHtml(url);
    return (await examineHtml(url)).filter(({ check, result }) => check !== 'script' || result !== 'warning');
  };
  return ({ origin, paths, signal }) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(askingSeconds * 1000)]);
    return withLimits({ origins, mostBytes: readingLimits.pageBytes, signal: ends }, async () => {
      const pages: CheckedPage[] = [];
      for (const path of paths) {
        const findings = await look(origin + path, pages.length === 0);
        const page = { path: printable(path), findings: likeliestFirst(findings) };
        pages.push(page);
        tell(page);
      }
      return pages;
    });
  };
}

/** A check that fails makes those behind it fail: without a script no policy matters. */
const order: readonly Finding['check'][] = [
  'page',
  'script',
  'policy',
  'record',
  'markup',
  'prices',
  'rules',
  'feed',
  'rates',
  'clocks',
  'visitor',
  'caches',
  'header',
  'privacy',
  'data',
  'countries',
  'preload',
  'attribution',
];

const results: readonly Finding['result'][] = ['bad', 'warning', 'skipped', 'good'];

/** Sorts what is wrong before what is well, and each by what causes the most. */
export function likeliestFirst(findings: readonly Finding[]): readonly Finding[] {
  const rank = ({ check, result }: Finding) => results.indexOf(result) * order.length + order.indexOf(check);
  return findings.toSorted((one, other) => rank(one) - rank(other));
}
