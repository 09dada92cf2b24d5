import { attempt } from '../../rules/attempt.ts';
import { destinationOf } from '../../rules/destination.ts';
import { splitEntries } from '../../rules/conditions/entries.ts';
import {
  type PageView,
  cameFromSite,
  isChosenPage,
  parseRedirectRules,
  type RedirectRule,
} from '../../rules/redirect.ts';
import type { Core } from '../api/core.ts';
import { native } from '../dom/native.ts';
import type { Visitor } from '../visitor/visitor.ts';

const hourMs = 3_600_000;
/** Stored for the visit: `seen` once a page of it was judged, `off` once the visitor has turned redirects off. */
const markKey = 'geolet:redirect';

/** The entry of a lazy file, fetched where the owner's settings block has `redirect`. */
export default async function startRedirect(core: Core): Promise<void> {
  const { geolet } = core;
  const view = pageViewOf(core);
  const rules = parseRedirectRules(core.block('redirect'), view, (code, text) => core.report(code, text));
  const isOff = new URL(view.here).searchParams.get('geo-redirect') === 'off';
  const first = await geolet.ready;
  const visitor = first?.source === 'guess' ? await confirmedVisitor(core) : first;
  const mark = core.visitor.mayStore() ? leaveMark(core, isOff) : undefined;
  if (isOff || mark === 'off' || isChosenPage(rules, view)) return;
  const rule = rules.find(({ when }) => geolet.matches(when));
  const isFirstPage = mark === 'none' && isFirstView() && !cameFromSite(view);
  if (rule && !rule.ask && isFirstPage && isSure(visitor, core.settings.freshHours)) redirect(rule, view);
  else suggest(rules, core);
}

function pageViewOf({ block }: Core): PageView {
  const origins = block('origins');
  return {
    here: location.href,
    referrer: native(document).referrer,
    origins: Array.isArray(origins) ? origins.map(String) : [],
  };
}

/** Replaces this page in the history, so that the back button leads to where the visitor came from. */
function redirect({ to }: RedirectRule, { here }: PageView): void {
  const destination = destinationOf(to, here);
  if (destination) location.replace(destination);
}

/** Waits for the answer that ends a guess, within the time budget: a guess never redirects. */
async function confirmedVisitor({ geolet, settings, visitor, watch }: Core): Promise<Visitor | undefined> {
  await new Promise<void>((resolve) => {
    watch(() => visitor.status !== 'provisional' && resolve());
    setTimeout(resolve, settings.timeoutMs);
  });
  return geolet.visitor;
}

/** Whether the visitor was looked up now or not long ago. A choice, a preview and a guess are not sure. */
function isSure(visitor: Visitor | undefined, freshHours: number): boolean {
  return visitor?.source === 'network' || (visitor?.source === 'cache' && visitor.age * 1000 < freshHours * hourMs);
}

/** Whether the visitor has just come to this page: no reload, no way back, and not a frame in another page. */
function isFirstView(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return self === top && Reflect.get(navigation ?? {}, 'type') === 'navigate';
}

/** @returns the mark of an earlier page of the visit, or `none`; undefined where the browser refuses storage. */
function leaveMark({ visitor }: Core, isOff: boolean): string | undefined {
  return attempt(() => {
    const earlier = sessionStorage.getItem(markKey);
    visitor.put(markKey, isOff || earlier === 'off' ? 'off' : 'seen', true);
    return sessionStorage.getItem(markKey) ? (earlier ?? 'none') : undefined;
  });
}

/** Shows a suggestion for each rule that asks first, as soon as its condition is met, now or later. */
function suggest(rules: readonly RedirectRule[], { geolet, visitor, watch }: Core): void {
  const asking = rules.filter(({ ask }) => ask);
  if (!asking.length) return;
  const suggestions = new Map<RedirectRule, Element>();
  const follow = () => {
    if (!visitor.facts) for (const suggestion of suggestions.values()) suggestion.remove();
    for (const rule of asking) {
      if (suggestions.has(rule) || !geolet.matches(rule.when)) continue;
      const suggestion = createSuggestion(rule);
      suggestions.set(rule, suggestion);
      native(document).body.append(suggestion);
      geolet.scan(suggestion);
    }
  };
  const begin = () => {
    watch(follow);
    follow();
  };
  if (native(document).readyState === 'loading')
    native(document).addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

function createSuggestion({ when, to, ask = '', ...words }: RedirectRule): HTMLElement {
  const suggestion = native(document).createElement('geo-suggest');
  suggestion.dataset['redirect'] = '';
  suggestion.hidden = true;
  suggestion.textContent = ask;
  // Throws for a name that is not valid in HTML. Such a condition is reported when it is parsed.
  for (const [name, value] of splitEntries(when)) attempt(() => suggestion.setAttribute(name, value));
  suggestion.setAttribute('href', to);
  for (const name of ['lang', 'label', 'close', 'placement', 'days'] as const) {
    const word = words[name];
    if (word !== undefined) suggestion.setAttribute(name, String(word));
  }
  return suggestion;
}
