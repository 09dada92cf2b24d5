import { destinationOf, leadsHere } from './destination.ts';
import type { Parsed } from './mistake.ts';
import { parseUrl } from './url.ts';

/** What the owner's settings block says: `"redirect": [{ "when": "country: DE AT", "to": "/de{path}" }]`. */
export interface RedirectRule {
  /** A condition in text form. */
  readonly when: string;
  readonly to: string;
  /** Words to ask with: then nobody is moved who has not said yes. */
  readonly ask?: string;
  /** Handed on to the suggestion that asks. */
  readonly lang?: string;
  readonly label?: string;
  readonly close?: string;
  readonly placement?: string;
  readonly days?: string | number;
}

/** What is known about the page view. */
export interface Arrival {
  readonly here: string;
  /** Empty where nothing tells. */
  readonly referrer: string;
  /** Other origins of the owner's, where a redirect may lead and where visitors come from as from the site itself. */
  readonly origins: readonly string[];
}

export function parseRedirectRules(written: unknown, { here, origins }: Arrival): Parsed<readonly RedirectRule[]> {
  const rules: readonly unknown[] = Array.isArray(written) ? written : [written];
  const isUsable = (rule: unknown): rule is RedirectRule => isRule(rule) && mayLeadTo(rule.to, here, origins);
  return {
    value: rules.filter(isUsable),
    mistakes: rules
      .filter((rule) => !isUsable(rule))
      .map((rule) => ({ code: 'bad-settings', text: `redirect: ${JSON.stringify(rule)}` })),
  };
}

/** A page that some rule leads to was asked for by its address: nobody is moved from it. */
export function isChosenPage(rules: readonly RedirectRule[], { here }: Arrival): boolean {
  return rules.some(({ to }) => leadsHere(to, here));
}

/** Whether the visitor was on the site already: they have seen what it is and went on. */
export function cameFromSite({ here, referrer, origins }: Arrival): boolean {
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
