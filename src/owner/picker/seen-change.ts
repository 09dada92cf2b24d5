import type { Core } from '../../widget/api/core.ts';
import { type Audience, conditionsOf } from './audience.ts';
import type { PageChange } from './changes.ts';
import { conditionsOfPages, describePages } from './pages.ts';
import { unknownIn } from './check-change.ts';
import type { PickerPlace } from '../../widget/api/owner-tools.ts';
import { continentOf, type Places } from './places.ts';

/** Whether the visitor that the page is shown to sees a change. */
export interface Seen {
  readonly words: string;
  /** Somebody who sees it, to show the page as. */
  readonly visitor?: { readonly name: string; readonly show: () => void } | undefined;
}

export function seenBy(
  change: PageChange,
  target: Element | undefined,
  { core, place, places }: { readonly core: Core; readonly place: PickerPlace; readonly places: Places },
): Seen {
  const { audience } = change;
  const { facts } = core.visitor;
  const as = `You see the page as ${place.viewer() || 'yourself'}`;
  const conditions = change.what === 'currency' ? [] : conditionsOf(audience);
  const holds = (text: string) => !!facts && core.rules.answer(core.conditionOf(text), facts) === true;
  if (!conditionsOfPages(change.pages).every(holds))
    return { words: `This change shows ${describePages(change.pages)}, not here.` };
  if (conditions.length > 0 && !conditions.some(holds)) {
    const visitor = somebodyOf(audience, places);
    return {
      words: `${as}: this change does not show.`,
      visitor: visitor === undefined ? undefined : { name: places.nameOf(visitor), show: () => place.viewAs(visitor) },
    };
  }
  const unknown = target && unknownIn(change, target, core);
  if (unknown !== undefined)
    return {
      words: `${as}, of whom {${unknown}} is not known: this change does not show. Write words for that case, such as {${unknown}|your words}.`,
    };
  return { words: conditions.length > 0 ? `${as}: this change shows.` : `${as}.` };
}

/** Somebody who sees what is for this audience. Undefined: nobody can be named. */
function somebodyOf({ scope, places: codes }: Audience, places: Places): string | undefined {
  if (scope === 'only') return codes.map(places.visitorFrom).find(Boolean);
  if (scope === 'everybody') return undefined;
  // No group of ours has the first of them.
  return ['JP', 'US', 'BR', 'FR'].find(
    (code) => !codes.some((one) => one.startsWith(code) || one === continentOf(code)),
  );
}
