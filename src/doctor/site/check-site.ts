import { pathOf } from '../../rules/page-facts.ts';
import { type Finding, good, skipped } from '../finding.ts';
import { type Clock, ownClock } from '../pace.ts';
import type { Reply } from '../reply.ts';
import { compareRules } from './compare-rules.ts';
import { readRulesOnPage, type RulesOnPage } from './rules-on-page.ts';
import { type SiteWalk, type UnreadPage, walkSite } from './walk-site.ts';

/** How many pages of a site an owner wants to have read. */
export interface SiteQuestion {
  readonly most: number;
  readonly clock?: Clock;
}

const mostNamed = 5;

/**
 * Says what the page rules of a site find on its pages.
 *
 * @param first the page that the owner has named. Its links lead to the others.
 */
export async function checkSite(first: Reply, { most, clock = ownClock }: SiteQuestion): Promise<Finding[]> {
  const pages: RulesOnPage[] = [];
  const walk = await walkSite(first, most, clock, ({ url, text }) => {
    pages.push(readRulesOnPage(text, pathOf(new URL(url).pathname)));
  });
  return [...sayWalk(walk, pages, most), ...compareRules(pages)];
}

function sayWalk({ unread, refused, stopped }: SiteWalk, pages: readonly RulesOnPage[], most: number): Finding[] {
  const paths = [...new Set(pages.map(({ path }) => path))];
  const findings = [
    good('rules', `${pages.length === 1 ? '1 page was' : `${pages.length} pages were`} read: ${named(paths)}.`),
  ];
  if (stopped !== undefined) findings.push(skipped('rules', `No more of the site was read: ${stopped}.`));
  if (unread.length > 0)
    findings.push(
      skipped('rules', `Not read: ${named(unread.map(({ path, why }: UnreadPage) => `${path} (${why})`))}.`),
    );
  if (refused.length > 0 && pages.length < most)
    findings.push(skipped('rules', `The site's robots.txt asks programs not to read ${named(refused)}.`));
  return findings;
}

function named(all: readonly string[]): string {
  const rest = all.length - mostNamed;
  return rest > 0 ? `${all.slice(0, mostNamed).join(', ')} and ${rest} more` : all.join(', ');
}
