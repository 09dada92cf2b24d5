import { isChosenPage, cameFromSite, parseRedirectRules } from '../../rules/redirect.ts';
import type { Geolet } from '../api.ts';
import type { Core } from '../core.ts';
import { native } from '../native.ts';

/** What the owner's redirects come to on this page; undefined where there are none. */
export function redirectLine(core: Core, geolet: Geolet): string | undefined {
  const written = core.block('redirect');
  if (!written) return undefined;
  const origins = core.block('origins');
  const arrival = {
    here: location.href,
    referrer: native(document).referrer,
    origins: Array.isArray(origins) ? origins.map(String) : [],
  };
  const { value: rules } = parseRedirectRules(written, arrival);
  if (!core.visitor.facts) return 'nobody has answered yet';
  if (isChosenPage(rules, arrival)) return 'this page is one that a rule leads to, so nobody is moved from it';
  const rule = rules.find(({ when }) => geolet.matches(when));
  if (!rule) return rules.length ? 'no rule is yes for this visitor' : 'no rule can be used';
  const leads = `"${rule.when}" is yes and leads to ${rule.to}`;
  return rule.ask
    ? `${leads}, once the visitor has said so`
    : `${leads}; ${whyNotMoved(core, geolet, cameFromSite(arrival)) ?? 'moves on the first page of a visit alone, and not after a reload'}`;
}

function whyNotMoved(core: Core, { visitor }: Geolet, isFromSite: boolean): string | undefined {
  if (visitor?.source === 'preview') return 'nobody is moved while the page is tried as somebody else';
  if (visitor?.source === 'choice') return 'nobody is moved who has chosen';
  if (visitor?.source === 'guess') return 'a guess moves nobody';
  if (!core.visitor.mayStore()) return 'nobody is moved where nothing may be remembered';
  if (self !== top) return 'a page in a frame moves nobody';
  return isFromSite ? 'who comes from the site itself is not moved' : undefined;
}
