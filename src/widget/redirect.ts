import { destinationOf } from '../rules/destination.ts';
import { type Arrival, cameFromSite, isChosenPage, parseRedirectRules, type RedirectRule } from '../rules/redirect.ts';
import { attempt } from '../rules/attempt.ts';
import type { Core } from './core.ts';
import { valueOf } from './report.ts';
import type { Geolet } from './api.ts';
import type { Visitor } from './visitor/visitor.ts';
import { native } from './native.ts';

const hourMs = 3_600_000;
/** In the tab's memory: `seen` once a page of the visit was judged, `off` once the visitor has turned it off. */
const markName = 'geolet:redirect';

/** A file of its own: fetched where the owner's settings block has `redirect`. */
export async function start(core: Core): Promise<void> {
  const { geolet } = core;
  const origins = core.block('origins');
  const arrival: Arrival = {
    here: location.href,
    referrer: native(document).referrer,
    origins: Array.isArray(origins) ? origins.map(String) : [],
  };
  const rules = valueOf(parseRedirectRules(core.block('redirect'), arrival), core.report);
  const turnedOff = new URL(arrival.here).searchParams.get('geo-redirect') === 'off';
  const known = await geolet.ready;
  const visitor = known?.source === 'guess' ? await confirmed(core, geolet) : known;
  const mark = core.visitor.mayStore() ? leaveMark(turnedOff) : undefined;
  if (turnedOff || mark === 'off' || isChosenPage(rules, arrival)) return;
  const asking = rules.filter(({ ask }) => ask);
  const rule = rules.find(({ when }) => geolet.matches(when));
  if (
    rule &&
    !rule.ask &&
    mark === 'none' &&
    isSure(visitor, core.settings.freshHours) &&
    isFirstView() &&
    !cameFromSite(arrival)
  ) {
    const destination = destinationOf(rule.to, arrival.here);
    // In the place of this page, so that the way back leads to where the visitor came from and not here again.
    if (destination) location.replace(destination);
  } else if (asking.length) ask(asking, core, geolet);
}

/** A guess moves nobody: the answer that ends it is waited for, within the budget. */
async function confirmed({ settings, visitor, watch }: Core, geolet: Geolet): Promise<Visitor | undefined> {
  await new Promise<void>((resolve) => {
    watch(() => visitor.status !== 'provisional' && resolve());
    setTimeout(resolve, settings.timeoutMs);
  });
  return geolet.visitor;
}

/** Looked up now, or not long ago; no choice of the visitor's, no preview and no guess. */
function isSure(visitor: Visitor | undefined, freshHours: number): boolean {
  return visitor?.source === 'network' || (visitor?.source === 'cache' && visitor.age * 1000 < freshHours * hourMs);
}

/** Neither brought back by the browser, nor a frame in somebody's page. */
function isFirstView(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return self === top && Reflect.get(navigation ?? {}, 'type') === 'navigate';
}

/** @returns the mark that an earlier page of the visit has left; undefined where the browser does not let us remember. */
function leaveMark(turnedOff: boolean): string | undefined {
  return attempt(() => {
    const before = sessionStorage.getItem(markName);
    sessionStorage.setItem(markName, turnedOff || before === 'off' ? 'off' : 'seen');
    return before ?? 'none';
  });
}

/** Asks with a suggestion as soon as a rule is answered with yes, now or later. */
function ask(rules: readonly RedirectRule[], core: Core, geolet: Geolet): void {
  const asked = new Map<RedirectRule, Element>();
  const follow = () => {
    if (!core.visitor.facts) for (const suggestion of asked.values()) suggestion.remove();
    for (const rule of rules) {
      if (asked.has(rule) || !geolet.matches(rule.when)) continue;
      const suggestion = suggestionOf(rule);
      asked.set(rule, suggestion);
      native(document).body.append(suggestion);
      geolet.scan(suggestion);
    }
  };
  const start = () => {
    core.watch(follow);
    follow();
  };
  if (native(document).readyState === 'loading')
    native(document).addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}

/** The condition's text as attributes. */
function suggestionOf({ when, to, ask = '', ...words }: RedirectRule): HTMLElement {
  const suggestion = native(document).createElement('geo-suggest');
  suggestion.hidden = true;
  suggestion.textContent = ask;
  for (const clause of when.split(';').filter((text) => text.trim())) {
    const [name = '', ...value] = clause.split(':');
    attempt(() => suggestion.setAttribute(name.trim(), value.join(':').trim()));
  }
  suggestion.setAttribute('href', to);
  for (const name of ['lang', 'label', 'close', 'placement', 'days'] as const) {
    const word = words[name];
    if (word !== undefined) suggestion.setAttribute(name, String(word));
  }
  return suggestion;
}
