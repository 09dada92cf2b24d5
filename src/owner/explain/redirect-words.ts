import { isChosenPage, cameFromSite, parseRedirectRules } from '../../rules/redirect.ts';
import type { Geolet } from '../../widget/api/api.ts';
import type { Core } from '../../widget/api/core.ts';
import { native } from '../../widget/dom/native.ts';

/** What the owner's redirects come to on this page; undefined where there are none. */
export function redirectLine(core: Core, geolet: Geolet): string | undefined {
  const written = core.block('redirect');
  if (!written) return undefined;
  const origins = core.block('origins');
  const view = {
    here: location.href,
    referrer: native(document).referrer,
    origins: Array.isArray(origins) ? origins.map(String) : [],
  };
  const rules = parseRedirectRules(written, view);
  if (!core.visitor.facts) return 'no answer yet';
  if (isChosenPage(rules, view)) return 'no redirect: this page is one that a rule leads to';
  const rule = rules.find(({ when }) => geolet.matches(when));
  if (!rule) return rules.length ? 'no rule matches this visitor' : 'no rule can be used';
  if (geolet.visitor?.source === 'preview' && !rule.ask)
    return `would redirect to ${rule.to}, because "${rule.when}" is yes; a preview stays on its page`;
  const leads = `"${rule.when}" is yes and leads to ${rule.to}`;
  if (rule.ask) return `${leads}, once the visitor accepts the suggestion`;
  const moves = 'a redirect happens only on the first page of a visit, and not after a reload';
  return `${leads}; ${whyNotMoved(core, geolet, cameFromSite(view)) ?? moves}`;
}

function whyNotMoved(core: Core, { visitor }: Geolet, isFromSite: boolean): string | undefined {
  if (visitor?.source === 'choice') return 'no redirect: the visitor has chosen';
  if (visitor?.source === 'link') return 'no redirect: a link to the page has chosen';
  if (visitor?.source === 'guess') return 'no redirect from a guess';
  if (!core.visitor.mayStore()) return 'no redirect where nothing may be stored';
  if (self !== top) return 'no redirect in a frame';
  return isFromSite ? 'no redirect: the visitor comes from this site' : undefined;
}
