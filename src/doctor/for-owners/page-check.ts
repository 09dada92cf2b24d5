import { printable } from '../../http/terminal.ts';
import { examine, examineHtml } from '../examine.ts';
import type { Finding } from '../finding.ts';
import type { HeaderSource } from '../../proxy/hosts/header-sources.ts';
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

/** More is no page that visitors wait for. */
const mostBytes = 5_000_000;
const mostSeconds = 60;

/**
 * Checks pages of a proxy, and its record with the first of them. Whatever the pages name, only these addresses are
 * asked, and all of it ends after a minute.
 *
 * @param origins scheme and host of all pages.
 */
export function createPageCheck(
  origins: readonly string[],
  secret: string | undefined,
  own: HeaderSource | undefined,
): CheckPages {
  const named = secret === undefined ? undefined : { text: secret, origins };
  return inOrder(origins, (url, isFirst) => (isFirst ? examine(url, named, own) : examineHtml(url)));
}

/** The same on the owner's own machine: no servers are in front, and nothing is compressed. */
export function createDevelopmentCheck(origins: readonly string[]): CheckPages {
  return inOrder(origins, async (url) =>
    (await examineHtml(url)).filter(({ check, result }) => check !== 'script' || result !== 'warning'),
  );
}

function inOrder(
  origins: readonly string[],
  look: (url: string, isFirst: boolean) => Promise<readonly Finding[]>,
): CheckPages {
  return ({ origin, paths, signal }) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(mostSeconds * 1000)]);
    return withLimits({ origins, mostBytes, signal: ends }, async () => {
      const pages: CheckedPage[] = [];
      for (const path of paths) {
        const findings = await look(origin + path, pages.length === 0);
        pages.push({ path: printable(path), findings: likeliestFirst(findings) });
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
  'feed',
  'rates',
  'clocks',
  'visitor',
  'caches',
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
