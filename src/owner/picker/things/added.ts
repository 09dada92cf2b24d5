import { bindingPrefix } from '../../../rules/markup/bindings.ts';
import type { Core } from '../../../widget/api/core.ts';
import { conditionsOf } from '../audience.ts';
import { type PageChange, visibilityFor } from '../changes.ts';
import { isThisPage } from '../pages.ts';
import { foundBy } from '../taken-element.ts';
import { type Markup, toElement } from './markup.ts';
import { isThing, things } from './things.ts';

/** What a change adds behind its element. Undefined: it adds nothing. */
export function markupOf(change: PageChange, locale: string): Markup | undefined {
  const { what, values = {}, needs } = change;
  if (!isThing(what)) return undefined;
  return { tag: 'p', attributes: audienceOf(change), children: things[what].content(values, { part: needs, locale }) };
}

function audienceOf({ what, audience }: PageChange): Readonly<Record<string, string>> {
  if (conditionsOf(audience).length === 0) return {};
  const { show, hide = '' } = visibilityFor('show', audience);
  if (show === undefined) return { [`${bindingPrefix}hide`]: hide };
  // Where it is not known whether a law holds, its line stays.
  const isOfPlaces = what === 'optout' && !show.includes(';');
  return { [`${bindingPrefix}show`]: isOfPlaces ? `${show} unknown` : show, hidden: '' };
}

/** What is added to the page on trial. */
export interface Added {
  /** Puts these where they would stand, in place of those that were there. */
  show(changes: readonly PageChange[]): void;
  remove(): void;
  /** Which of the changes an element was added by. */
  indexOf(element: Element): number | undefined;
}

export function createAdded({ localeOf, composedParent }: Pick<Core, 'localeOf' | 'composedParent'>): Added {
  let shown = new Map<Element, number>();
  /** What stands there, as text. */
  let written = '[]';

  function remove(): void {
    for (const element of shown.keys()) element.remove();
    shown = new Map();
    written = '[]';
  }

  return {
    remove,
    show(changes) {
      const all = changes.flatMap((change, index) => {
        const [target] = isThing(change.what) && isThisPage(change.pages) ? foundBy(change.select) : [];
        const markup = target && markupOf(change, localeOf(target));
        return markup ? [{ target, markup, index }] : [];
      });
      const text = JSON.stringify(all.map(({ markup, index }) => [markup, changes[index]?.select, index]));
      // Elements that are new begin anew, and a list that is open would close.
      if (text === written && [...shown.keys()].every((element) => element.isConnected)) return;
      remove();
      written = text;
      for (const { target, markup, index } of all) {
        const element = toElement(markup);
        shown.set(element, index);
        target.after(element);
      }
    },
    indexOf(element) {
      // Out of the shadow trees of what was added, too.
      for (let at: Node | null = element; at; at = composedParent(at)) {
        const index = at instanceof Element ? shown.get(at) : undefined;
        if (index !== undefined) return index;
      }
      return undefined;
    },
  };
}
