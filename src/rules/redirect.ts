import { destinationOf, leadsHere } from './destination.ts';
import type { Note } from './mistake.ts';
import { parseUrl } from './markup/url.ts';

/** What the owner's settings block says: `"redirect": [{ "when": "country: DE AT", "to": "/de{path}" }]`. */
export interface RedirectRule {
  /** A condition in text form. */
  readonly when: string;
  readonly to: string;
  /** The question to ask first. Then only visitors who say yes are redirected. */
  readonly ask?: string;
  /** This and the following are attributes of the suggestion that asks. */
  readonly lang?: string;
  readonly label?: string;
  readonly close?: string;
  readonly placement?: string;
  readonly days?: string | number;
}

/** What is known about the page view. */
export interface PageView {
  readonly here: string;
  /** Empty if it is not known. */
  readonly referrer: string;
  /**
   * Other origins of the owner. A redirect may lead there, and visitors from there count as visitors from this site.
   */
  readonly origins: readonly string[];
}

export function parseRedirectRules(
  written: unknown,
  { here, origins }: PageView,
  note?: Note,
): readonly RedirectRule[] {
  const rules: readonly unknown[] = Array.isArray(written) ? written : [written];
  return rules.filter((rule): rule is RedirectRule => {
    const isUsable = isRule(rule) && mayLeadTo(rule.to, here, origins);
    if (!isUsable) note?.('bad-settings', `redirect: ${JSON.stringify(rule)}`);
    return isUsable;
  });
}

/**
 * Whether a rule leads to this page. The visitor has asked for it by its address, so they are not redirected from it.
 */
export function isChosenPage(rules: readonly RedirectRule[], { here }: PageView): boolean {
  return rules.some(({ to }) => leadsHere(to, here));
}

/** Whether the visitor came from the site itself. They have seen it, and stayed on it. */
export function cameFromSite({ here, referrer, origins }: PageView): boolean {
  const from = parseUrl(referrer);
  if (!from) return false;
  const host = new URL(here).hostname;
  return (
    from.hostname === host ||
    from.hostname.endsWith(`.${host}`) ||
    host.endsWith(`.${from.hostname}`) ||
    origins.includes(from.origin)
  );
}

function isRule(rule: unknown): rule is RedirectRule {
  const { when, to, ...words } = (rule ?? {}) as Record<string, unknown>;
  return (
    typeof when === 'string' &&
    typeof to === 'string' &&
    Object.values(words).every((word) => typeof word === 'string' || typeof word === 'number')
  );
}

function mayLeadTo(to: string, here: string, origins: readonly string[]): boolean {
  const destination = destinationOf(to, here);
  const origin = destination && new URL(destination).origin;
  return origin === new URL(here).origin || (!!origin && origins.includes(origin));
}
